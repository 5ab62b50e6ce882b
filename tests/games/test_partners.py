import pytest
from msgspec import structs

from bot.engine.contract import Previous
from bot.engine.rounds import MatchEnded
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import RoundEnded
from bot.games.connecting.knocks import BonusReason, BonusScored
from bot.games.connecting.scoring import Decision, Extra, How
from bot.games.partners.latin import LATIN_PARTNERS as PARTNERS
from tests.games.cases import by_chance
from tests.games.positions import FIVES, REST, SIXES, THREES, begun, language, lead, result, told
from tests.games.recount import events_of
from tests.games.rounds_in_a_row import EVEN, HELD, TIED, block, end_round

position, dealt, step, steps, after, asked, legal = language(PARTNERS)

DEAL = (THREES, SIXES, FIVES, REST)
ONE, OTHER = (0, 2), (1, 3)
LAST_ROUND = Previous(3, leader=2, winners=ONE, decider=0)
AT_ONE_NUMBER = "3-2 6-2@r 6-3@r"
"""A line whose ends both show 3."""
HANDS = ("5-3", "6-1", "4-4", "2-0 1-0")


def scored(made):
    """Return the winners and the points of each, with their arithmetic."""
    ended = told(made, RoundEnded)
    return (ended.winners, *(str(each.sum) for each in ended.credits))


def won_by(side, points):
    return tuple(points if seat in side else 0 for seat in range(4))


def blocked(*hands, **options):
    """Block a round led by seat 0 with a bone of seat 3."""
    return block(PARTNERS, begun(PARTNERS, 4, **options), 3, *hands)


@pytest.mark.parametrize("options", [{}, {"nextLead": "rotate-right"}, {"nextLead": "six-six"}])
def test_PART_2_who_holds_6_6_leads_it_in_the_first_round(options):
    assert lead(PARTNERS, *DEAL, **options) == ({1}, ["6-6"])


@pytest.mark.parametrize(
    ("options", "previous", "leader", "reason"),
    [
        ({}, LAST_ROUND, 0, LeadReason.WON),
        ({}, Previous(3, leader=2, winners=()), 2, LeadReason.NOBODY_WON),
        ({"nextLead": "rotate-right"}, LAST_ROUND, 1, LeadReason.NEXT_RIGHT),
        ({"nextLead": "rotate-right"}, Previous(3, 2, ()), 1, LeadReason.NEXT_RIGHT),
        ({"nextLead": "six-six"}, LAST_ROUND, 1, LeadReason.HOLDS),
    ],
)
def test_PART_3_who_leads_later_rounds(options, previous, leader, reason):
    state = dealt(*DEAL, previous=previous, **options)
    (led,) = [each for each in state.round.history if isinstance(each, Leads)]
    assert (led.seat, led.reason) == (leader, reason)
    assert legal(state, leader) == (["6-6"] if led.bones else DEAL[leader].split())


@pytest.mark.parametrize(("held", "decider"), [(HELD, 0), (EVEN, 1)])
def test_PART_3_of_partners_who_win_together_the_lower_hand_leads_then_the_lower_seat(
    held, decider
):
    state = blocked(*held, block="pairs", blockTie="blocker").state
    assert state.setup.previous.decider == decider


def test_PART_T1():
    """The partner's pips count, unless only the losers' do."""
    hands = ("5-5 2-1", "", "6-4", "4-3")
    made = [
        end_round(PARTNERS, begun(PARTNERS, 4, count=count), 1, *hands)
        for count in ("all", "losers")
    ]
    assert list(map(scored, made)) == [(OTHER, "13 + 10 + 7 = 30"), (OTHER, "13 + 10 = 23")]


@pytest.mark.parametrize("end", ["l", "r"])
@pytest.mark.parametrize(
    ("capicua", "points", "extra"),
    [
        (25, "7 + 8 + 3 + 25 = 43", 25),
        ("double", "7 + 8 + 3 + 18 = 36", 18),
        (50, "7 + 8 + 3 + 50 = 68", 50),
    ],
)
def test_PART_T2_PART_8_a_capicua(end, capicua, points, extra):
    made = step(position(*HANDS, on="5-4 4-3@r", capicua=capicua), f"5-3@{end}")
    assert scored(made) == (ONE, points)
    ended = told(made, RoundEnded)
    assert ended.extras == (Extra("capicúa", extra),)
    assert len(set(made.events[0].ends)) == 1


@pytest.mark.parametrize("last", ["5-3", "3-3"])
def test_PART_T3_no_capicua_where_both_ends_show_one_number(last):
    made = step(position(last, *HANDS[1:], on=AT_ONE_NUMBER), f"{last}@l")
    assert scored(made) == (ONE, "7 + 8 + 3 = 18")


@pytest.mark.parametrize(
    ("options", "points"), [({}, 43), ({"capicuaBlank": "off"}, 18), ({"capicua": 0}, 18)]
)
def test_PART_T4_a_capicua_with_a_blank(options, points):
    made = step(position("6-0", *HANDS[1:], on="6-5 5-0@r", **options), "6-0@l")
    assert result(made) == ("domino", ONE, won_by(ONE, points))


@pytest.mark.parametrize(
    ("led", "hands", "plays", "bonus"),
    [
        ("4-2", ("5-5", "4-1", "4-0"), "pass 4-0@l", 50),
        ("4-4", ("5-5", "4-1", "4-0"), "pass 4-0@l", 25),
        ("4-2", ("5-5", "4-1", "0-0"), "pass pass 4-1@l", 0),
        ("4-2", ("2-2", "4-1", "4-0"), "2-2@r 4-0@l", 0),
    ],
)
def test_PART_T5_PART_10_a_knock_on_the_lead(led, hands, plays, bonus):
    """Hands are those of seats 3, 1 and 2; it is scored once the partner has played."""
    right, left, partner = hands
    state = position(f"{led} 2-1", f"{left} 1-1", f"{partner} 3-3", f"{right} 6-5")
    made = steps(state, led, *plays.split())
    bonuses = [each for one in made for each in one.events if isinstance(each, BonusScored)]
    expected = BonusScored(0, ONE, bonus, BonusReason.LEAD_KNOCKED)
    assert bonuses == ([expected] if bonus else [])
    assert made[-1].state.round.earned == won_by(ONE, bonus)


