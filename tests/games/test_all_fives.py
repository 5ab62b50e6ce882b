# ruff: noqa: N802 - tests bear the ids of the rules
"""All Fives, rule by rule (docs/rules/all-fives.md)."""

from itertools import chain, pairwise

import pytest

from bot.domino.bone import by_code
from bot.domino.counting import Sum, pips
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Lot, Previous
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.all_fives import ALL_FIVES
from bot.games.events import Credit, Dealt, Drew, Passed, Played, RoundEnded, Scored
from tests.games.cases import all_cases
from tests.games.playing import played
from tests.games.positions import (
    after,
    asked,
    dealt,
    ends,
    held,
    legal,
    position,
    step,
    steps,
    told,
)
from tests.games.recount import made_by_plays, rounds_of, winner

SEVENS = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
MATCHES = [
    *((seats, seed, {}) for seats in (2, 3, 4) for seed in range(6)),
    *((case.seats, 7, dict(case.options)) for case in all_cases(ALL_FIVES) if case.options),
]
every_match = pytest.mark.parametrize(("seats", "seed", "options"), MATCHES)


def points(step):
    """What the play itself made."""
    return sum(event.sum.points for event in step.events if isinstance(event, Scored))


def made(*codes, **options):
    """What each of these plays makes; two take turns, and there is always something to draw."""
    hands = (" ".join(code.partition("@")[0] for code in codes[at::2]) for at in (0, 1))
    spare = [bone.code for bone in DOUBLE_SIX if bone.code not in " ".join(codes)]
    full = [f"{hand} {extra}" for hand, extra in zip(hands, spare, strict=False)]
    state = position(ALL_FIVES, *full, stock=spare[2], **options)
    return [points(each) for each in steps(ALL_FIVES, state, *codes)]


