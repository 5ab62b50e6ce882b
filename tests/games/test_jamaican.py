import pytest
from msgspec import structs

from bot.domino.counting import Sum
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import Holding, Lacking, RoundEnded
from bot.games.jamaican.cut_throat import CUT_THROAT
from bot.games.jamaican.partners import JAMAICAN
from tests.games.cases import by_chance
from tests.games.positions import (
    FIVES,
    REST,
    SIXES,
    THREES,
    after,
    asked,
    bones,
    bones_dealt,
    deal,
    dealt,
    lead,
    legal,
    told,
)
from tests.games.recount import events_of
from tests.games.rounds_in_a_row import HELD, TIED, block, end_round

LEFT = ("6-6", "5-5", "4-4", "3-3")
"""What they hold, but for the winner, whose last bone is no key."""
SIX_LOVE = {"format": "six-love"}
DEAL = (THREES, SIXES, FIVES, REST)
KEY_LINE = "5-5 5-0@r 1-0@r 1-1@r 2-1@r 5-2@r 5-3@r 3-1@r 4-1@r 5-4@r 6-5@r 6-1@r"


def fresh(rules=JAMAICAN, seats=4, totals=None, **options):
    state = rules.start(prepare(rules.info, seats, options))
    return state if totals is None else structs.replace(state, totals=totals)


def won_by(state, *seats, rules=JAMAICAN):
    """Let each of the seats in turn win a round by going out."""
    for seat in seats:
        count = state.setup.seat_count
        hands = ["" if each == seat else LEFT[each] for each in range(count)]
        state = end_round(rules, state, seat, *hands).state
    return state


def led(state, rules=JAMAICAN, *, hands=DEAL):
    """Return who leads the next round, and with which bones."""
    state = after(rules, state, deal(*hands))
    (seat,) = asked(rules, state)
    return seat, legal(rules, state, seat)


def test_JAM_1_four_get_seven_and_play_to_the_right():
    assert bones_dealt(JAMAICAN, 4) == ({7}, 0, 0)
    state = dealt(JAMAICAN, THREES, FIVES, SIXES, REST)
    assert asked(JAMAICAN, after(JAMAICAN, state, "6-6")) == {1}


def test_JAM_2_JAM_3_6_6_leads_first_and_then_any_bone_of_the_winner():
    assert lead(JAMAICAN, *DEAL) == ({1}, ["6-6"])
    assert led(won_by(fresh(), 3)) == (3, REST.split())


def test_JAM_2_sporting_everybody_learns_who_has_6_6_but_any_bone_may_lead():
    state = dealt(JAMAICAN.game, *DEAL, sporting="on")
    assert asked(JAMAICAN.game, state) == {1}
    assert legal(JAMAICAN.game, state, 1) == SIXES.split()
    assert state.history[1:] == (
        Holding(1, bones("6-6")[0]),
        Leads(1, by_lot=False, reason=LeadReason.HOLDS_SIX_SIX),
    )


def test_JAM_T1():
    state = won_by(fresh(**SIX_LOVE), 0, 2, 0)
    assert state.totals == (3, 0, 3, 0)
    state = won_by(state, 1)
    assert state.totals == (0, 0, 0, 0)
    assert led(state, hands=(SIXES, THREES, FIVES, REST)) == (0, ["6-6"])


@pytest.mark.parametrize(("option", "worth"), [("on", 2), ("off", 1)])
@pytest.mark.parametrize("winner", [0, 3])
def test_JAM_T2_JAM_8(option, worth, winner):
    broken = won_by(fresh(**SIX_LOVE, oneAllPlayTwo=option), 0, 1)
    assert broken.totals == (0, 0, 0, 0)
    assert led(broken) == (1, ["6-6"])
    won = won_by(broken, winner).totals
    assert won == ((worth, 0) * 2 if winner == 0 else (0, worth) * 2)


def test_JAM_T3_JAM_4():
    made = block(JAMAICAN, fresh(), 3, *HELD)
    scored = told(made, RoundScored)
    assert (scored.winners, scored.points) == ((1, 3), (0, 1, 0, 1))
    assert led(made.state)[0] == 1


