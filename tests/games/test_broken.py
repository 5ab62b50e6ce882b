"""The checks have teeth: for each there is a game that it refuses.

That sound games pass them is tried in test_contract.py.
"""

import pytest

from bot.engine.rounds import Rounds
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.draw import DRAW
from bot.games.memory import MEMORY
from tests.games import broken, contract, secrecy
from tests.games.broken import broken as by
from tests.games.playing import played

LEAKS = [
    (BLOCK, broken.ShowsANeighboursHand, secrecy.check_nothing_hidden_is_reachable),
    (BLOCK, broken.ShowsANeighboursHand, secrecy.check_a_swap_changes_nothing_seen),
    (BLOCK, broken.ShowsANeighboursHand, secrecy.check_every_place_is_imagined),
    (DRAW, broken.HidesTheNextBoneInANumber, secrecy.check_a_swap_changes_nothing_seen),
    (DRAW, broken.HidesTheNextBoneInANumber, secrecy.check_every_place_is_imagined),
    (DRAW, broken.TellsWhatIsDrawn, secrecy.check_nothing_hidden_is_told),
    (DRAW, broken.TellsWhatIsDrawn, secrecy.check_nothing_hidden_is_reachable),
    (DRAW, broken.TellsWhatIsDrawn, secrecy.check_a_swap_changes_nothing_seen),
    (BLOCK, broken.SpellsABoneIntoThePass, secrecy.check_nothing_hidden_is_told),
    (BLOCK, broken.SpellsANeighboursBone, secrecy.check_nothing_hidden_is_told),
    (BLOCK, broken.SpellsANeighboursBone, secrecy.check_nothing_hidden_is_reachable),
]
FAULTS = [
    (BLOCK, broken.ForgetsPasses, secrecy.check_worlds_agree_with_history),
    (BLOCK, broken.ImaginesTheStockInOrder, secrecy.check_every_place_is_imagined),
    (BLOCK, broken.ImaginesOneWorld, secrecy.check_every_place_is_imagined),
    (BLOCK, broken.ForgetsWhoActs, contract.check_observation_tells_whose_turn_it_is),
    (BLOCK, broken.SpellsTwoMovesAlike, contract.check_turns),
    (BLOCK, broken.LetsAnybodyAct, contract.check_refusals),
    (DRAW, broken.LosesABone, contract.check_pieces),
    (BLOCK, broken.PaysInDebts, contract.check_points_never_decrease),
    (BLOCK, broken.RemembersTheLastMatch, contract.check_replay),
    (BLOCK, broken.PassesForTheAbsent, contract.check_the_safest_move_is_a_legal_one),
    (BLOCK, broken.ThinksAgain, contract.check_the_safest_move_is_a_legal_one),
    (BLOCK, broken.PeeksForTheAbsent, contract.check_the_safest_move_rests_on_what_is_seen),
]


def told(value):
    return value.info.id if value in (BLOCK, DRAW) else value.__name__.removeprefix("check_")


@pytest.mark.parametrize(("rules", "kind", "check"), LEAKS + FAULTS, ids=told)
def test_a_broken_game_is_found_out(rules, kind, check):
    match = played(by(kind, rules), prepare(rules.info, 2))

    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(match)


@pytest.mark.parametrize("kind", [broken.ShowsANeighboursHand, broken.TellsWhatIsDrawn])
def test_a_leak_that_imagine_keeps_is_not_found_by_comparing_observations(kind):
    """Why there are more checks than this one."""
    match = played(by(kind, DRAW), prepare(DRAW.info, 2))

    contract.check_imagine_keeps_what_was_seen(match)


def test_a_game_without_end_is_found_out():
    with pytest.raises(AssertionError, match="does not end"):
        played(by(broken.NeverEnds, BLOCK), prepare(BLOCK.info, 2), limit=2000)


def test_absent_players_who_never_get_done_are_found_out(monkeypatch):
    monkeypatch.setattr(contract, "PLIES", 500)
    rules = Rounds(broken.TurnsUpTheSameAgain(MEMORY.info), MEMORY.plan)

    with pytest.raises(AssertionError, match="safest moves does not end"):
        contract.check_a_match_of_safest_moves_ends(played(rules, prepare(rules.info, 2)))
