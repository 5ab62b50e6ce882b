from itertools import chain, pairwise

import pytest

from bot.domino.bone import DOUBLE_SIX, by_code
from bot.domino.counting import Sum, pips
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.all_fives import ALL_FIVES
from bot.games.common.events import Credit, Scored
from bot.games.connecting.events import Played, RoundEnded
from tests.games.cases import by_chance
from tests.games.positions import ends, language, result, told
from tests.games.recount import check_the_books, made_by_plays, rounds_of, winner

position, dealt, step, steps, after, asked, legal = language(ALL_FIVES)

every_match = by_chance(ALL_FIVES, seeds=6)


def points(step):
    """What the play itself made."""
    return sum(event.sum.points for event in step.events if isinstance(event, Scored))


def made(*codes, **options):
    """What each of these plays makes; two take turns, and there is always something to draw."""
    hands = (" ".join(code.partition("@")[0] for code in codes[at::2]) for at in (0, 1))
    spare = [bone.code for bone in DOUBLE_SIX if bone.code not in " ".join(codes)]
    full = [f"{hand} {extra}" for hand, extra in zip(hands, spare, strict=False)]
    state = position(*full, stock=spare[2], **options)
    return [points(each) for each in steps(state, *codes)]


def test_FIVES_4_so_is_the_first_double_laid_later_and_there_is_no_choice():
    state = position("4-4 6-1", "4-2 4-1", on="6-4")
    assert legal(state, 0) == ["4-4@r", "6-1@l"]
    laid = step(state, "4-4@r")
    assert not told(laid, Played).chosen
    assert ends(laid.state) == (6, 4, 4, 4)
    assert legal(laid.state, 1) == [f"{b}@{at}" for b in ("4-2", "4-1") for at in "ref"]


@pytest.mark.parametrize(
    ("on", "open_to_five"),
    [
        pytest.param("5-5", "lr", id="a leading spinner's ends wait for both sides"),
        ("5-5 5-3@r", "l"),
        ("5-5 5-3@r 5-2@l", "ud"),
        ("5-5 5-3@r 5-2@l 5-1@d", "u"),
        pytest.param("6-5 5-5@r", "r", id="a later spinner's wait for its far side"),
        ("6-5 5-5@r 5-3@r", "ef"),
    ],
)
def test_FIVES_4_sides_first(on, open_to_five):
    state = position("5-4 0-0", "1-0", on=on, spinnerOrder="sides-first")
    assert legal(state, 0) == [f"5-4@{at}" for at in open_to_five]


def test_FIVES_5_ends_that_add_up_to_nothing_are_not_told_as_points():
    laid = step(position("0-0 6-6", "1-1 2-2", stock="3-3"), "0-0")
    assert not [event for event in laid.events if isinstance(event, Scored)]


def test_FIVES_7_a_shared_lowest_hand_wins_no_bonus_but_what_was_made_stays():
    state = position("1-0 3-2", "6-6 2-2", "2-1 1-1", on="5-1 5-5@l", scores=(3, 4, 0))
    closed = step(state, "1-0@r")
    assert told(closed, Scored) == Scored(0, Sum((10, 0)))
    assert result(closed) == ("blocked", (), (10, 0, 0))
    assert told(closed, RoundEnded).credits == ()
    assert told(closed, RoundScored).totals == (13, 4, 0)


def blocked(**options):
    """A blocks, holding 3 pips; B holds 9 and C 10."""
    state = position("1-0 2-1", "6-3", "5-5", on="4-1", **options)
    return step(state, "1-0@r")


@pytest.mark.parametrize(
    ("whose", "terms", "bonus"),
    [("all", (9, 10, 3), 4), ("others", (9, 10), 4), ("others-minus-own", (9, 10, -3), 3)],
)
def test_FIVES_T5_FIVES_8_whose_pips_count_in_a_blocked_round(whose, terms, bonus):
    closed = blocked(bonusPips=whose)
    counted = Sum(terms, nearest=5, divided=5)
    assert told(closed, RoundEnded).credits == (Credit((0,), counted),)
    assert result(closed) == ("blocked", (0,), (bonus, 0, 0))