def test_JAM_T4_JAM_5():
    made = block(JAMAICAN, fresh(totals=(3, 0, 3, 0), **SIX_LOVE), 3, *TIED)
    assert told(made, RoundScored).winners == ()
    assert led(made.state) == (1, ["6-6"])
    assert won_by(made.state, 0).totals == (5, 0, 5, 0)
    assert won_by(made.state, 1).totals == (0, 0, 0, 0)
    again = block(JAMAICAN, made.state, 3, *TIED).state
    assert won_by(again, 2).totals == (5, 0, 5, 0)
    assert won_by(won_by(again, 2), 0).totals == (6, 0, 6, 0)


def test_JAM_5_a_tie_may_be_worth_nothing_more():
    made = block(JAMAICAN, fresh(tieValue=1), 3, *TIED)
    assert led(made.state) == (1, ["6-6"])
    assert won_by(made.state, 1).totals == (0, 1, 0, 1)


PARTNERS_TIED = (HELD[0], "6-6 5-5 6-4", HELD[2], "5-0 6-0 3-2 4-2 3-0 5-4")


@pytest.mark.parametrize(("option", "winners"), [("tie", ()), ("win", (0, 2))])
def test_JAM_5_partners_who_share_the_lowest_hand(option, winners):
    made = block(JAMAICAN, fresh(partnersTie=option), 3, *PARTNERS_TIED)
    assert told(made, RoundScored).winners == winners
    assert led(made.state)[0] == (0 if winners else 1)
    three = (HELD[0], "5-0 6-0 4-2 6-4", HELD[2], "6-6 5-5 5-4 3-2 3-0")
    assert told(block(JAMAICAN, fresh(partnersTie=option), 3, *three), RoundScored).winners == ()


UNLOCKED = "5-5 5-0@r 1-0@r 1-1@r 2-1@r 5-2@r 5-3@r 3-1@r"
"""The ends show 5 and 1, and 5-1 and 4-1 are left."""


def key(state, *hands, on=KEY_LINE):
    return end_round(JAMAICAN, state, 0, "", *hands, on=on, play="5-1@r")


@pytest.mark.parametrize(
    ("other", "on", "options", "points"),
    [
        pytest.param("4-4", KEY_LINE, {}, 2, id="JAM-T5"),
        pytest.param("4-1", UNLOCKED, {}, 1, id="JAM-T6"),
        pytest.param("4-1", UNLOCKED, {"key": "any-both-ends"}, 2, id="JAM-7 dekabès"),
        pytest.param("4-4", KEY_LINE, {"key": 1}, 1, id="JAM-7 off"),
    ],
)
def test_JAM_7_a_key(other, on, options, points):
    made = key(fresh(**options), other, "6-6", "3-3", on=on)
    assert told(made, RoundScored).points == (points, 0) * 2


def test_JAM_T5_JAM_7_a_key_is_worth_two_and_no_more_after_a_tie():
    made = key(block(JAMAICAN, fresh(), 3, *TIED).state, "6-6", "4-4", "3-3")
    assert told(made, RoundEnded).credits[0].sum == Sum((1, 1))
    without = block(JAMAICAN, fresh(key=1), 3, *TIED).state
    assert told(key(without, "6-6", "4-4", "3-3"), RoundScored).points == (2, 0, 2, 0)


@pytest.mark.parametrize(
    ("on", "play", "option", "points"),
    [
        ("3-2 3-1@l 2-1@r", "1-1@l", 2, 1),
        ("3-2 3-1@l 2-1@r", "1-1@l", "any-both-ends", 1),
        ("3-2 3-1@l 2-1@r", "4-1@l", 2, 1),
        ("3-2 3-1@l 2-1@r", "4-1@l", "any-both-ends", 2),
    ],
)
def test_JAM_7_no_double_is_a_key_and_equal_ends_make_none(on, play, option, points):
    hands = ("", "6-6", "5-5", "4-4")
    made = end_round(JAMAICAN, fresh(key=option), 0, *hands, on=on, play=play)
    assert told(made, RoundScored).points == (points, 0) * 2


