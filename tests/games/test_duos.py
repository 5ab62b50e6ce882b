# ruff: noqa: N802 - tests bear the ids of the rules
"""Duos, rule by rule (docs/rules/duos.md)."""

from collections.abc import Iterator

import pytest

from bot.domino.counting import Sum
from bot.engine.contract import Previous
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.duos import DUOS
from bot.games.events import Credit, Dealt, Leads, RoundEnded
from tests.games.playing import played
from tests.games.positions import (
    after,
    asked,
    deal,
    dealt,
    ends,
    held,
    legal,
    position,
    step,
    told,
)

THREES = "3-3 3-2 3-1 3-0 2-2 2-1 2-0"
FIVES = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"
SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
REST = "4-3 4-2 4-1 4-0 1-1 1-0 0-0"

SEEDS = range(12)


def test_DUO_1_two_against_two_who_sit_opposite_each_other():
    setup = prepare(DUOS.info, 4)

    assert setup.partnerships == ((0, 2), (1, 3))


def test_DUO_1_seven_bones_each():
    made = step(DUOS, DUOS.start(prepare(DUOS.info, 4)), deal(THREES, FIVES, SIXES, REST))

    assert told(made, Dealt).counts == (7, 7, 7, 7)
    assert (told(made, Dealt).boneyard, told(made, Dealt).aside) == (0, 0)
    assert held(made.state, 1) == FIVES


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_DUO_1_others_do_not_play(seats):
    with pytest.raises(WrongSeats, match="Duos is played by 4"):
        prepare(DUOS.info, seats)


def test_DUO_2_play_goes_to_the_right():
    state = dealt(DUOS, THREES, SIXES, FIVES, REST)

    for seat, code in ((1, "6-6"), (0, "pass"), (3, "pass"), (2, "pass"), (1, "6-5@l")):
        assert asked(DUOS, state) == {seat}
        state = after(DUOS, state, code)


def test_DUO_3_who_holds_6_6_leads_it_in_the_first_round():
    state = dealt(DUOS, THREES, SIXES, FIVES, REST)

    assert asked(DUOS, state) == {1}
    assert legal(DUOS, state, 1) == ["6-6"]


@pytest.mark.parametrize(("leader", "following"), [(0, 3), (1, 0), (2, 1), (3, 2)])
@pytest.mark.parametrize("winners", [(0, 2), (1, 3)])
def test_DUO_3_then_the_lead_goes_to_the_right_whoever_won(leader, following, winners):
    previous = Previous(1, leader=leader, winners=winners)

    state = dealt(DUOS.game, THREES, SIXES, FIVES, REST, previous=previous)

    assert asked(DUOS.game, state) == {following}


def test_DUO_3_and_any_bone_may_be_led():
    previous = Previous(1, leader=2, winners=(1, 3))
    state = dealt(DUOS.game, THREES, SIXES, FIVES, REST, previous=previous)

    assert legal(DUOS.game, state, 1) == SIXES.split()


def test_DUO_4_the_line_has_two_ends_and_doubles_are_no_spinners():
    state = position(DUOS, "5-5 1-0", "4-4", "3-3", "5-2 6-1", on="6-5")

    state = after(DUOS, state, "5-5@r")

    assert ends(state) == (6, 5)
    assert legal(DUOS, state, 3) == ["5-2@r", "6-1@l"]


def test_DUO_4_who_can_play_must_and_who_cannot_passes():
    state = position(DUOS, "5-5 1-0", "6-4", "3-3", "2-2", on="6-5")

    with pytest.raises(IllegalMove):
        find(DUOS, state, 0, "pass")
    assert legal(DUOS, after(DUOS, state, "5-5@r"), 3) == ["pass"]


def test_DUO_5_the_round_ends_when_somebody_is_out_or_nobody_can_go_on():
    out = step(DUOS, position(DUOS, "5-2", "5-5", "2-2", "5-1", on="5-3"), "5-2@l")
    assert told(out, RoundEnded).reason == "domino"

    blocked = step(DUOS, position(DUOS, "1-0 5-2", "5-5", "2-2", "6-3", on="4-1"), "1-0@r")
    assert told(blocked, RoundEnded).reason == "blocked"


def test_DUO_6_the_duo_of_who_is_out_scores_what_the_adversaries_hold():
    """The partner holds most of all, and it does not matter."""
    state = position(DUOS, "5-2", "3-3", "6-6 6-5", "1-1 4-0", on="5-3", scores=(5, 7, 5, 7))

    made = step(DUOS, state, "5-2@l")

    assert told(made, RoundScored).winners == (0, 2)
    assert told(made, RoundScored).totals == (17, 7, 17, 7)
    assert told(made, RoundEnded).credits == (Credit((0, 2), Sum((6, 6))),)