def test_PART_T5_PART_9_all_others_knock():
    state = position("4-2 4-4", "5-5 1-1", "6-6 3-3", "6-5 0-0")
    made = steps(state, "4-2", "pass", "pass", "pass", "4-4@l")
    assert told(made[3], BonusScored) == BonusScored(0, ONE, 25, BonusReason.ALL_KNOCKED)
    assert asked(made[3].state) == {0}
    assert result(made[4])[2] == won_by(ONE, 10 + 2 + 12 + 6 + 11 + 0 + 25)


@pytest.mark.parametrize("options", [{"passAll": 0}, {"openingPass": 0, "passAll": 0}])
def test_PART_9_PART_10_a_bonus_of_nothing_is_not_told(options):
    state = position("4-2 4-4 5-0", "5-5 1-1", "6-6 3-3", "6-5 0-0", **options)
    made = steps(state, "4-2", "pass", "pass", "pass")
    assert not [each for one in made for each in one.events if isinstance(each, BonusScored)]


@pytest.mark.parametrize(("value", "points"), [(0, 15), (25, 40)])
def test_PART_11_PART_I1_a_chuchazo_is_no_capicua(value, points):
    made = step(position("0-0", "6-1", "4-4", "", on="5-0", chuchazo=value), "0-0@r")
    assert result(made)[2] == won_by(ONE, points)


@pytest.mark.parametrize(
    ("options", "winners", "points", "decision"),
    [
        ({}, ONE, "27 + 25 + 27 + 41 = 120", Decision(How.HAND, 2, 3)),
        ({"block": "lowest"}, OTHER, "27 + 25 + 27 + 41 = 120", Decision(How.HAND, 1)),
        ({"block": "lowest", "count": "losers"}, OTHER, "27 + 27 = 54", Decision(How.HAND, 1)),
        ({"block": "pairs", "count": "losers"}, ONE, "25 + 41 = 66", Decision(How.PAIR, 0)),
    ],
)
def test_PART_T6(options, winners, points, decision):
    made = blocked(*HELD, **options)
    assert scored(made) == (winners, points)
    assert told(made, RoundEnded).decision == decision


@pytest.mark.parametrize(
    ("tie", "winners", "decision", "decider"),
    [
        ("leader", ONE, Decision(How.LED, 0), 2),
        ("blocker", OTHER, Decision(How.LAST, 3), 1),
        ("other", ONE, Decision(How.LAST, 3), 2),
        ("nobody", (), None, None),
    ],
)
def test_PART_T7(tie, winners, decision, decider):
    made = blocked(*TIED, block="lowest", blockTie=tie)
    assert result(made) == ("blocked", winners, won_by(winners, 120))
    assert told(made, RoundEnded).decision == decision
    assert made.state.setup.previous.decider == decider


@pytest.mark.parametrize(
    ("options", "totals"),
    [
        ({}, (205, 210)),
        ({"bonusLimit": 170}, (180, 210)),
        ({"bonusLimit": "must-fit"}, (180, 210)),
        ({"bonusLimit": "must-fit", "target": 205}, (205, 210)),
    ],
)
def test_PART_T8_PART_12(options, totals):
    """Seats 0 and 2 make the others knock, and seat 3 goes out with 30 in the other hands."""
    before = Previous(4, 0, ONE, decider=0, totals=(180, 180, 180, 180))
    state = structs.replace(begun(PARTNERS, 4, before, **options), totals=before.totals)
    hands = ("6-3 5-5 6-0", "1-1 0-0", "4-4 4-0", "6-6")
    knocked = end_round(PARTNERS, state, 0, *hands, on="5-4 4-2@r 2-2@r", play="3-2@r")
    made = steps(knocked.state, "pass", "pass", "pass", "6-3@r", "6-6@r")
    assert told(made[-1], MatchEnded).totals == (*totals, *totals)


def test_PART_13_equal_totals_at_the_target_mean_another_round():
    state = position("5-2", "6-4", "2-1", "6-5", on="5-3", scores=(176, 200, 176, 200))
    made = step(state, "5-2@l")
    assert result(made)[2] == won_by(ONE, 24)
    assert made.state.totals == (200,) * 4
    assert made.state.outcome is None


def test_PART_13_one_round_is_won_by_the_most_points():
    """A pair that has made the others knock can win although the other pair goes out."""
    state = position("4-2 4-4 1-0", "4-3", "6-6", "5-5 0-0", target="none", passAll=30)
    made = steps(state, "4-2", "pass", "pass", "4-3@l")
    assert result(made[-1])[1] == OTHER
    assert made[-1].state.outcome.winners == OTHER


@by_chance(PARTNERS, seeds=12)
def test_PART_I2_PART_I3_PART_9_PART_10(match):
    """Partners have the same; a domino counts at most 153; bonuses are for the knocks before."""
    for ended in events_of(match, RoundEnded):
        assert ended.earned[:2] == ended.earned[2:]
        bonus = sum(each.points for each in ended.extras)
        for credit in ended.credits:
            assert credit.sum.points - bonus <= (153 if ended.out is not None else 168)
    for event in events_of(match, BonusScored):
        assert event.seat in event.seats
        assert event.points in {25, 50, 30, 60, 10}
