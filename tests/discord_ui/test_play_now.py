import pytest

from bot.games import CATALOGUE, game
from bot.model.match import Stage
from tests.discord_ui.simulation import STRANGER, bones_in

PLAY_NOW = "Play now"
IN_COMPANY = [rules.info.id for rules in CATALOGUE if rules.info.min_seats > 1]


@pytest.mark.parametrize("game_id", IN_COMPANY)
async def test_as_many_computers_come_as_the_game_needs(sim, game_id):
    info = game(game_id).info
    lobby = await sim.play(sim.ana, game_id)
    needed = info.seat_counts[0] - 1
    wanted = "Play now adds a computer." if needed == 1 else f"Play now adds {needed} computers."
    assert wanted in lobby.text
    await sim.click(sim.ana, lobby, PLAY_NOW)
    match = await sim.match()
    assert match.stage is Stage.RUNNING
    assert [each.level for each in match.seats] == [None, *["steady"] * needed]
    assert not bones_in(sim.now(lobby).all_words)


async def test_computers_that_are_there_already_count(sim):
    await sim.play(sim.ana, "duos")
    await sim.add_computer("strong")
    assert "Play now adds 2 computers." in sim.lobby().text
    await sim.click(sim.ana, sim.lobby(), PLAY_NOW)
    levels = [each.level for each in (await sim.match()).seats]
    assert levels == [None, "strong", "steady", "steady"]


async def test_two_presses_at_once_start_one_match_and_leave_one_hand(sim):
    lobby = await sim.play(sim.ana)
    presses = [(sim.ana, lobby, "l:1:now")] * 2
    await sim.at_once(*presses)
    private = [each for each in sim.seen_by(sim.ana) if each.owner]
    answers = [each for each in private if "New to" not in each.text]
    match = await sim.match()
    assert [each.level for each in match.seats] == [None, "steady"]
    assert all(each.owner == sim.ana.id for each in answers)
    assert sorted(bool(each.moves) for each in answers) in ([False, False], [False, True])
    assert any("newer message" in each.text for each in answers)
    assert "already started" in await sim.told(sim.eva, lobby, "l:1:now")


async def test_with_others_it_fills_the_table_for_everybody(sim):
    lobby = await sim.play(sim.ana, "duos")
    before = await sim.match()
    assert await sim.told(sim.eva, lobby, "l:1:now") == STRANGER
    assert await sim.match() == before
    await sim.click(sim.bruno, lobby, "Join")
    assert "Play now adds 2 computers." in sim.lobby().text
    assert (await sim.told(sim.bruno, sim.lobby(), PLAY_NOW)).startswith("Only the host, ")
    await sim.click(sim.ana, sim.lobby(), PLAY_NOW)
    match = await sim.match()
    assert match.stage is Stage.RUNNING
    assert [each.level for each in match.seats] == [None, None, "steady", "steady"]
    assert match.people == (sim.ana.id, sim.bruno.id)
    assert sim.open_hand(sim.ana).is_("hand.png")


async def test_two_who_can_start_without_computers_are_not_offered_any(sim):
    await sim.click(sim.bruno, await sim.play(sim.ana), "Join")
    assert PLAY_NOW not in sim.lobby().labels
    assert not next(each for each in sim.lobby().buttons if each.label == "Start").disabled


async def test_in_a_game_for_one_start_is_enough(sim):
    lobby = await sim.play(sim.ana, "solitaire")
    assert PLAY_NOW not in lobby.labels
    assert not next(each for each in lobby.buttons if each.label == "Start").disabled


async def test_who_could_play_alone_can_have_company_too(sim):
    lobby = await sim.play(sim.ana, "memory")
    assert "Play now adds a computer. With Start, you play alone." in lobby.text
    assert not next(each for each in lobby.buttons if each.label == "Start").disabled
    await sim.click(sim.ana, lobby, PLAY_NOW)
    assert [each.level for each in (await sim.match()).seats] == [None, "steady"]


async def test_a_rematch_waits_for_the_people_it_calls(sim):
    await sim.click(sim.ana, await sim.finish(sim.bruno), "Rematch")
    assert "rematch" in sim.lobby().text
    assert PLAY_NOW not in sim.lobby().labels


async def test_the_hand_does_not_wait_for_a_table_that_cannot_be_posted(sim):
    lobby = await sim.play(sim.ana)
    sim.forbid("send_messages")
    await sim.click(sim.ana, lobby, PLAY_NOW)
    assert not sim.tables()
    assert sim.open_hand(sim.ana).moves
