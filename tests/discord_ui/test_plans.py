"""Planning by buttons, and what becomes of plans when turns come."""

import pytest

from bot.games import game
from tests.discord_ui.simulation import DiscordSim, Person, Shown
from tests.games.positions import asked, legal

PIECE = "w:1:add:"


def pieces(plan: Shown) -> list[str]:
    """Return the ids of the buttons that add a piece to a plan."""
    return [each.id for each in plan.buttons if each.id.startswith(PIECE)]


async def waiting(sim: DiscordSim) -> Person:
    """Return the person whose turn comes next."""
    match = await sim.match()
    (acting,) = (clock.seat for clock in match.agenda.clocks)
    return sim.person(match.seats[(acting + 1) % len(match.seats)].user_id)


async def acting(sim: DiscordSim) -> Person:
    match = await sim.match()
    (seat,) = (clock.seat for clock in match.agenda.clocks)
    return sim.person(match.seats[seat].user_id)


@pytest.mark.usefixtures("three_play")
class TestPlanning:
    async def test_three_bones_take_four_presses(self, sim):
        person = await waiting(sim)
        hand = await sim.hand(person)
        plan = await sim.clicked(person, hand, "Plan")
        for bone in pieces(plan)[:3]:
            await sim.click(person, sim.now(hand), bone)
        shown = sim.now(hand)
        numbered = [each.label for each in shown.buttons if " · " in each.label]
        assert [each[0] for each in numbered] == ["1", "2", "3"]
        assert "📝 Plan:" in shown.text
        back = await sim.clicked(person, hand, "Back to your hand")
        assert "📝 Plan:" in back.text
        assert {"Change plan", "Stop plan"} <= set(back.labels)

    async def test_a_planned_bone_is_played_when_the_turn_comes(self, sim):
        person, first = await waiting(sim), await acting(sim)
        hand = await sim.hand(person)
        plan = await sim.clicked(person, hand, "Plan")
        for bone in pieces(plan):
            await sim.click(person, sim.now(hand), bone)
        before = (await sim.match()).ply
        moving = await sim.hand(first)
        await sim.click(first, moving, moving.moves[0].id)
        await sim.pass_time(minutes=4)
        assert (await sim.match()).ply > before + 1
        assert not sim.now(hand).moves


def forced(state):
    (seat,) = asked(game("block"), state)
    return len(legal(game("block"), state, seat)) == 1


async def asked_about_forced_moves(sim: DiscordSim) -> tuple[Person, Shown]:
    """Let somebody make their only move; return them, and their hand with the question."""
    await sim.skip(forced)
    person = await acting(sim)
    hand = await sim.hand(person)
    asking = await sim.clicked(person, hand, hand.moves[0].id)
    assert "You had no choice" in asking.text
    return person, asking


async def test_the_question_about_forced_moves_stays_when_the_hand_changes_by_itself(
    sim, three_play
):
    person, asking = await asked_about_forced_moves(sim)
    await sim.move_by_command(await acting(sim))
    await sim.pass_time(minutes=4)
    changed = sim.now(asking)
    assert changed.text != asking.text
    assert "You had no choice" in changed.text
    answered = await sim.clicked(person, changed, "Yes, play them")
    assert "From now on" in answered.text
    assert "You had no choice" not in answered.text


async def test_on_ones_turn_nothing_says_that_there_is_no_choice(sim, two_play):
    person, asking = await asked_about_forced_moves(sim)
    await sim.move_by_command(await acting(sim))
    await sim.pass_time(minutes=4)
    assert await acting(sim) is person
    assert sim.now(asking).moves
    assert "You had no choice" not in sim.now(asking).text
