# ruff: noqa: N802 - tests bear the ids of the rules
"""The Star, rule by rule (docs/rules/star.md)."""

from collections.abc import Iterator

import pytest

from bot.domino.counting import Sum
from bot.engine.contract import Previous
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.events import Credit, Dealt, Passed, RoundEnded
from bot.games.star import STAR
from tests.games.cases import Case, all_cases
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

ENDS_1235 = "6-6 6-1@l 6-2@r 6-3@u 6-5@d"
"""The star of the examples."""
ENDS_4445 = "6-6 6-1@l 4-1@l 6-2@r 4-2@r 6-3@u 4-3@u 6-5@d"
"""Who lays 5-4 here blocks the table unless somebody holds another four."""

CASES = list(all_cases(STAR))
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def four(hand, *others, on, **options):
    """A table where it is the first one's turn, and hands that do not matter are 0-0."""
    return position(STAR, hand, *others, *["0-0"] * (3 - len(others)), on=on, **options)


def test_STAR_1_four_play_with_seven_bones_each_and_no_boneyard():
    made = step(STAR, STAR.start(prepare(STAR.info, 4)), deal(THREES, FIVES, SIXES, REST))

    assert told(made, Dealt).counts == (7, 7, 7, 7)
    assert (told(made, Dealt).boneyard, told(made, Dealt).aside) == (0, 0)
    assert held(made.state, 3) == REST
    assert STAR.info.partnerships == ()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_STAR_1_others_do_not(seats):
    with pytest.raises(WrongSeats, match="The Star is played by 4"):
        prepare(STAR.info, seats)


@pytest.mark.parametrize("previous", [None, Previous(4, leader=0, winners=(1,))])
def test_STAR_2_who_holds_6_6_leads_it_in_every_round(previous):
    state = dealt(STAR.game, THREES, FIVES, SIXES, REST, previous=previous)

    assert asked(STAR.game, state) == {2}
    assert legal(STAR.game, state, 2) == ["6-6"]


def test_STAR_2_play_goes_clockwise():
    state = dealt(STAR, THREES, FIVES, SIXES, REST)

    for seat, code in ((2, "6-6"), (3, "pass"), (0, "pass"), (1, "pass"), (2, "6-5@l")):
        assert asked(STAR, state) == {seat}
        state = after(STAR, state, code)


def test_STAR_3_only_sixes_go_round_6_6_each_on_a_free_side():
    state = four("6-4 5-1 2-2", on="6-6 6-1@l 6-2@r")

    assert ends(state) == (1, 2, 6, 6)
    assert legal(STAR, state, 0) == ["6-4@u", "6-4@d"]


def test_STAR_3_who_has_no_six_passes():
    passed = step(STAR, four("5-1 2-2", "6-4 0-0", on="6-6 6-1@l 6-2@r"), "pass")

    assert told(passed, Passed) == Passed(0)


def test_STAR_3_when_the_star_is_complete_its_four_outer_ends_are_open():
    state = four("6-5 1-0", "5-1 2-2 3-0", on="6-6 6-1@l 6-2@r 6-3@u")

    state = after(STAR, state, "6-5@d")

    assert ends(state) == (1, 2, 3, 5)
    assert legal(STAR, state, 1) == ["5-1@l", "5-1@d", "2-2@r", "3-0@u"]


def test_STAR_4_who_can_play_must():
    state = four("6-2 5-5", on="6-6")

    for code in ("pass", "draw"):
        with pytest.raises(IllegalMove):
            find(STAR, state, 0, code)


def test_STAR_5_later_doubles_lie_across_and_open_nothing():
    state = four("5-5 4-3", on=ENDS_1235)
    assert legal(STAR, state, 0) == ["5-5@d", "4-3@u"]

    state = after(STAR, state, "5-5@d")

    assert state.round.layout.laid[-1].crosswise
    assert ends(state) == (1, 2, 3, 5)


def test_STAR_5_where_agreed_a_double_lies_along_or_crosswise_as_one_likes():
    state = four("5-5 4-3", "5-4", on=ENDS_1235, crosswiseOpens="on")
    assert legal(STAR, state, 0) == ["5-5@d", "5-5@d+", "4-3@u"]

    along = after(STAR, state, "5-5@d")
    assert not along.round.layout.laid[-1].crosswise
    assert ends(along) == (1, 2, 3, 5)

    crosswise = after(STAR, state, "5-5@d+")
    assert crosswise.round.layout.laid[-1].crosswise
    assert ends(crosswise) == (1, 2, 3, 5, 5, 5)
    assert legal(STAR, crosswise, 1) == ["5-4@d", "5-4@e", "5-4@f"]


def test_STAR_5_of_the_lead_there_is_no_choice():
    for crosswise in ("off", "on"):
        state = dealt(STAR, THREES, FIVES, SIXES, REST, crosswiseOpens=crosswise)
        assert legal(STAR, state, 2) == ["6-6"]
        assert ends(after(STAR, state, "6-6")) == (6, 6, 6, 6)


def test_STAR_6_first_out_scores_what_the_others_hold():
    made = step(STAR, four("5-4", "5-5", "1-0", "3-2 4-4", on=ENDS_1235), "5-4@d")

    assert told(made, RoundEnded).reason == "domino"
    assert told(made, RoundEnded).credits == (Credit((0,), Sum((10, 1, 13))),)