def test_DUO_7_blocked_the_lower_duo_scores_what_the_other_holds():
    """The lowest single hand is with the losers, and nothing is taken off."""
    made = step(DUOS, position(DUOS, "1-0 5-2", "1-1", "6-1", "6-6 5-5", on="4-1"), "1-0@r")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundEnded).credits == (Credit((0, 2), Sum((2, 22))),)
    assert told(made, RoundScored).points == (24, 0, 24, 0)


@pytest.mark.parametrize(("turn", "winners"), [(0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))])
def test_DUO_8_of_equal_duos_the_blockers_loses(turn, winners):
    hands = ["5-5", "6-3", "3-2", "5-1"]
    hands[turn] += " 1-0"

    made = step(DUOS, position(DUOS, *hands, on="4-1", turn=turn), "1-0@r")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundScored).winners == winners
    assert [told(made, RoundScored).points[seat] for seat in winners] == [15, 15]


@pytest.mark.parametrize(("held_before", "over"), [(37, False), (38, True)])
def test_DUO_9_the_match_goes_to_fifty(held_before, over):
    hands = ("5-2", "3-3", "6-6 6-5", "1-1 4-0")
    state = position(DUOS, *hands, on="5-3", scores=(held_before, 49, held_before, 49))

    made = step(DUOS, state, "5-2@l")

    assert (made.state.outcome is not None) == over
    if over:
        assert told(made, MatchEnded) == MatchEnded((0, 2), (50, 49, 50, 49), "target")


# Worked examples.


def test_DUO_T1():
    """Seat 2 has 6-6: they play 2, 1, 0, 3, 2; seat 1 leads round 2, and seat 0 round 3."""
    state = dealt(DUOS, THREES, FIVES, SIXES, REST)

    order = []
    for code in ("6-6", "pass", "pass", "pass", "6-5@l"):
        order += asked(DUOS, state)
        state = after(DUOS, state, code)
    assert order == [2, 1, 0, 3, 2]

    for number, leader in ((2, 1), (3, 0)):
        while state.number < number:
            state = after(DUOS, state, anything(state))
        state = after(DUOS, state, deal(THREES, FIVES, SIXES, REST))
        assert told_lead(state) == Leads(leader, by_lot=False)


def anything(state):
    (seat,) = asked(DUOS, state)
    return legal(DUOS, state, seat)[0]


def told_lead(state):
    return next(event for event in state.round.history if isinstance(event, Leads))


def test_DUO_T2():
    """Seat 1 is out against 5-5 and 2-1: 10 + 3 = 13 for its duo; the partner's 6-5 is ignored."""
    state = position(DUOS, "5-5", "5-2", "2-1", "6-5", on="5-3", turn=1)

    assert told(step(DUOS, state, "5-2@l"), RoundScored).points == (0, 13, 0, 13)


def test_DUO_T3():
    """Blocked with 7 + 9 = 16 against 10 + 12 = 22: the lower duo scores 22."""
    state = position(DUOS, "1-0 5-2", "5-5", "6-3", "6-6", on="4-1")

    assert told(step(DUOS, state, "1-0@r"), RoundScored).points == (22, 0, 22, 0)


def test_DUO_T4():
    """Blocked with 15 each by a bone of seat 3: 15 for the others."""
    state = position(DUOS, "5-5", "6-3", "3-2", "1-0 5-1", on="4-1", turn=3)

    made = step(DUOS, state, "1-0@r")

    assert told(made, RoundScored).points == (15, 0, 15, 0)
    assert told(made, RoundEnded).credits == (Credit((0, 2), Sum((9, 6))),)


def test_DUO_T5():
    """48 and 13 are 61: the match is over, and both have won."""
    state = position(DUOS, "5-5", "5-2", "2-1", "6-5", on="5-3", turn=1, scores=(40, 48, 40, 48))

    ended = told(step(DUOS, state, "5-2@l"), MatchEnded)

    assert ended == MatchEnded((1, 3), (40, 61, 40, 61), "target")


# Invariants, over matches played by chance.


@pytest.mark.parametrize("seed", SEEDS)
def test_DUO_I1(seed):
    """The lead goes round to the right, round by round."""
    leaders = [each.seat for each in events(seed, Leads)]

    assert leaders == [(leaders[0] - number) % 4 for number in range(len(leaders))]


@pytest.mark.parametrize("seed", SEEDS)
def test_DUO_I2(seed):
    """In every round one duo scores, at least 1, and the other does not."""
    for scored in events(seed, RoundScored):
        one, other = scored.points[0], scored.points[1]
        assert scored.points == (one, other, one, other)
        assert min(one, other) == 0
        assert max(one, other) >= 1
        assert scored.winners == ((0, 2) if one else (1, 3))


def events(seed: int, kind: type) -> Iterator:
    for ply in played(DUOS, prepare(DUOS.info, 4), seed).plies:
        yield from (event for event in ply.events if isinstance(event, kind))
