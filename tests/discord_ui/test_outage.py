from collections.abc import Mapping
from contextvars import copy_context
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord._runtime import _BOT_SCOPE

from bot.discord_ui.faults import is_for_everything, retry_after
from tests.discord_ui.simulation import DiscordSim

HOUR = timedelta(hours=1)


async def gone(sim: DiscordSim) -> None:
    for _ in range(3):
        await hears(sim, "shard_disconnect")


async def hears(sim: DiscordSim, how: str) -> None:
    """Dispatch an event of discord.py about the connection of the only shard."""

    def tell() -> None:
        _BOT_SCOPE.set((sim.env, sim.env._generation))
        sim.client.dispatch(how, 0)

    copy_context().run(tell)
    await sim.settle()


@pytest.mark.parametrize("how", ["shard_resumed", "shard_ready"])
async def test_while_discord_is_away_no_time_runs_out(sim, how, two_play):
    late, match = await sim.to_move(), await sim.match()
    await sim.pass_time(hours=23)
    await gone(sim)
    await sim.pass_time(hours=9)
    assert (await sim.match()).ply == match.ply
    await hears(sim, how)
    (clock,) = (await sim.match()).agenda.clocks
    assert clock.due_at is not None
    assert timedelta() <= clock.due_at - sim.clock.now() - HOUR + timedelta(minutes=1) < 2 * HOUR
    assert f"<t:{int(clock.due_at.timestamp())}:R>" in sim.table().text
    await sim.pass_time(minutes=55)
    assert (await sim.match()).ply == match.ply
    await sim.move(late)
    assert (await sim.match()).ply > match.ply
    assert await sim.store.late_plies(1, 0) == frozenset()


async def test_hiccups_change_nothing_however_often_they_come(sim, two_play):
    """Each time counts from its own beginning."""
    match = await sim.match()
    await sim.pass_time(hours=23.98)
    for _ in range(3):
        await gone(sim)
        await sim.pass_time(seconds=40)
        await hears(sim, "shard_resumed")
    assert (await sim.match()).ply > match.ply


JSON, PAGE = {"Content-Type": "application/json"}, {"Content-Type": "text/html; charset=UTF-8"}


def turned_away(after: str = "", headers: Mapping[str, str] = JSON, status: int = 429) -> Exception:
    """Return the error for an answer with these headers and ``Retry-After``."""
    written = {"Retry-After": after} if after else {}
    response: Any = SimpleNamespace(status=status, reason="", headers={**headers, **written})
    return discord.HTTPException(response, {"message": "slow down"})


@pytest.mark.parametrize(
    ("error", "seconds", "everything"),
    [
        (turned_away("600"), 600, False),
        (turned_away("0.5", JSON | {"X-RateLimit-Global": "true"}), 0.5, True),
        (turned_away("3600", PAGE), 3600, True),
        (turned_away(), 0, False),
        (turned_away("Wed, 21 Oct 2026 07:28:00 GMT"), 0, False),
        (turned_away("inf"), 0, False),
        (turned_away("600", PAGE, 503), 0, False),
        (OSError("no network"), 0, False),
    ],
)
def test_how_long_discord_or_a_proxy_wants_no_more_requests(error, seconds, everything):
    assert (retry_after(error), is_for_everything(error)) == (seconds, everything)


async def test_a_table_is_not_sent_sooner_than_discord_allows(sim, two_play):
    table, sent = sim.table(), []

    async def refused(*_: object, **__: object) -> None:
        sent.append(1)
        raise turned_away("600")

    with patch.object(discord.abc.Messageable, "send", refused):
        for _ in range(3):
            await sim.move_by_command(await sim.to_move())
        await sim.pass_time(seconds=590)
    assert len(sent) == 1
    assert sim.table().id == table.id
    await sim.pass_time(seconds=11)
    assert sim.table().pinged == ((await sim.to_move()).id,)