def test_STAR_7_blocked_the_lowest_hand_scores_the_others_and_nothing_is_taken_off():
    made = step(STAR, four("5-4 5-5", "5-3", "2-1", "5-2 2-0", on=ENDS_4445), "5-4@d")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundScored).winners == (2,)
    assert told(made, RoundEnded).credits == (Credit((2,), Sum((10, 8, 9))),)


def test_STAR_7_unless_agreed():
    hands, agreed = ("5-4 5-5", "5-3", "2-1", "5-2 2-0"), {"blockedScore": "others-minus-own"}
    made = step(STAR, four(*hands, on=ENDS_4445, **agreed), "5-4@d")

    assert told(made, RoundEnded).credits == (Credit((2,), Sum((10, 8, 9, -3))),)
    assert told(made, RoundScored).points == (0, 0, 24, 0)


def test_STAR_7_who_is_out_scores_the_same_either_way():
    hands = ("5-4", "5-5", "1-0", "3-2 4-4")
    made = step(STAR, four(*hands, on=ENDS_1235, blockedScore="others-minus-own"), "5-4@d")

    assert told(made, RoundScored).points == (24, 0, 0, 0)


@pytest.mark.parametrize("blocked", ["others", "others-minus-own"])
def test_STAR_7_a_shared_lowest_hand_scores_nothing(blocked):
    hands = ("5-4 2-1", "3-0", "5-5", "5-3")
    made = step(STAR, four(*hands, on=ENDS_4445, blockedScore=blocked), "5-4@d")

    assert told(made, RoundScored).winners == ()
    assert told(made, RoundScored).points == (0, 0, 0, 0)


def test_STAR_8_the_match_goes_to_a_hundred():
    hands, on = ("5-4", "5-5", "1-0", "3-2 4-4"), ENDS_1235

    short = step(STAR, position(STAR, *hands, on=on, scores=(75, 99, 0, 0)), "5-4@d")
    assert short.state.outcome is None
    enough = step(STAR, position(STAR, *hands, on=on, scores=(76, 99, 0, 0)), "5-4@d")
    assert told(enough, MatchEnded) == MatchEnded((0,), (100, 99, 0, 0), "target")


# Worked examples.


def test_STAR_T1():
    """After 6-6: with 5-5 and 3-2 only a pass; with 6-2 and 5-5 it is 6-2."""
    assert legal(STAR, four("5-5 3-2", on="6-6"), 0) == ["pass"]
    assert legal(STAR, four("6-2 5-5", on="6-6"), 0) == ["6-2@l", "6-2@r", "6-2@u", "6-2@d"]


def test_STAR_T2():
    """The arms show 1, 2, 3 and 5: 5-5 goes on the last, and they still do."""
    state = four("5-5 1-0", on=ENDS_1235)
    assert ends(state) == (1, 2, 3, 5)

    assert ends(after(STAR, state, "5-5@d")) == (1, 2, 3, 5)


def test_STAR_T3():
    """D is out against 5-5, 1-0, and 3-2 with 4-4: 10 + 1 + 13 = 24."""
    state = position(STAR, "5-5", "1-0", "3-2 4-4", "5-4", on=ENDS_1235, turn=3)

    assert told(step(STAR, state, "5-4@d"), RoundScored).points == (0, 0, 0, 24)


@pytest.mark.parametrize(
    ("hands", "agreed", "points"),
    [
        (("2-1", "5-3", "5-2 2-0", "5-5"), "others", (27, 0, 0, 0)),
        (("2-1", "5-3", "5-2 2-0", "5-5"), "others-minus-own", (24, 0, 0, 0)),
        (("2-1", "3-0", "5-2 2-0", "5-5"), "others", (0, 0, 0, 0)),
    ],
)
def test_STAR_T4(hands, agreed, points):
    """Blocked with 3, 8, 9 and 10 the first scores 27, or 24; with 3, 3, 9 and 10 nobody does."""
    first, *others = hands
    state = four(f"5-4 {first}", *others, on=ENDS_4445, blockedScore=agreed)

    made = step(STAR, state, "5-4@d")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundScored).points == points


# Invariants, over matches played by chance.


@every_case
def test_STAR_I1(case: Case):
    """The star is made in every round, before anything else."""
    for ended in endings(case):
        lead, *sides = ended.layout.laid[:5]
        assert lead.bone.code == "6-6"
        assert len(sides) == 4
        assert all(side.bone.has(6) and side.parent == 0 for side in sides)


@every_case
def test_STAR_I2(case: Case):
    """There are four open ends, two more for every double that was laid as a spinner."""
    for state in case.match().states:
        layout = state.round.layout
        if layout.laid:
            spinners = 0
            if case.setup.options["crosswiseOpens"] == "on":
                spinners = sum(laid.crosswise for laid in layout.laid[1:])
            assert len(layout.openings) == 4 + 2 * spinners


def endings(case: Case) -> Iterator[RoundEnded]:
    for ply in case.match().plies:
        yield from (event for event in ply.events if isinstance(event, RoundEnded))