def test_FIVES_9_the_last_bone_is_scored_before_the_bonus():
    state = position("4-0", "6-6", on="5-4", scores=(20, 0))
    last = step(state, "4-0@r")
    kinds = [type(event) for event in last.events]
    assert kinds == [Played, Scored, RoundEnded, RoundScored]
    assert told(last, RoundEnded).earned == (5, 0)
    assert told(last, RoundScored).points == (5 + 2, 0)
    assert told(last, RoundScored).totals == (27, 0)


def closing(*scores, **options):
    """A goes out and gains 2 (12 pips); then how the match stands."""
    state = position("2-1", "6-6", on="6-1", scores=scores, **options)
    return step(state, "2-1@r")


@pytest.mark.parametrize(
    ("score", "strictly", "over"),
    [(97, "off", False), (98, "off", True), (98, "on", False), (99, "on", True)],
)
def test_FIVES_10_a_hundred_is_enough_unless_more_was_agreed(score, strictly, over):
    state = closing(score, 50, strictlyAbove=strictly).state
    assert (state.outcome is not None) == over
    assert ALL_FIVES.observe(state, None).goal == (101 if strictly == "on" else 100)


def test_FIVES_10_a_shared_highest_total_means_another_round_or_is_shared_when_agreed():
    tied = closing(103, 105).state
    assert (tied.outcome, tied.number, tied.totals) == (None, 2, (105, 105))
    ended = told(closing(103, 105, matchTie="shared"), MatchEnded)
    assert ended == MatchEnded((0, 1), (105, 105), "target")


@pytest.mark.parametrize("tie", ["another-round", "shared"])
def test_FIVES_10_a_tie_below_the_highest_is_irrelevant_and_so_is_who_won_the_round(tie):
    state = position("2-1", "6-6", "0-0", on="6-1", scores=(103, 101, 101), matchTie=tie)
    assert told(step(state, "2-1@r"), MatchEnded).winners == (0,)
    ended = told(closing(100, 103, matchTie=tie), MatchEnded)
    assert ended == MatchEnded((1,), (102, 103), "target")


def test_FIVES_T1():
    leads = {bone.code: made(bone.code)[0] for bone in DOUBLE_SIX}
    scoring = {code: made for code, made in leads.items() if made}
    assert scoring == {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}


def test_FIVES_T2():
    assert made("5-5", "5-0@l", "5-3@r", "5-2@u", "6-5@d", "6-6@d") == [10, 10, 0, 5, 0, 0]


def test_FIVES_T3():
    plays = ("6-4", "6-1@l", "1-1@l", "3-1@l", "4-4@r", "4-1@e")
    assert made(*plays) == [10, 5, 0, 0, 0, 15]


@pytest.mark.parametrize(
    ("hand", "left", "bonus"),
    [
        *(("0-0", 0, 0), ("1-1", 2, 0), ("3-0", 3, 1), ("4-3", 7, 1), ("5-3", 8, 2)),
        *(("6-6 6-4", 22, 4), ("6-6 6-5", 23, 5), ("6-6 6-5 5-5 5-0", 38, 8)),
        *(("6-6 6-5 5-5 5-3", 41, 8), ("6-6 6-5 5-5 6-3", 42, 8)),
    ],
)
def test_FIVES_T4(hand, left, bonus):
    state = position("2-1", hand, on="6-1")
    ended = step(state, "2-1@r")
    assert sum(by_code(code).pips for code in hand.split()) == left
    assert told(ended, RoundScored).points == (bonus, 0)


