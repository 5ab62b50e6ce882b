"""The subtle checks have teeth: for each there is a game that leaks or errs, and is refused.

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

FAULTS = [
    (BLOCK, broken.ShowsANeighboursHand, secrecy.check_nothing_hidden_is_reachable),
    (DRAW, broken.HidesTheNextBoneInANumber, secrecy.check_a_swap_changes_nothing_seen),
    (DRAW, broken.TellsWhatIsDrawn, secrecy.check_nothing_hidden_is_told),
    (BLOCK, broken.SpellsABoneIntoThePass, secrecy.check_nothing_hidden_is_told),
    (BLOCK, broken.ForgetsPasses, secrecy.check_samples_could_have_happened),
    (BLOCK, broken.SamplesTheStockInOrder, secrecy.check_every_place_is_sampled),
    (DRAW, broken.LosesABone, contract.check_pieces),
    (BLOCK, broken.RemembersTheLastMatch, contract.check_replay),
    (BLOCK, broken.PeeksForTheAbsent, secrecy.check_the_safest_move_rests_on_what_is_seen),
    (BLOCK, broken.SpellsTwoMovesAlike, contract.check_turns),
    (BLOCK, broken.LetsAnybodyAct, contract.check_refusals),
    (BLOCK, broken.PaysInDebts, contract.check_points_never_decrease),
    (BLOCK, broken.ForgetsWhoActs, contract.check_observation_tells_whose_turn_it_is),
    (BLOCK, broken.PassesForTheAbsent, contract.check_the_safest_move_is_a_legal_one),
    (BLOCK, broken.ThinksAgain, contract.check_the_safest_move_is_a_legal_one),
]


def told(value):
    return value.info.id if value in (BLOCK, DRAW) else value.__name__.removeprefix("check_")


@pytest.mark.parametrize(("rules", "kind", "check"), FAULTS, ids=told)
def test_a_broken_game_is_found_out(rules, kind, check, monkeypatch):
    monkeypatch.setattr(secrecy, "WORLDS", 100)  # enough for what is never sampled
    match = played(by(kind, rules), prepare(rules.info, 2))
    with pytest.raises((AssertionError, TypeError, pytest.fail.Exception)):
        check(match)


def test_a_game_without_end_is_found_out():
    with pytest.raises(AssertionError, match="does not end"):
        played(by(broken.NeverEnds, BLOCK), prepare(BLOCK.info, 2), limit=2000)


def test_absent_players_who_never_get_done_are_found_out(monkeypatch):
    monkeypatch.setattr(contract, "PLIES", 500)
    rules = Rounds(broken.TurnsUpTheSameAgain(MEMORY.info), MEMORY.match_format)
    with pytest.raises(AssertionError, match="safest moves does not end"):
        contract.check_a_match_of_safest_moves_ends(played(rules, prepare(rules.info, 2)))
