"""Discord is unreachable: nobody loses a turn that they could not take."""

from contextvars import copy_context
from datetime import timedelta

import pytest
from simcord._runtime import _BOT_SCOPE

from tests.discord_ui.simulation import DiscordSim

HOUR = timedelta(hours=1)


async def gone(sim: DiscordSim) -> None:
    """Lose the connection, as discord.py reports it again at every failed attempt."""
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
async def test_while_discord_is_away_no_time_runs_out(sim, how):
    await sim.start(sim.bruno)
    late = await sim.to_move()
    match = await sim.match()
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
    after = await sim.match()
    assert after.ply > match.ply
    assert await sim.store.late_plies(1, 0) == frozenset()


async def test_hiccups_change_nothing_however_often_they_come(sim):
    """Each time counts from its own beginning."""
    await sim.start(sim.bruno)
    match = await sim.match()
    await sim.pass_time(hours=23.98)
    for _ in range(3):
        await gone(sim)
        await sim.pass_time(seconds=40)
        await hears(sim, "shard_resumed")
    assert (await sim.match()).ply > match.ply
