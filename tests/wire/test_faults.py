"""Faults of Discord and of the network: play continues, and lost updates are posted later."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import EVERYTHING, SEND, VIEW
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group
from tests.wire.http_calls import Fault
from tests.wire.person import Person, moves_offered_by
from tests.wire.test_running_bot import play_into_trouble

SOON = 0.3
"""Seconds after which people act though they have no answer."""

pytestmark = [pytest.mark.deep, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    settings: Any = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": "json"}
    directory = tmp_path_factory.mktemp("bot")
    async with FakeDiscord() as discord, BotProcess(directory, discord, **settings) as bot:
        await bot.ready()
        await until(lambda: "ready as" in bot.output, "what is owed at a start is shown")
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def table(process: BotProcess) -> AsyncIterator[Group]:
    """Yield a table; check that after the fault it is shown, once, and that play continues."""
    table = await Group(process.discord).open()
    await process.until_all_is_shown()
    yield table
    await process.until_all_is_shown()
    await table.play(2)
    await process.until_all_is_shown()
    assert len(table.tables) == 1
    assert all(move.played for move in table.moves)
    assert process.discord.violations == []


async def test_rate_limits_are_kept(process: BotProcess, table: Group) -> None:
    """The headers are heeded, so no request is one too many; a sudden 429 is waited out."""
    discord, room = process.discord, f"/channels/{table.channel.id}/messages"
    discord.limits[str(table.channel.id)] = (3, 1.0)
    surprise = discord.fault("POST", room, status=429, retry_after=0.4)
    while len(discord.requests("POST", room)) < 8:
        await table.turn()
    assert surprise.hits == 1
    assert [call.status for call in discord.calls if call.path.startswith(room)].count(429) == 1


async def test_a_table_that_may_not_be_shown_is_shown_when_it_may(process, table):
    discord = process.discord
    table.channel.permissions = EVERYTHING & ~SEND & ~VIEW
    await table.press_move()
    room = f"/channels/{table.channel.id}/messages*"
    await until(lambda: any(call.status == 403 for call in discord.calls), "a refusal")
    assert table.match in process.stored.owed()
    discord.allow(table.channel)
    await process.until_all_is_shown()
    assert discord.requests("POST", room)[-1].status == 200


async def test_the_session_is_forgotten(process: BotProcess, table: Group) -> None:
    gateway = process.discord.gateway
    resumed, identified = gateway.resumed, gateway.identified
    gateway.drop(forget=True)
    await until(lambda: gateway.is_up, "a new session")
    assert (gateway.resumed, gateway.identified) == (resumed, identified + 1)


async def test_a_join_before_the_bot_knows_its_lobby(process: BotProcess, table: Group) -> None:
    """Discord shows the lobby to people before the bot hears that it did."""
    discord, channel = process.discord, process.discord.channel()
    host, guest = (Person.new(discord) for _ in range(2))
    slow = discord.fault("POST", "/interactions/*", lag=1)
    host.type("play", channel, game="block")
    lobby = await until(lambda: channel.public and channel.public[0], "a lobby")
    (join,) = [each for each in lobby.ids if each.endswith(":join")]
    await guest.answered(guest.press(lobby, join))
    assert slow.hits
    start = join.replace(":join", ":start")
    await until(lambda: [start in each.ids for each in channel.public] == [True], "one lobby")


@pytest.mark.parametrize("code", [1000, 1011, 4000, 4007, 4009])
async def test_a_gateway_that_closes_is_met_again(process, table, code):
    gateway = process.discord.gateway
    starts = gateway.identified + gateway.resumed
    await gateway.close(code)
    await until(lambda: gateway.identified + gateway.resumed > starts, "it comes back")
    await until(lambda: gateway.is_up, "a session")


ROUTES = (
    ("POST", "/channels/*/messages"),
    ("DELETE", "/channels/*/messages/*"),
    ("POST", "/interactions/*"),
    ("PATCH", "/webhooks/*"),
)
FAULTS: tuple[dict[str, Any], ...] = (
    {"status": 400},
    {"status": 403},
    {"status": 404},
    {"status": 429, "retry_after": 0.1},
    {"status": 429, "retry_after": 0.1, "via": False},
    {"status": 503},
    {"drop": "before"},
    {"drop": "after"},
    {"lag": 0.5},
)


async def play_unanswered(table: Group, fault: Fault) -> None:
    """Press and play, whether answers arrive or not, until a request has met that fault."""
    while not fault.hits:
        mover = table.to_move or table.host
        pressed = [mover.type("hand", table.channel), table.host.type("board", table.channel)]
        if shown := table.table:
            pressed += [mover.press(shown, f"t:{table.match}:{each}") for each in ("hand", "more")]
        await asyncio.sleep(SOON)
        hands = [each.original for each in pressed if each.original and each.original.files]
        hand = next(filter(moves_offered_by, hands), None)
        if hand is not None and not fault.hits:
            mover.press_move(hand)
            await asyncio.sleep(SOON)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
async def test_whatever_a_request_meets_people_play_on(process, route):
    table = await Group(process.discord).open()
    for fault in FAULTS:
        met = process.discord.fault(*route, **fault)
        await play_unanswered(table, met)
        met.times = 0
        await process.until_all_is_shown()


async def test_no_fault_was_told_like_a_defect(process: BotProcess) -> None:
    """After the tests above, which let Discord fail in every way."""
    assert process.tracebacks == []
    assert '"exception"' not in process.output


async def test_the_log_is_json_and_holds_no_secret(process: BotProcess) -> None:
    """The last test here: the process ends with it."""
    await play_into_trouble(process)
    await process.stop()
    told = [json.loads(line) for line in process.output.splitlines()]
    assert len(told) > 20
    assert all({"time", "level", "logger", "event"} <= each.keys() for each in told)
