"""Discord is away, or we are away from it: nobody loses a turn that they could not take."""

from __future__ import annotations

from contextvars import copy_context
from datetime import timedelta

import pytest
from simcord._runtime import _BOT_SCOPE

from bot.service.ports import Pace
from tests.discord_ui.table import Cafe

HOUR = timedelta(hours=1)


async def gone(cafe: Cafe) -> None:
    """The connection is lost; discord.py says so again with every attempt that fails."""
    for _ in range(3):
        await hears(cafe, "disconnect")


async def hears(cafe: Cafe, how: str) -> None:
    """What discord.py tells its client, as if its own connection had."""

    def tell() -> None:
        _BOT_SCOPE.set((cafe.env, cafe.env._generation))
        cafe.client.dispatch(how)

    copy_context().run(tell)
    await cafe.settle()


@pytest.mark.parametrize("how", ["resumed", "ready"])
async def test_while_discord_is_away_no_time_runs_out(cafe, how):
    await cafe.start(cafe.bruno)
    late = await cafe.to_move()
    match = await cafe.match()
    await cafe.pass_time(hours=23)

    await gone(cafe)
    await cafe.pass_time(hours=9)
    assert (await cafe.match()).ply == match.ply
    await hears(cafe, how)

    (clock,) = (await cafe.match()).agenda.clocks
    assert clock.due_at is not None
    assert timedelta() <= clock.due_at - cafe.clock.now() - HOUR + timedelta(minutes=1) < 2 * HOUR
    assert f"<t:{int(clock.due_at.timestamp())}:R>" in cafe.table().text
    await cafe.pass_time(minutes=55)
    assert (await cafe.match()).ply == match.ply
    await cafe.move(late)
    after = await cafe.match()
    assert after.ply > match.ply
    assert await cafe.store.late(1, 0) == frozenset()


async def test_who_does_not_come_then_either_is_moved_for(cafe):
    await cafe.start(cafe.bruno)
    match = await cafe.match()
    await gone(cafe)
    await cafe.pass_time(hours=30)
    await hears(cafe, "resumed")
    await cafe.pass_time(hours=1.1)
    assert (await cafe.match()).ply > match.ply
    assert len(await cafe.store.late(1, 0)) == 1


async def test_a_hiccup_changes_nothing(cafe):
    await cafe.start(cafe.bruno)
    match = await cafe.match()
    await cafe.pass_time(hours=23.99)
    await gone(cafe)
    await cafe.pass_time(seconds=30)
    await hears(cafe, "resumed")
    await cafe.pass_time(minutes=2)
    assert (await cafe.match()).ply > match.ply
    assert match.pace is Pace.DAY


async def test_lost_and_found_and_lost_again_each_time_counts_from_its_own_beginning(cafe):
    await cafe.start(cafe.bruno)
    match = await cafe.match()
    await cafe.pass_time(hours=23.98)
    for _ in range(3):
        await gone(cafe)
        await cafe.pass_time(seconds=40)
        await hears(cafe, "resumed")
    assert (await cafe.match()).ply > match.ply
