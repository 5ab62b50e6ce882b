from unittest.mock import patch

import pytest

from bot.model.match import Match
from tests.discord_ui.simulation import DiscordSim


async def test_a_lobby_goes_on_after_a_restart_and_is_not_shown_twice(sim):
    lobby, before = await sim.seat(sim.bruno), [shown.id for shown in sim.public()]
    await sim.restart()
    assert [shown.id for shown in sim.public()] == before
    await sim.click(sim.chen, lobby, "Join")
    await sim.click(sim.ana, lobby, "Start")
    match = await sim.match()
    assert match.people == (sim.ana.id, sim.bruno.id, sim.chen.id)
    assert match.is_open
    assert len(sim.tables()) == 1


async def test_in_mid_round_old_buttons_of_every_kind_still_work(sim, two_play):
    for _ in range(3):
        await sim.move(await sim.to_move())
    before, table = await sim.match(), sim.table()
    who = await sim.to_move()
    hand, said = await sim.hand(who), sim.posts()
    await sim.restart()
    assert (await sim.match()).ply == before.ply
    assert sim.posts() == said, "what was shown is not shown again"
    assert sim.table().id == table.id
    await sim.click(who, hand, hand.moves[0].id)  # a private answer of the last process
    assert (await sim.match()).ply == before.ply + 1
    other = await sim.to_move()
    dm = sim.direct_messages(other)[-1]
    await sim.restart()
    await sim.click(other, dm, dm.moves[0].id)
    assert (await sim.match()).ply > before.ply + 1
    assert (await sim.hand(sim.ana)).is_("hand.png")


async def test_a_computer_that_was_about_to_move_moves_after_the_restart(sim):
    with patch.object(sim.client.service.computers.queue, "enqueue", lambda match_id: None):
        await sim.start(sim.bruno, computers=["steady", "casual"])
        while (await sim.match()).awaits.value != "computer":
            await sim.move(await sim.to_move())
        before = await sim.match()
        await sim.settle()
        assert (await sim.match()).ply == before.ply
    await sim.restart()
    after = await sim.match()
    assert after.ply > before.ply
    assert after.awaits.value == "person"
    assert after.shown_version == after.version
    assert sim.table().pinged == ((await sim.to_move()).id,)


async def fail_to_show(sim: DiscordSim, status: int = 500) -> Match:
    """Commit a move whose table can't be posted; return the match then."""
    await sim.start(sim.bruno)
    old = sim.table()
    sim.env.inject_error("POST", sim.messages_path, status=status, times=1)
    await sim.move(await sim.to_move(), lambda moves: moves[-1])  # others can answer a heavy lead
    match = await sim.match()
    assert match.shown_version < match.version
    assert sim.table().id == old.id
    return match


async def test_a_move_on_top_of_one_that_is_not_shown_yet_tells_both(sim):
    await fail_to_show(sim)
    await sim.move(await sim.to_move())
    assert await sim.is_shown()
    told = sim.table().text
    assert told.count("played") + told.count("led") == 2, "nothing that happened goes untold"


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_table_committed_but_not_shown_is_shown_after_the_restart_once(sim, status):
    before, old = await fail_to_show(sim, status), sim.table()
    await sim.restart()
    match = await sim.match()
    assert (match.ply, match.shown_version) == (before.ply, match.version)
    assert sim.table().id != old.id
    assert sim.table().pinged == ((await sim.to_move()).id,)
    said = sim.posts()
    await sim.restart()
    await sim.pass_time(hours=1)
    assert sim.posts() == said


@pytest.mark.parametrize("restarts", [6, pytest.param(50, marks=pytest.mark.deep)])
async def test_a_restart_after_every_move_loses_and_repeats_nothing(sim, restarts):
    await sim.start_short(sim.bruno)
    for _ in range(restarts):
        if (await sim.match()).is_open:
            await sim.move(await sim.to_move())
            await sim.restart()
    await sim.plies()
    shown = [each for each in sim.public() if each.is_("round.png")]
    assert len(shown) == len({each.text for each in shown})
    assert len(sim.tables()) == (await sim.match()).is_open
