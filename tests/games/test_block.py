# ruff: noqa: N802 - tests bear the ids of the rules
"""Block, rule by rule (docs/rules/block.md)."""

import pytest

from bot.domino.counting import Sum
from bot.engine.contract import Lot, Previous
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.events import Credit, Dealt, Leads, Passed, RoundEnded
from tests.games.playing import played
from tests.games.positions import after, asked, dealt, ends, held, legal, position, step, told

MATCHES = [(seats, seed) for seats in (2, 3, 4) for seed in range(8)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_BLOCK_1_two_to_four_play_each_for_themselves(seats):
    setup = prepare(BLOCK.info, seats)

    assert setup.seats == tuple(range(seats))
    assert setup.partnerships == ()


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_BLOCK_1_others_do_not(seats):
    with pytest.raises(WrongSeats, match=r"Block is played by 2–4"):
        prepare(BLOCK.info, seats)


@pytest.mark.parametrize(("seats", "aside"), [(2, 14), (3, 7), (4, 0)])
def test_BLOCK_2_seven_bones_each_and_the_rest_out_of_play(seats, aside):
    state = BLOCK.start(prepare(BLOCK.info, seats))
    order = asked(BLOCK, state).pieces

    deal = step(BLOCK, state, "deal " + " ".join(order))

    assert told(deal, Dealt).counts == (7,) * seats
    assert told(deal, Dealt).aside == aside
    assert told(deal, Dealt).boneyard == 0
    for seat in range(seats):
        assert held(deal.state, seat).split() == list(order[7 * seat : 7 * seat + 7])


def leads(previous, **options):
    """Who leads three at a table: a seat, or nature's lot."""
    hands = ("0-0 1-0 2-0 3-0 4-0 5-0 6-0", "1-1 2-1 3-1 4-1 5-1 6-1 2-2", "3-3 4-4 5-5 6-6 6-5")
    state = dealt(BLOCK.game, *hands, previous=previous, **options)
    return asked(BLOCK.game, state)


def test_BLOCK_3_a_lot_picks_the_first_leader():
    assert leads(None) == Lot((0, 1, 2))
    assert leads(None, nextLead="winner") == Lot((0, 1, 2))
    assert leads(None, nextLead="rotate-left") == Lot((0, 1, 2))


def test_BLOCK_3_a_lot_picks_every_later_leader_unless_agreed_otherwise():
    assert leads(Previous(1, leader=0, winners=(2,))) == Lot((0, 1, 2))


def test_BLOCK_3_the_winner_leads_when_agreed():
    assert leads(Previous(1, leader=0, winners=(2,)), nextLead="winner") == {2}
    assert leads(Previous(1, leader=0, winners=()), nextLead="winner") == Lot((0, 1, 2))


def test_BLOCK_3_the_lead_goes_to_the_left_when_agreed():
    assert leads(Previous(1, leader=0, winners=(0,)), nextLead="rotate-left") == {1}
    assert leads(Previous(1, leader=2, winners=()), nextLead="rotate-left") == {0}


def test_BLOCK_3_the_lot_falls_on_the_leader():
    state = dealt(BLOCK, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")

    led = step(BLOCK, state, "lot 1")

    assert told(led, Leads) == Leads(1, by_lot=True)
    assert asked(BLOCK, led.state) == {1}


def test_BLOCK_4_any_bone_leads_and_the_line_has_two_ends():
    state = dealt(BLOCK, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
    state = after(BLOCK, state, "lot 0")

    assert legal(BLOCK, state, 0) == ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]

    state = after(BLOCK, state, "6-5")
    assert ends(state) == (6, 5)
    assert legal(BLOCK, state, 1) == [f"5-{low}@r" for low in (5, 4, 3, 2, 1, 0)]


def test_BLOCK_4_a_double_has_two_ends_like_any_other_bone():
    state = position(BLOCK, "5-5 1-0", "5-2 5-1", on="6-5")

    state = after(BLOCK, state, "5-5@r")

    assert ends(state) == (6, 5)
    assert legal(BLOCK, state, 1) == ["5-2@r", "5-1@r"]


def test_BLOCK_5_who_cannot_play_passes():
    state = position(BLOCK, "6-6 1-0", "3-2 4-4", on="5-3")

    passed = step(BLOCK, state, "pass")

    assert told(passed, Passed) == Passed(0)
    assert asked(BLOCK, passed.state) == {1}
    assert BLOCK.legal_moves(state, 0)[0].automatic


def test_BLOCK_6_the_round_ends_with_an_empty_hand():
    ended = told(step(BLOCK, position(BLOCK, "5-2", "5-1", on="5-3"), "5-2@l"), RoundEnded)

    assert ended.reason == "domino"


def test_BLOCK_6_the_round_ends_when_blocked():
    ended = told(step(BLOCK, position(BLOCK, "1-0 3-2", "6-6", on="4-1"), "1-0@r"), RoundEnded)

    assert ended.reason == "blocked"


def test_BLOCK_7_who_goes_out_wins_even_against_a_lower_hand_of_nothing():
    scored = told(step(BLOCK, position(BLOCK, "5-2", "0-0", on="5-3"), "5-2@l"), RoundScored)

    assert scored.winners == (0,)


def test_BLOCK_7_blocked_the_lowest_hand_wins_whoever_blocked():
    state = position(BLOCK, "1-0 6-6", "3-2", "5-5", on="4-1")

    scored = told(step(BLOCK, state, "1-0@r"), RoundScored)

    assert scored.winners == (1,)
    assert scored.points == (0, 12 + 10 - 5, 0)


def test_BLOCK_8_the_arithmetic_is_told():
    state = position(BLOCK, "1-0 6-6", "3-2", "5-5", on="4-1")

    ended = told(step(BLOCK, state, "1-0@r"), RoundEnded)
    assert ended.credits == (Credit((1,), Sum((12, 10, -5))),)


def test_BLOCK_9_a_shared_lowest_hand_scores_nothing():
    state = position(BLOCK, "1-0 3-2", "2-1 1-1", on="4-1", scores=(30, 40))

    scored = told(step(BLOCK, state, "1-0@r"), RoundScored)

    assert (scored.winners, scored.points, scored.totals) == ((), (0, 0), (30, 40))


def test_BLOCK_10_the_match_goes_to_a_hundred():
    short = position(BLOCK, "5-2", "6-5", on="5-3", scores=(88, 99))
    enough = position(BLOCK, "5-2", "6-5", on="5-3", scores=(89, 99))

    assert after(BLOCK, short, "5-2@l").outcome is None
    ended = told(step(BLOCK, enough, "5-2@l"), MatchEnded)
    assert ended == MatchEnded((0,), (100, 99), "target")


@pytest.mark.parametrize("target", [1, 11, 1000])
def test_BLOCK_10_or_to_any_target_agreed(target):
    state = position(BLOCK, "5-2", "6-5", on="5-3", target=target)

    assert (after(BLOCK, state, "5-2@l").outcome is not None) == (target <= 11)


@pytest.mark.parametrize("target", [0, -5, 1001, "many", None])
def test_BLOCK_10_a_target_is_a_positive_number(target):
    with pytest.raises(BadOption):
        prepare(BLOCK.info, 2, {"target": target})


# Worked examples.


def test_BLOCK_T1():
    """A goes out with 5-2 while B holds 3-3, 6-0 and 4-1: 6 + 6 + 5 = 17."""
    made = step(BLOCK, position(BLOCK, "5-2", "3-3 6-0 4-1", on="5-3"), "5-2@l")

    assert told(made, RoundScored).winners == (0,)
    assert told(made, RoundScored).points == (17, 0)


def test_BLOCK_T2():
    """Ends 4 and 0, which nobody holds: blocked at once, and the lower hand wins 24 - 15 = 9."""
    made = step(BLOCK, position(BLOCK, "1-0 3-2 5-5", "6-6 2-2 5-3", on="4-1"), "1-0@r")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundScored).winners == (0,)
    assert told(made, RoundScored).points == (9, 0)


def test_BLOCK_T3():
    """The same line, 15 pips each: nobody wins."""
    made = step(BLOCK, position(BLOCK, "1-0 3-2 5-5", "6-3 5-1", on="4-1"), "1-0@r")

    assert told(made, RoundScored).winners == ()
    assert told(made, RoundScored).points == (0, 0)


@pytest.mark.parametrize(
    ("hands", "winners", "points"),
    [
        (("3-2", "6-6", "5-5 1-1"), (0,), (24 - 5, 0, 0)),
        (("3-2", "2-1 1-1", "6-6"), (), (0, 0, 0)),
    ],
)
def test_BLOCK_T4(hands, winners, points):
    """Blocked with 5, 12 and 12 pips the first scores 19; with 5, 5 and 12 nobody scores."""
    first, *others = hands
    made = step(BLOCK, position(BLOCK, f"1-0 {first}", *others, on="4-1"), "1-0@r")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundScored).winners == winners
    assert told(made, RoundScored).points == points


