import pytest

from bot.domino.bone import double_n
from bot.engine.contract import Lot, Previous
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import Redealt, RoundEnded, VoidDeal
from bot.games.partners.cuban import CUBAN
from tests.games.cases import by_chance
from tests.games.positions import begun, bones_dealt, language, result, told
from tests.games.rounds_in_a_row import end_round

position, dealt, step, steps, after, asked, legal = language(CUBAN)

ONE, OTHER = (0, 2), (1, 3)
SET = [each.code for each in double_n(9)]
FREE = [code for code in SET if not {"9", "4"} & set(code)]
"""The bones without a 9 or a 4: nine for each seat."""
LINE = ("9-5", "9-9", "4-4", "5-4")
"""What each seat lays of a line whose ends are then 9 and 4."""
HANDS = [" ".join((LINE[seat], *FREE[9 * seat : 9 * seat + 9])) for seat in range(4)]
WITH_DOUBLES = ("9-9 8-8 7-7 6-6 5-5 1-0 2-0 3-0 4-0 5-0", *("" for _ in range(3)))
T3 = ("8-8 8-7", "7-7 6-2", "8-6 7-6 7-5 1-0", "6-6 5-5")
T4 = ("8-3 7-0", "8-8 7-7", "8-7 8-6 7-6 8-0", "6-5 6-3")
T5 = ("8-3 7-0", "7-5 6-0", "8-6 7-6 8-5", "8-8 8-7 8-2")


def deal(*hands):
    first = " ".join(hands).split()
    return " ".join(["deal", *first, *(code for code in SET if code not in first)])


def blocked(*hands, **options):
    """Block a round that seat 0 led with 9-9 of seat 1."""
    state = begun(CUBAN, 4, Previous(1, 0, ONE, decider=0), **options)
    return end_round(CUBAN, state, 1, *hands, on="9-5 5-4@r 4-4@r", play="9-9@l")


def ended(made):
    over = told(made, RoundEnded)
    return (over.winners, *(str(each.sum) for each in over.credits))


def test_CUBA_1_CUBA_2_the_deal():
    assert (len(SET), sum(each.pips for each in double_n(9))) == (55, 495)
    assert bones_dealt(CUBAN, 4) == ({10}, 0, 15)


@pytest.mark.parametrize(
    ("options", "previous", "leader"),
    [
        ({}, None, Lot((0, 1, 2, 3))),
        ({"firstLead": "highest-double"}, None, {1}),
        ({}, Previous(1, 3, ONE, decider=2), {2}),
        ({}, Previous(1, 3, ()), {3}),
        ({"nextLead": "rotate-right"}, Previous(1, 3, ()), {2}),
    ],
)
def test_CUBA_3_CUBA_4_who_leads(options, previous, leader):
    assert asked(after(begun(CUBAN, 4, previous, **options), deal(*HANDS))) == leader


def test_CUBA_3_the_highest_double_that_was_dealt_leads():
    hands = [hand.replace("9-9", "9-0") for hand in HANDS]
    made = step(begun(CUBAN, 4, firstLead="highest-double"), deal(*hands))
    led = told(made, Leads)
    assert (legal(made.state, led.seat), led.reason) == (["8-8"], LeadReason.HIGHEST_DOUBLE)


@pytest.mark.parametrize(("value", "void"), [("off", 0), ("redeal", 1)])
def test_CUBA_9_five_doubles(value, void):
    made = step(begun(CUBAN, 4, fiveDoubles=value), deal(*WITH_DOUBLES))
    events = [each for each in made.events if isinstance(each, Redealt)]
    assert events == [Redealt(VoidDeal.MANY_DOUBLES)] * void


@pytest.mark.parametrize(
    ("count", "points"), [("losers", "20 + 17 = 37"), ("all", "18 + 20 + 17 = 55")]
)
def test_CUBA_T1_CUBA_6(count, points):
    hands = ("9-9", "9-7 4-0", "", "8-8 1-0")
    made = end_round(CUBAN, begun(CUBAN, 4, count=count), 2, *hands)
    assert ended(made) == (ONE, points)


def test_CUBA_T2():
    state = begun(CUBAN, 4, Previous(1, 0, ONE, decider=0))
    made = step(state, deal(*HANDS), "9-5", "5-4@r", "4-4@r", "9-9@l")
    over = told(made, RoundEnded)
    assert (over.reason, list(map(len, over.hands))) == ("blocked", [9] * 4)
    assert sum(bone.pips for hand in over.hands for bone in hand) == 495 - 49 - 158 == 288


@pytest.mark.parametrize(
    ("hands", "options", "expected"),
    [
        (T3, {}, (OTHER, "31 + 40 = 71")),
        (T3, {"block": "pairs"}, (OTHER, "31 + 40 = 71")),
        (T4, {}, (ONE, "30 + 20 = 50")),
        (T4, {"block": "pairs"}, (OTHER, "18 + 50 = 68")),
        (T5, {}, ((),)),
        (T5, {"blockTie": "leader"}, (ONE, "18 + 41 = 59")),
    ],
)
def test_CUBA_T3_CUBA_T4_CUBA_T5_CUBA_7(hands, options, expected):
    assert ended(blocked(*hands, **options)) == expected


@pytest.mark.parametrize(("value", "points"), [(0, 12), ("double", 24), (25, 37), (7, 19)])
def test_CUBA_11_a_capicua(value, points):
    state = begun(CUBAN, 4, capicua=value)
    made = end_round(CUBAN, state, 0, "", "6-1", "4-4", "4-1", on="5-4 4-3@r", play="5-3@l")
    assert result(made) == ("domino", ONE, (points, 0, points, 0))


@by_chance(CUBAN, seeds=4)
def test_CUBA_I1_CUBA_I2(match):
    """If all bones with a number lie on the table, exactly one end shows it."""
    for state in match.states:
        table = state.round
        held = [bone for hand in table.hands for bone in hand]
        lying = [laid.bone for laid in table.layout.laid]
        if table.hands:
            pips = sum(bone.pips for bone in (*held, *lying, *table.stock))
            assert (len(held) + len(lying) + len(table.stock), pips) == (55, 495)
        for number in range(10):
            if sum(bone.has(number) for bone in lying) == 10:
                assert [opening.pips for opening in table.layout.openings].count(number) == 1
