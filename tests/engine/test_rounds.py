"""Rounds made into a match."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engine.contract import NOBODY, Outcome, Previous
from bot.engine.errors import NotYourTurn
from bot.engine.plans import LastStanding, RaceTo
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.moves import PASS
from tests.games.playing import played
from tests.games.positions import after, asked, position, step, told
from tests.games.toy import CARDS, TOY, TOY_IN_PAIRS

RACE = RaceTo(lambda setup: 50)
THREE = prepare(BLOCK.info, 3)
PLAYED = Outcome((0,), (50, 0, 0), "domino")


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((49, 0, 0), None),
        ((50, 0, 0), (0,)),
        ((50, 51, 0), (1,)),
        ((60, 10, 60), (0, 2)),
    ],
)
def test_a_race_goes_to_the_highest_total_at_the_target(totals, winners):
    outcome = RACE.verdict(THREE, totals, PLAYED)

    assert outcome == (None if winners is None else Outcome(winners, totals, "target"))
    assert RACE.goal(THREE) == 50
    assert RACE.survivors(THREE, totals) == (0, 1, 2)


def test_a_shared_lead_at_the_target_can_be_played_off():
    race = RaceTo(lambda setup: 50, play_off=lambda setup: True)

    assert race.verdict(THREE, (60, 10, 60), PLAYED) is None
    assert race.verdict(THREE, (60, 10, 61), PLAYED) == Outcome((2,), (60, 10, 61), "target")


def test_without_a_target_one_round_is_the_match():
    race = RaceTo(lambda setup: None)

    assert race.verdict(THREE, (7, 0, 0), PLAYED) == Outcome((0,), (7, 0, 0), "domino")
    assert race.goal(THREE) is None


@pytest.mark.parametrize(
    ("totals", "winners", "left"),
    [
        ((99, 0, 0), None, (0, 1, 2)),
        ((100, 72, 90), None, (1, 2)),
        ((100, 72, 101), (1,), (1,)),
        ((105, 107, 120), (0,), ()),
        ((105, 120, 105), (0, 2), ()),
    ],
)
def test_the_last_below_the_limit_wins(totals, winners, left):
    plan = LastStanding(100)

    outcome = plan.verdict(THREE, totals, PLAYED)

    assert (None if outcome is None else outcome.winners) == winners
    assert plan.survivors(THREE, totals) == left
    assert plan.goal(THREE) == 100


def test_who_was_out_before_cannot_win_with_the_lowest_total():
    two = replace(THREE, seats=(1, 2))

    outcome = LastStanding(100).verdict(two, (100, 110, 120), PLAYED)

    assert outcome == Outcome((1,), (100, 110, 120), "all out")


def test_after_a_round_the_next_begins_and_knows_the_last():
    state = position(BLOCK, "5-2", "5-1", on="5-5", scores=(3, 4))

    made = step(BLOCK, state, "5-2@l")

    assert told(made, RoundScored) == RoundScored(1, (0,), (6, 0), (9, 4), goal=100)
    assert made.state.number == 2
    assert made.state.totals == (9, 4)
    assert made.state.setup.previous == Previous(1, leader=0, winners=(0,))
    assert made.state.round == BLOCK.game.start(made.state.setup)


def test_the_last_round_stays_on_the_table():
    state = position(BLOCK, "5-2", "5-1", on="5-5", scores=(94, 4))

    made = step(BLOCK, state, "5-2@l")

    assert told(made, MatchEnded) == MatchEnded((0,), (100, 4), "target")
    assert made.state.number == 1
    assert made.state.round.outcome is not None
    assert BLOCK.to_act(made.state) == NOBODY
    assert BLOCK.legal_moves(made.state, 1) == ()
    with pytest.raises(NotYourTurn):
        BLOCK.apply(made.state, 1, PASS)


def test_everybody_sees_the_scores_and_the_goal():
    state = position(BLOCK, "5-2 1-0", "5-1", on="5-5", scores=(3, 4), target=70)

    for seat in (0, 1, None):
        seen = BLOCK.observe(state, seat)
        assert (seen.seat, seen.totals, seen.goal) == (seat, (3, 4), 70)
        assert seen.to_act == {0}


def test_after_the_match_an_observation_asks_for_nothing():
    state = after(BLOCK, position(BLOCK, "5-2", "5-1", on="5-5", target=1), "5-2@l")

    for seat in (0, 1, None):
        seen = BLOCK.observe(state, seat)
        assert seen.to_act == NOBODY
        assert seen.legal == ()
        assert seen.outcome is not None


# Elimination and partnerships, on the test game.


def rounds_of(rules, seats, seed, **options):
    """Who sat in each round, and the totals after it."""
    match = played(rules, prepare(rules.info, seats, options), seed)
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, RoundScored):
                yield match.states[ply.index].setup.seats, event


@pytest.mark.parametrize("seed", range(5))
def test_who_reached_the_limit_sits_out_the_next_round(seed):
    played_rounds = list(rounds_of(TOY, 4, seed, limit=5))

    assert len({seats for seats, _ in played_rounds}) > 1
    for (_, before), (seats, event) in pairwise(played_rounds):
        assert seats == tuple(s for s in range(4) if before.totals[s] < 5)
        assert all(event.points[seat] == 0 for seat in set(range(4)) - set(seats))


def test_an_eliminated_seat_looks_on_and_is_never_asked():
    match = played(TOY, prepare(TOY.info, 4), seed=0)
    small = [state for state in match.states if len(state.setup.seats) < 4]
    out = next(seat for seat in range(4) if seat not in small[-1].setup.seats)

    for state in small:
        if out in state.setup.seats:
            continue
        seen = TOY.observe(state, out)
        assert seen.legal == ()
        assert seen.round.hand == ()
        assert out not in seen.to_act


def test_partners_score_together():
    for seed in range(5):
        for _, event in rounds_of(TOY_IN_PAIRS, 4, seed):
            assert event.points[0] == event.points[2]
            assert event.points[1] == event.points[3]


def test_secret_choices_wait_for_each_other():
    start = TOY.start(prepare(TOY.info, 3))
    state = after(TOY, start, "deal " + " ".join(CARDS), "lot 0")
    one, other = TOY.legal_moves(state, 2)[:2]

    assert asked(TOY, state) == {0, 1, 2}
    after_one, after_other = (TOY.apply(state, 2, move).state for move in (one, other))
    assert asked(TOY, after_one) == {0, 1}
    assert TOY.observe(after_one, 0) == TOY.observe(after_other, 0)
    assert TOY.observe(after_one, 2) != TOY.observe(after_other, 2)
    with pytest.raises(NotYourTurn):
        TOY.apply(after_one, 2, other)
