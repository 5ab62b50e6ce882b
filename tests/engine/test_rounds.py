import pytest

from bot.engine.contract import NOBODY, Outcome, Previous
from bot.engine.errors import NotYourTurn
from bot.engine.match_formats import LastStanding, RaceTo
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.connecting.moves import PASS
from bot.games.maltese_cross import MALTESE_CROSS
from tests.games.playing import played
from tests.games.positions import position, step, told

RACE = RaceTo(lambda setup: 50)
THREE = prepare(BLOCK.info, 3)
PLAYED = Outcome((0,), (50, 0, 0), "domino")


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((49, 0, 0), None), ((50, 0, 0), (0,)), ((50, 51, 0), (1,)), ((60, 10, 60), (0, 2))],
)
def test_a_race_goes_to_the_highest_total_at_the_target(totals, winners):
    outcome = RACE.verdict(THREE, totals, PLAYED)
    assert outcome == (None if winners is None else Outcome(winners, totals, "target"))
    assert RACE.terms(THREE).goal == 50
    assert RACE.survivors(THREE, totals) == (0, 1, 2)
    played_off = RaceTo(RACE.target, play_off=lambda setup: True).verdict(THREE, totals, PLAYED)
    assert played_off == (None if winners and len(winners) > 1 else outcome)


def test_without_a_target_one_round_is_the_match():
    race = RaceTo(lambda setup: None)
    assert race.verdict(THREE, (7, 0, 0), PLAYED) == Outcome((0,), (7, 0, 0), "domino")
    assert race.terms(THREE).goal is None


@pytest.mark.parametrize(
    ("totals", "winners", "left"),
    [
        *(((99, 0, 0), None, (0, 1, 2)), ((100, 72, 90), None, (1, 2))),
        *(((100, 72, 101), (1,), (1,)), ((105, 107, 120), (0,), ()), ((105, 120, 105), (0, 2), ())),
    ],
)
def test_the_last_below_the_limit_wins(totals, winners, left):
    plan = LastStanding(lambda setup: 100)
    outcome = plan.verdict(THREE, totals, PLAYED)
    assert (None if outcome is None else outcome.winners) == winners
    assert plan.survivors(THREE, totals) == left
    assert plan.terms(THREE).goal == 100


@pytest.mark.parametrize(
    ("limit", "totals", "winners"),
    [
        *((None, (0, 0, 9), (0,)), (50, (49, 40, 30), None), (50, (49, 50, 30), (2,))),
        *((50, (30, 50, 30), (0, 2)), (50, (52, 50, 30), (2,)), (50, (60, 55, 70), (1,))),
    ],
)
def test_CROSS_12_one_round_or_a_match_that_ends_with_the_first_who_is_out(limit, totals, winners):
    plan = LastStanding(lambda setup: limit, lambda setup: True)
    outcome = plan.verdict(THREE, totals, PLAYED)
    assert (None if outcome is None else outcome.winners) == winners
    assert plan.terms(THREE).goal == limit
    assert plan.terms(THREE).rounds == (None if limit else 1)


def test_one_round_with_penalties_and_without_a_winner_is_shared_by_the_fewest():
    plan = LastStanding(lambda setup: None)
    outcome = plan.verdict(THREE, (9, 7, 7), Outcome((), (9, 7, 7), "blocked"))
    assert outcome == Outcome((1, 2), (9, 7, 7), "blocked")


def test_after_a_round_the_next_begins_and_knows_the_last():
    state = position(BLOCK, "5-2", "5-1", on="5-5", scores=(3, 4))
    made = step(BLOCK, state, "5-2@l")
    assert told(made, RoundScored) == RoundScored(1, (0,), (6, 0), (9, 4), goal=100)
    assert made.state.number == 2
    assert made.state.totals == (9, 4)
    assert made.state.setup.previous == Previous(1, leader=0, winners=(0,), totals=(9, 4))
    assert made.state.round == BLOCK.game.start(made.state.setup)


def test_the_last_round_stays_on_the_table():
    state = position(BLOCK, "5-2", "5-1", on="5-5", scores=(94, 4))
    seen = BLOCK.observe(state, 1)
    assert (seen.totals, seen.goal, seen.to_act) == ((94, 4), 100, frozenset({0}))
    made = step(BLOCK, state, "5-2@l")
    assert told(made, MatchEnded) == MatchEnded((0,), (100, 4), "target")
    assert made.state.number == 1
    assert made.state.round.outcome is not None
    assert BLOCK.to_act(made.state) == NOBODY
    assert BLOCK.legal_moves(made.state, 1) == ()
    assert BLOCK.observe(made.state, 1).outcome == made.state.outcome
    with pytest.raises(NotYourTurn):
        BLOCK.apply(made.state, 1, PASS)


def test_the_outcome_tells_in_which_round_each_seat_sat_last():
    match = played(MALTESE_CROSS, prepare(MALTESE_CROSS.info, 4), seed=1)
    last = {seat: state.number for state in match.states for seat in state.setup.seats}
    assert len(set(last.values())) > 1
    assert match.states[-1].outcome.lasted == tuple(last[seat] for seat in range(4))