@pytest.mark.parametrize("bonus_divisor", [3, 1])
@pytest.mark.parametrize(
    ("hand", "left", "rounded"),
    [
        *(("1-0", 1, 0), ("2-0", 2, 3), ("4-0", 4, 3), ("5-0", 5, 6)),
        *(("6-6 6-5", 23, 24), ("6-6 6-4", 22, 21)),
    ],
)
def test_THREES_T3_THREES_2(hand, left, rounded, bonus_divisor):
    state = position("3-1", hand, on="6-1", divisor=3, bonusDivisor=bonus_divisor)
    ended = step(state, "3-1@r")  # 6 + 3 = 9
    assert sum(by_code(code).pips for code in hand.split()) == left
    assert told(ended, RoundScored).points == (9 + rounded // bonus_divisor, 0)


def test_THREES_1_the_bonus_is_divided_by_three_unless_agreed():
    assert position("3-1", "2-0", divisor=3).setup.options["bonusDivisor"] == 3


def test_THREES_T1():
    assert made("6-6", "6-3@r", divisor=3) == [12, 15]
    state = step(position("6-6 6-5 6-4", "6-3 6-2", divisor=3), "6-6", "6-3@r").state
    assert [code for code in legal(state, 0) if code[:3] == "6-5"] == ["6-5@l", "6-5@u", "6-5@d"]


def test_THREES_T2():
    leads = {bone.code: made(bone.code, divisor=3)[0] for bone in DOUBLE_SIX}
    scoring = {code: made for code, made in leads.items() if made}
    assert scoring == {
        "6-6": 12,
        **dict.fromkeys(("6-3", "5-4"), 9),
        **dict.fromkeys(("6-0", "5-1", "4-2", "3-3"), 6),
        **dict.fromkeys(("3-0", "2-1"), 3),
    }


def test_FIVES_T6():
    hands = ("6-2 6-6 6-5 5-5 5-0", "4-1")
    state = position(*hands, on="4-2", scores=(95, 98))
    first = step(state, "6-2@r")
    assert told(first, Scored).sum == Sum((4, 6))
    assert first.state.outcome is None
    last = step(first.state, "4-1@l")
    assert told(last, MatchEnded) == MatchEnded((1,), (105, 106), "target")


@every_match
def test_FIVES_I2(match):
    """At most one double has more than two neighbours, and it is the first one laid."""
    for state in match.states:
        layout = state.round.layout
        doubles = [at for at, laid in enumerate(layout.laid) if laid.bone.double]
        crowded = [at for at in doubles if layout.ends.touching(at) > 2]
        assert crowded in ([], doubles[:1])


# The same by another way: from the codes of the moves alone, without the engine's table.


def open_total(plays: list[tuple[str, str]]) -> int:
    """The open ends of ``[("5-5", ""), ("5-0", "l"), …]``, half by half. Two bones that touch have
    one number in common. A half is covered where a bone lies against it, a double as soon as two
    do."""
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


@every_match
def test_FIVES_I1_FIVES_5_FIVES_6_every_play_counted_again(match):
    for events, _, _ in rounds_of(match):
        laid = []
        for event, following in pairwise(events):
            if not isinstance(event, Played):
                continue
            laid.append((event.bone.code, event.at))
            total = open_total(laid)
            scores = total > 0 and total % match.setup.options["divisor"] == 0
            assert isinstance(following, Scored) == scores, laid
            if isinstance(following, Scored):
                assert (following.seat, following.sum.points) == (event.seat, total)


@every_match
def test_FIVES_8_every_round_counted_again(match):
    """The bonus from the hands that were shown: the nearest multiple, looked for from 0 on."""
    options, number = match.setup.options, match.setup.options["divisor"]

    def points(events, ended):
        made, won = made_by_plays(events, match.setup.seat_count), winner(ended)
        assert ended.earned == tuple(made)
        assert ended.winners == (() if won is None else (won,))
        if won is not None:
            less = ["all", "others", "others-minus-own"].index(options["bonusPips"])
            left = pips(chain(*ended.hands)) - less * pips(ended.hands[won])
            parts = min(range(60), key=lambda part: abs(number * part - left))
            made[won] += parts * (number if options["bonusDivisor"] == 1 else 1)
        return made

    totals = check_the_books(match, points)
    target = match.setup.number("target")
    if target is not None:
        assert max(totals) >= target + (options["strictlyAbove"] == "on")
        assert totals.count(max(totals)) == 1 or options["matchTie"] == "shared"