def test_JAM_T7():
    state = fresh(totals=(5, 4, 5, 4))
    made = end_round(JAMAICAN, state, 1, *("6-6", "", "4-4", "3-3"), on=KEY_LINE, play="5-1@r")
    assert told(made, MatchEnded) == MatchEnded((1, 3), (5, 6, 5, 6), "target")


def test_JAM_9_a_single_round_goes_on_after_a_tie():
    tied = block(JAMAICAN, fresh(format="single"), 3, *TIED).state
    assert tied.outcome is None
    outcome = won_by(tied, 2).outcome
    assert outcome is not None
    assert outcome.winners == (0, 2)


@by_chance(JAMAICAN)
def test_JAM_I1_JAM_I2_JAM_I3(match):
    scores = events_of(match, RoundScored)
    for scored in scores:
        one, other, *partners = scored.totals
        assert partners == [one, other]
        assert max(scored.points) in ({1, 2} if scored.winners else {0})
        if match.setup.options["format"] == "six-love":
            assert 0 in (one, other)
    if match.setup.options["format"] == "six-love":
        assert sorted(scores[-1].totals[:2]) in ([0, 6], [0, 7])


# Cut-throat.


def test_CUT_T1_CUT_2_the_hands_of_two_three_and_four():
    assert bones_dealt(CUT_THROAT, 4) == ({7}, 0, 0)
    assert bones_dealt(CUT_THROAT, 3) == ({9}, 0, 0)
    assert "0-0" not in asked(CUT_THROAT, fresh(CUT_THROAT, 3)).pieces
    assert bones_dealt(CUT_THROAT, 2) == ({14}, 0, 0)
    assert bones_dealt(CUT_THROAT, 2, twoHand="7-draw") == ({7}, 14, 0)
    assert bones_dealt(CUT_THROAT, 2, twoHand="7-block") == ({7}, 0, 14)


def test_CUT_T2_CUT_3_the_highest_double_that_was_dealt_leads():
    hands = (THREES, "4-4 4-3 4-2 4-1 4-0 1-1 1-0")
    assert lead(CUT_THROAT, *hands, twoHand="7-draw") == ({1}, ["4-4"])
    state = dealt(CUT_THROAT.game, *hands, twoHand="7-draw")
    assert state.history[1] == Lacking((0, 1), bones("6-6 5-5"))


def test_CUT_T3():
    hands = ("5-4 5-3 5-2 5-1 5-0 4-3 4-2", "6-3 6-2 6-1 6-0 3-2 3-1 3-0")
    assert lead(CUT_THROAT, *hands, twoHand="7-block") == ({1}, ["6-3"])


@pytest.mark.parametrize(
    ("on", "stock", "points"), [(KEY_LINE, "6-6 2-2", 2), (UNLOCKED, "4-1 5-4 6-5 6-1", 1)]
)
def test_CUT_3_a_bone_that_sleeps_prevents_a_key(on, stock, points):
    state = fresh(CUT_THROAT, 2, twoHand="7-block")
    made = end_round(CUT_THROAT, state, 0, "", "4-4", on=on, play="5-1@r", stock=stock)
    assert told(made, RoundScored).points == (points, 0)


def test_CUT_T4_CUT_4():
    state = won_by(fresh(CUT_THROAT, totals=(3, 1, 0, 2), **SIX_LOVE), 2, rules=CUT_THROAT)
    assert state.totals == (0, 0, 0, 0)
    assert led(state, CUT_THROAT) == (1, ["6-6"])
    won = won_by(fresh(CUT_THROAT, totals=(5, 1, 0, 2), **SIX_LOVE), 0, rules=CUT_THROAT)
    assert won.outcome is not None
    assert won.outcome.points == (6, 1, 0, 2)


@by_chance(CUT_THROAT)
def test_CUT_I1(match):
    totals = (0,) * match.setup.seat_count
    for scored in events_of(match, RoundScored):
        gained = [now - before for now, before in zip(scored.totals, totals, strict=True)]
        assert not any(scored.totals) or max(gained) in {0, 1, 2}
        assert sum(map(bool, scored.points)) == len(scored.winners) <= 1
        totals = scored.totals