@pytest.mark.parametrize(("seats", "boneyard"), [(2, 14), (3, 7), (4, 0)])
def test_FIVES_1_seven_bones_each_whatever_the_number(seats, boneyard):
    state = ALL_FIVES.start(prepare(ALL_FIVES.info, seats))

    deal = told(step(ALL_FIVES, state, "deal " + " ".join(asked(ALL_FIVES, state).pieces)), Dealt)

    assert deal.counts == (7,) * seats
    assert (deal.boneyard, deal.aside) == (boneyard, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_FIVES_1_two_to_four_play(seats):
    with pytest.raises(WrongSeats, match=r"All Fives is played by 2–4"):
        prepare(ALL_FIVES.info, seats)


@pytest.mark.parametrize(
    ("previous", "leads"),
    [
        (None, Lot((0, 1))),
        (Previous(1, leader=0, winners=(1,)), {1}),
        (Previous(2, leader=0, winners=()), Lot((0, 1))),
    ],
)
def test_FIVES_2_a_lot_leads_then_the_last_winner(previous, leads):
    state = dealt(ALL_FIVES.game, *SEVENS, previous=previous)

    assert asked(ALL_FIVES.game, state) == leads


def test_FIVES_3_any_bone_leads():
    state = after(ALL_FIVES, dealt(ALL_FIVES, *SEVENS), "lot 1")

    assert legal(ALL_FIVES, state, 1) == SEVENS[1].split()


def test_FIVES_3_who_cannot_play_draws_the_whole_boneyard_and_passes():
    state = position(ALL_FIVES, "4-3", "6-1 5-5", on="6-6", stock="1-0 2-0")

    state = after(ALL_FIVES, state, "draw", "draw")
    assert legal(ALL_FIVES, state, 0) == ["pass"]
    passed = step(ALL_FIVES, state, "pass")

    assert told(passed, Passed) == Passed(0)
    assert held(passed.state, 0) == "4-3 1-0 2-0"


def test_FIVES_3_what_fits_when_drawn_is_played_at_any_end():
    state = position(ALL_FIVES, "4-3", "1-1", on="6-6", stock="6-5 2-0")

    drawn = step(ALL_FIVES, state, "draw")

    assert told(drawn, Drew).left == 1
    assert legal(ALL_FIVES, drawn.state, 0) == ["6-5@l", "6-5@r", "6-5@u", "6-5@d"]


@pytest.mark.parametrize("code", ["pass", "draw"])
def test_FIVES_3_who_can_play_must(code):
    state = position(ALL_FIVES, "6-3", "1-1", on="6-6", stock="5-4")

    with pytest.raises(IllegalMove):
        find(ALL_FIVES, state, 0, code)


def test_FIVES_4_a_double_that_leads_is_open_on_all_four_sides():
    state = position(ALL_FIVES, "5-2 1-1", "6-5", on="5-5")

    assert legal(ALL_FIVES, state, 0) == ["5-2@l", "5-2@r", "5-2@u", "5-2@d"]
    assert ends(after(ALL_FIVES, state, "5-2@u")) == (5, 5, 2, 5)


def test_FIVES_4_so_is_the_first_double_laid_later():
    state = position(ALL_FIVES, "4-4 6-1", "4-2 4-1", on="6-4")

    state = after(ALL_FIVES, state, "4-4@r")

    assert ends(state) == (6, 4, 4, 4)
    assert legal(ALL_FIVES, state, 1) == [f"{b}@{at}" for b in ("4-2", "4-1") for at in "ref"]


def test_FIVES_4_later_doubles_have_two_ends():
    state = position(ALL_FIVES, "2-2 6-1", "6-6 3-0", on="5-5 5-2@u 5-1@l")

    state = after(ALL_FIVES, state, "2-2@u")

    assert ends(state) == (1, 5, 2, 5)


def test_FIVES_4_there_is_no_choice_how_a_double_lies():
    state = position(ALL_FIVES, "4-4 6-1", "4-2", on="6-4")

    laid = step(ALL_FIVES, state, "4-4@r")

    assert legal(ALL_FIVES, state, 0) == ["4-4@r", "6-1@l"]
    assert not told(laid, Played).chosen


def test_FIVES_4_sides_first_the_ends_of_a_leading_spinner_wait_for_both_sides():
    def moves(on):
        state = position(ALL_FIVES, "6-5 4-4", "1-0", on=on, spinnerOrder="sides-first")
        return legal(ALL_FIVES, state, 0)

    assert moves("5-5") == ["6-5@l", "6-5@r"]
    assert moves("5-5 5-3@r") == ["6-5@l"]
    assert moves("5-5 5-3@r 5-2@l") == ["6-5@u", "6-5@d"]
    assert moves("5-5 5-3@r 5-2@l 5-1@d") == ["6-5@u"]


def test_FIVES_4_sides_first_a_spinner_at_an_end_waits_for_its_far_side():
    def moves(on):
        state = position(ALL_FIVES, "5-4 2-0", "1-0", on=on, spinnerOrder="sides-first")
        return legal(ALL_FIVES, state, 0)

    assert moves("6-4 4-4@r") == ["5-4@r"]
    assert moves("6-4 4-4@r 4-3@r") == ["5-4@e", "5-4@f"]


def test_FIVES_5_a_multiple_of_five_is_scored_at_once_by_who_played():
    state = position(ALL_FIVES, "6-1 3-0", "2-0 5-5", on="6-4", stock="3-3")

    scored = step(ALL_FIVES, state, "6-1@l")

    assert told(scored, Scored) == Scored(0, Sum((1, 4)))
    assert scored.state.round.earned == (5, 0)
    assert scored.state.totals == (0, 0)


def test_FIVES_5_nothing_is_told_when_nothing_is_made():
    state = position(ALL_FIVES, "6-3 3-0", "2-0 5-5", on="6-4", stock="3-3")

    scored = step(ALL_FIVES, state, "6-3@l")

    assert not [event for event in scored.events if isinstance(event, Scored)]


def test_FIVES_5_a_total_of_nothing_scores_nothing():
    led = step(ALL_FIVES, position(ALL_FIVES, "0-0 2-1", "1-0"), "0-0")

    assert not [event for event in led.events if isinstance(event, Scored)]


def test_FIVES_6_a_double_at_an_end_counts_both_its_halves():
    assert made("3-1", "3-2@l", "2-2@l", "2-1@l") == [0, 0, 5, 0]
    assert made("6-6", "6-4@r", "4-4@r") == [0, 0, 20]


def test_FIVES_6_a_spinner_counts_until_two_bones_lie_against_it():
    assert made("6-6", "6-3@u") == [0, 15]
    assert made("6-6", "6-3@u", "6-2@l") == [0, 15, 5]
    assert made("4-1", "4-4@l", "4-3@l", "4-2@e") == [5, 0, 0, 0]


def test_FIVES_6_up_to_four_outer_ends_count():
    assert made("1-1", "2-1@l", "3-1@r", "4-1@u", "6-1@d") == [0, 0, 5, 0, 15]


def test_FIVES_7_who_is_out_wins_the_round():
    ended = told(step(ALL_FIVES, position(ALL_FIVES, "5-2", "0-0", on="6-2"), "5-2@r"), RoundEnded)

    assert (ended.reason, ended.winners, ended.out) == ("domino", (0,), 0)


def test_FIVES_7_blocked_the_lowest_hand_wins_whoever_blocked():
    state = position(ALL_FIVES, "1-0 6-6", "3-2", on="4-1")

    ended = told(step(ALL_FIVES, state, "1-0@r"), RoundEnded)

    assert (ended.reason, ended.winners, ended.out) == ("blocked", (1,), None)


def test_FIVES_7_a_shared_lowest_hand_wins_no_bonus_but_what_was_made_stays():
    state = position(ALL_FIVES, "1-0 3-2", "6-6 2-2", "2-1 1-1", on="5-1 5-5@l", scores=(3, 4, 0))

    closed = step(ALL_FIVES, state, "1-0@r")

    assert told(closed, Scored) == Scored(0, Sum((10, 0)))
    assert told(closed, RoundEnded).winners == ()
    assert told(closed, RoundEnded).credits == ()
    assert told(closed, RoundScored).points == (10, 0, 0)
    assert told(closed, RoundScored).totals == (13, 4, 0)


def bonus(held_by_others, **options):
    """What A scores for going out with a bone that makes nothing by itself."""
    state = position(ALL_FIVES, "2-1", *held_by_others, on="6-1", **options)
    (credit,) = told(step(ALL_FIVES, state, "2-1@r"), RoundEnded).credits
    return credit.sum


def test_FIVES_8_the_pips_of_all_are_rounded_once_then_divided():
    assert bonus(["6-6 5-0", "3-2"]) == Sum((17, 5), nearest=5, divided=5)
    assert bonus(["4-3", "5-2"]).points == 3, "7 + 7 = 14 is nearer to 15; 7 alone would be 5"


def blocked(**options):
    """A blocks, holding 3 pips; B holds 9 and C 10."""
    state = position(ALL_FIVES, "1-0 2-1", "6-3", "5-5", on="4-1", **options)
    return step(ALL_FIVES, state, "1-0@r")


@pytest.mark.parametrize(
    ("whose", "terms", "bonus"),
    [
        ("all", (9, 10, 3), 4),
        ("others", (9, 10), 4),
        ("others-minus-own", (9, 10, -3), 3),
    ],
)
def test_FIVES_8_whose_pips_count_in_a_blocked_round(whose, terms, bonus):
    closed = blocked(bonusPips=whose)

    counted = Sum(terms, nearest=5, divided=5)
    assert told(closed, RoundEnded).credits == (Credit((0,), counted),)
    assert told(closed, RoundScored).points == (bonus, 0, 0)


@pytest.mark.parametrize(("divisor", "bonus"), [(5, 4), (1, 20)])
def test_FIVES_8_the_bonus_may_be_left_undivided(divisor, bonus):
    assert told(blocked(bonusDivisor=divisor), RoundScored).points == (bonus, 0, 0)


@pytest.mark.parametrize("whose", ["all", "others", "others-minus-own"])
def test_FIVES_8_for_who_is_out_it_is_all_the_same(whose):
    assert bonus(["6-6 5-0", "3-2"], bonusPips=whose).points == 4


def test_FIVES_9_the_last_bone_is_scored_before_the_bonus():
    state = position(ALL_FIVES, "4-0", "6-6", on="5-4", scores=(20, 0))

    last = step(ALL_FIVES, state, "4-0@r")

    kinds = [type(event) for event in last.events]
    assert kinds == [Played, Scored, RoundEnded, RoundScored]
    assert told(last, RoundEnded).earned == (5, 0)
    assert told(last, RoundScored).points == (5 + 2, 0)
    assert told(last, RoundScored).totals == (27, 0)


def test_FIVES_10_a_match_does_not_end_within_a_round():
    state = position(ALL_FIVES, "6-1 3-0", "4-0 5-5", on="6-4", scores=(98, 0))

    state = after(ALL_FIVES, state, "6-1@l")

    assert (state.round.earned, state.outcome) == ((5, 0), None)


def closing(*scores, **options):
    """A goes out and gains 2 (12 pips); then how the match stands."""
    state = position(ALL_FIVES, "2-1", "6-6", on="6-1", scores=scores, **options)
    return step(ALL_FIVES, state, "2-1@r")


@pytest.mark.parametrize(
    ("score", "strictly", "over"),
    [(97, "off", False), (98, "off", True), (98, "on", False), (99, "on", True)],
)
def test_FIVES_10_a_hundred_is_enough_unless_more_was_agreed(score, strictly, over):
    state = closing(score, 50, strictlyAbove=strictly).state

    assert (state.outcome is not None) == over
    assert ALL_FIVES.observe(state, None).goal == (101 if strictly == "on" else 100)


def test_FIVES_10_the_highest_total_wins_not_who_won_the_round():
    ended = told(closing(100, 103), MatchEnded)

    assert ended == MatchEnded((1,), (102, 103), "target")


def test_FIVES_10_a_shared_highest_total_means_another_round():
    tied = closing(103, 105)

    assert tied.state.outcome is None
    assert tied.state.number == 2
    assert tied.state.totals == (105, 105)


def test_FIVES_10_or_is_shared_when_agreed():
    ended = told(closing(103, 105, matchTie="shared"), MatchEnded)

    assert ended == MatchEnded((0, 1), (105, 105), "target")


@pytest.mark.parametrize("tie", ["another-round", "shared"])
def test_FIVES_10_a_tie_below_the_highest_is_irrelevant(tie):
    state = position(ALL_FIVES, "2-1", "6-6", "0-0", on="6-1", scores=(103, 101, 101), matchTie=tie)

    assert told(step(ALL_FIVES, state, "2-1@r"), MatchEnded).winners == (0,)


# Worked examples.


def test_FIVES_T1():
    """5-5 and 6-4 make 10, 5-0, 4-1 and 3-2 make 5; no other lead makes anything."""
    leads = {bone.code: made(bone.code)[0] for bone in DOUBLE_SIX}

    assert {code: made for code, made in leads.items() if made} == {
        "5-5": 10,
        "6-4": 10,
        "5-0": 5,
        "4-1": 5,
        "3-2": 5,
    }


def test_FIVES_T2():
    """5-5: 10. 10 + 0: 10. 0 + 3: 0. 0 + 3 + 2: 5. With 6 it is 11: 0. With 6-6 it is 17: 0."""
    assert made("5-5", "5-0@l", "5-3@r", "5-2@u", "6-5@d", "6-6@d") == [10, 10, 0, 5, 0, 0]


def test_FIVES_T3():
    """6-4: 10. 1 + 4: 5. 2 + 4: 0. 3 + 4: 0. 3 + 8: 0. 3 + 8 + 4: 15."""
    plays = ("6-4", "6-1@l", "1-1@l", "3-1@l", "4-4@r", "4-1@e")

    assert made(*plays) == [10, 5, 0, 0, 0, 15]


@pytest.mark.parametrize(
    ("hand", "left", "bonus"),
    [
        ("0-0", 0, 0),
        ("1-1", 2, 0),
        ("3-0", 3, 1),
        ("4-3", 7, 1),
        ("5-3", 8, 2),
        ("6-6 6-4", 22, 4),
        ("6-6 6-5", 23, 5),
        ("6-6 6-5 5-5 5-0", 38, 8),
        ("6-6 6-5 5-5 5-3", 41, 8),
        ("6-6 6-5 5-5 6-3", 42, 8),
    ],
)
def test_FIVES_T4(hand, left, bonus):
    """The bonus for so many pips in all hands."""
    state = position(ALL_FIVES, "2-1", hand, on="6-1")

    ended = step(ALL_FIVES, state, "2-1@r")

    assert sum(by_code(code).pips for code in hand.split()) == left
    assert told(ended, RoundScored).points == (bonus, 0)


@pytest.mark.parametrize(("whose", "bonus"), [("all", 4), ("others", 4), ("others-minus-own", 3)])
def test_FIVES_T5(whose, bonus):
    """Blocked with 3, 9 and 10 pips: 22 makes 4; the others' 19 make 4; 19 - 3 = 16 makes 3."""
    closed = blocked(bonusPips=whose)

    assert told(closed, RoundEnded).winners == (0,)
    assert told(closed, RoundScored).points == (bonus, 0, 0)


def test_FIVES_T6():
    """A comes to 105 by a play; B, who had 98, goes out against 38 pips and wins 106 to 105."""
    hands = ("6-2 6-6 6-5 5-5 5-0", "4-1")
    state = position(ALL_FIVES, *hands, on="4-2", scores=(95, 98))

    first = step(ALL_FIVES, state, "6-2@r")
    assert told(first, Scored).sum == Sum((4, 6))
    assert first.state.outcome is None
    last = step(ALL_FIVES, first.state, "4-1@l")

    assert told(last, MatchEnded) == MatchEnded((1,), (105, 106), "target")


# Invariants, over matches played by chance.


def match_of(seats, seed, options):
    return played(ALL_FIVES, prepare(ALL_FIVES.info, seats, options), seed)


@every_match
def test_FIVES_I1(seats, seed, options):
    """Points from plays are positive multiples of five."""
    for ply in match_of(seats, seed, options).plies:
        for event in ply.events:
            if isinstance(event, Scored):
                assert event.sum.points > 0
                assert event.sum.points % 5 == 0


@every_match
def test_FIVES_I2(seats, seed, options):
    """At most one double has more than two neighbours, and it is the first one laid."""
    for state in match_of(seats, seed, options).states:
        layout = state.round.layout
        doubles = [at for at, laid in enumerate(layout.laid) if laid.bone.double]
        crowded = [at for at in doubles if layout.neighbours(at) > 2]
        assert crowded in ([], doubles[:1])


# The same by another way: from the codes of the moves alone, without the engine's table.


def open_total(plays: list[tuple[str, str]]) -> int:
    """The open ends of ``[("5-5", ""), ("5-0", "l"), …]``, half by half.

    Two bones that touch have one number in common. A half is covered where a bone lies against it,
    a double as soon as two do.
    """
    bones = [frozenset(code.split("-")) for code, _ in plays]
    spinner = next((bone for bone in bones if len(bone) == 1), bones[0])
    tips = {"l": bones[0], "r": bones[0], "u": spinner, "d": spinner, "e": spinner, "f": spinner}
    joints: dict[frozenset[str], list[str]] = {bone: [] for bone in bones}
    for bone, (_, at) in list(zip(bones, plays, strict=True))[1:]:
        (joint,) = bone & tips[at]
        joints[bone].append(joint)
        joints[tips[at]].append(joint)
        tips[at] = bone
    total = 0
    for bone, covered in joints.items():
        if len(bone) == 1:
            total += 2 * int(*bone) if len(covered) < 2 else 0
        else:
            total += sum(map(int, bone)) - sum(map(int, covered))
    return total


def test_the_other_count_agrees_with_the_worked_examples():
    t2 = [("5-5", ""), ("5-0", "l"), ("5-3", "r"), ("5-2", "u"), ("6-5", "d"), ("6-6", "d")]
    t3 = [("6-4", ""), ("6-1", "l"), ("1-1", "l"), ("3-1", "l"), ("4-4", "r"), ("4-1", "e")]

    assert [open_total(t2[: n + 1]) for n in range(6)] == [10, 10, 3, 5, 11, 17]
    assert [open_total(t3[: n + 1]) for n in range(6)] == [10, 5, 6, 7, 11, 15]


@every_match
def test_FIVES_6_every_play_counted_again(seats, seed, options):
    for events, _, _ in rounds_of(match_of(seats, seed, options)):
        laid = []
        for event, following in pairwise(events):
            if not isinstance(event, Played):
                continue
            laid.append((event.bone.code, event.at))
            total = open_total(laid)
            scores = total > 0 and total % 5 == 0
            assert isinstance(following, Scored) == scores, laid
            if isinstance(following, Scored):
                assert (following.seat, following.sum.points) == (event.seat, total)


def bonus_again(hands, winner, options):
    """The bonus from the hands that were shown: the nearest fifth, looked for from 0 on."""
    less = {"others": 1, "others-minus-own": 2}.get(options.get("bonusPips"), 0)
    left = pips(chain(*hands)) - less * pips(hands[winner])
    fifths = min(range(40), key=lambda fifth: abs(5 * fifth - left))
    return fifths * (5 if options.get("bonusDivisor") == 1 else 1)


@every_match
def test_FIVES_8_every_round_counted_again(seats, seed, options):
    totals = [0] * seats
    for events, ended, scored in rounds_of(match_of(seats, seed, options)):
        points = made_by_plays(events, seats)
        assert ended.earned == tuple(points)
        won = winner(ended)
        assert scored.winners == (() if won is None else (won,))
        if won is not None:
            points[won] += bonus_again(ended.hands, won, options)
        assert scored.points == tuple(points)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert scored.totals == tuple(totals)
    assert max(totals) >= (101 if options.get("strictlyAbove") == "on" else 100)
    assert totals.count(max(totals)) == 1 or options.get("matchTie") == "shared"
