"""The fake Discord divides guilds into shards as Discord does; discord.py's client sees that.

The bot connects its shards to the gateway that Discord names.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord as discord_py
import pytest
import yarl

from bot.model.shards import Shards
from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import TOKEN, Channel, Interaction
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.person import Person

GUILDS, SHARDS = 6, 3
FOR_EVER = 3600.0


class Client(discord_py.AutoShardedClient):
    """A bot that notes the shard of every press."""

    def __init__(self, before_identify: Callable[[], None] = lambda: None, **given: Any) -> None:
        super().__init__(intents=discord_py.Intents(guilds=True), **given)
        self._before_identify = before_identify
        self.heard: list[tuple[int, int]] = []
        """Interactions, and the shards that they came from."""
        self.clicks: list[discord_py.Interaction] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait five seconds."""
        self._before_identify()

    async def on_interaction(self, click: discord_py.Interaction) -> None:
        self.heard.append((click.id, 0 if click.guild is None else click.guild.shard_id))
        self.clicks.append(click)


Connect = Callable[..., Any]


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(channels=1, guilds=GUILDS) as fake:
        fake.gateway.shards = SHARDS
        yield fake


@pytest.fixture
def connect(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> Connect:
    """Return a function that connects a client for the length of a block."""

    @asynccontextmanager
    async def connected(**given: Any) -> AsyncIterator[Client]:
        name = fake.new_client()
        monkeypatch.setattr(discord_py.http.Route, "BASE", fake.api_of(name))
        url = yarl.URL(fake.gateway.url_of(name))
        monkeypatch.setattr(discord_py.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
        wanted = set(given.get("shard_ids") or range(SHARDS))
        async with Client(**given) as client:
            await client.login(TOKEN)
            connecting = client.loop.create_task(client.connect())
            await until(lambda: fake.gateway.shards_of(name) == wanted, "all shards")
            yield client
        await connecting

    return connected


def press(fake: FakeDiscord, room: Channel) -> Interaction:
    """Press a button somewhere."""
    fake.commands = [{"id": "1", "name": "play"}]
    return Person(fake, fake.new_user()).type("play", room)


async def test_each_shard_hears_of_its_guilds_and_the_first_of_direct_messages(
    fake: FakeDiscord, connect: Connect
) -> None:
    """With the number of shards that Discord recommends."""
    async with connect() as client:
        await until(lambda: len(client.guilds) == GUILDS, "all guilds")
        rooms = [fake.channel(guild.id) for guild in fake.guilds]
        pressed = [press(fake, room).id for room in [*rooms, fake.dm(7)]]
        await until(lambda: len(client.heard) == len(pressed), "all presses")
        assert dict(client.heard) == dict(zip(pressed, [0, 1, 2, 0, 1, 2, 0], strict=True))
    assert fake.violations == []


async def test_two_processes_may_serve_one_shard_but_one_answer_counts(
    fake: FakeDiscord, connect: Connect
) -> None:
    one_shard = {"shard_count": SHARDS, "shard_ids": [1]}
    async with connect(**one_shard) as old, connect(**one_shard) as new:
        elsewhere, here = (press(fake, fake.channel(each.id)) for each in fake.guilds[:2])
        assert not elsewhere.can_be_answered
        await until(lambda: old.clicks and new.clicks, "the press reaches both")
        assert [old.heard, new.heard] == [[(here.id, 1)]] * 2
        await old.clicks[0].response.send_message("done")
        assert here.waited is not None
        with pytest.raises(discord_py.HTTPException, match="already been acknowledged"):
            await new.clicks[0].response.send_message("done")
    assert [each.split()[0] for each in fake.violations] == ["40060"]
    assert press(fake, fake.channel(fake.guilds[4].id)).sessions == []  # nobody is there


async def test_an_identify_too_soon_after_another_is_refused(
    fake: FakeDiscord, connect: Connect
) -> None:
    gateway = fake.gateway
    gateway.max_concurrency, gateway.identify_interval = 2, FOR_EVER

    def relent() -> None:
        """Let the next attempt pass."""
        if gateway.too_early:
            gateway.identify_interval = 0.0

    async with (
        connect(shard_count=SHARDS, shard_ids=[0, 1]),
        connect(shard_count=SHARDS, shard_ids=[2], before_identify=relent),
    ):
        assert [each.number for each in gateway.too_early] == [2], "in the bucket of shard 0"
        assert gateway.identified == SHARDS + 1


async def test_without_an_address_the_bot_connects_where_discord_says(
    tmp_path: Path, fake: FakeDiscord
) -> None:
    """Also if it is told how many shards there are, and need not ask for that."""
    shards = Shards(SHARDS, frozenset({0, 2}))
    async with BotProcess(tmp_path, fake, shards=shards, DISCORD_GATEWAY_URL="") as bot:
        await until(lambda: fake.gateway.shards_of(bot.client) == shards.ids, "both shards")
    assert fake.violations == []