def test_BLOCK_T5():
    """B holds only 0-0 when A goes out: A wins the round and scores nothing."""
    made = step(BLOCK, position(BLOCK, "5-2", "0-0", on="5-3"), "5-2@l")

    assert told(made, RoundScored).winners == (0,)
    assert told(made, RoundScored).points == (0, 0)
    assert told(made, RoundEnded).credits == (Credit((0,), Sum((0,))),)


def test_BLOCK_T6():
    """With ends 5 and 3, 6-6 and 2-0 can only pass; holding 3-1 as well, a pass is rejected."""
    assert legal(BLOCK, position(BLOCK, "6-6 2-0", "5-5", on="5-3"), 0) == ["pass"]

    able = position(BLOCK, "6-6 2-0 3-1", "5-5", on="5-3")
    assert legal(BLOCK, able, 0) == ["3-1@r"]
    with pytest.raises(IllegalMove):
        find(BLOCK, able, 0, "pass")


# Invariants, over matches played by chance.


def endings(seats, seed):
    for ply in played(BLOCK, prepare(BLOCK.info, seats), seed).plies:
        scored = [event for event in ply.events if isinstance(event, RoundScored)]
        if scored:
            ended = next(event for event in ply.events if isinstance(event, RoundEnded))
            yield ended, scored[0]


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_BLOCK_I1(seats, seed):
    """A winner scores something, unless the one opponent is left with 0-0 alone."""
    for ended, scored in endings(seats, seed):
        for winner in scored.winners:
            others = [str(b) for at, hand in enumerate(ended.hands) if at != winner for b in hand]
            assert scored.points[winner] >= 1 or others == ["0-0"]
            assert scored.points[winner] == sum(credit.sum.points for credit in ended.credits)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_BLOCK_I2(seats, seed):
    """At most one score changes in a round."""
    for _, scored in endings(seats, seed):
        assert sum(points > 0 for points in scored.points) <= 1
