from itertools import pairwise

import pytest
from msgspec import structs

from bot.domino.counting import Sum
from bot.engine.contract import Outcome, Shuffle
from bot.engine.match_formats import LAST, ONE_OUT
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Credit, LeadReason, Leads
from bot.games.connecting.events import Lacking, Redealt, RoundEnded, VoidDeal
from bot.games.kozel import KOZEL, Accounts
from tests.games.cases import by_chance
from tests.games.positions import (
    after,
    asked,
    bones,
    bones_dealt,
    deal,
    dealt,
    held,
    lead,
    legal,
    position,
    step,
    told,
)
from tests.games.recount import events_of
from tests.games.rounds_in_a_row import EVEN, HELD, block, end_round

ONE_DOUBLE = "1-1 6-5 6-4 6-3 5-4 3-2 4-0"
NO_DOUBLE = "6-2 6-1 6-0 5-3 5-2 3-1 2-0"
BLANK_ONLY = "0-0 5-1 5-0 4-3 4-2 4-1 3-0"


def clockwise(hands):
    """Return the hands with seats 1 and 3 exchanged, as play goes the other way."""
    return hands[0], hands[3], hands[2], hands[1]


def fresh(seats=4, totals=None, **options):
    state = KOZEL.start(prepare(KOZEL.info, seats, options))
    return state if totals is None else structs.replace(state, totals=totals)


def fish(state, hands=HELD):
    return block(KOZEL, state, 1, *clockwise(hands))


def written(made):
    return told(made, RoundScored).points


def goes_out(state, seat, *hands):
    return end_round(KOZEL, state, seat, *hands)


@pytest.mark.parametrize(
    ("seats", "bones_each", "dealt_", "left"),
    [(2, 7, 7, 14), (2, 5, 7, 14), (3, 7, 7, 7), (3, 5, 5, 13), (4, 7, 7, 0), (4, 5, 5, 8)],
)
def test_KOZEL_1_what_two_three_and_four_are_dealt(seats, bones_each, dealt_, left):
    assert bones_dealt(KOZEL, seats, deal=bones_each, redeal="off") == ({dealt_}, left, 0)


def test_KOZEL_1_four_are_two_pairs_unless_agreed_otherwise():
    pairs = ((0, 2), (1, 3))
    assert prepare(KOZEL.info, 4).partnerships == pairs
    assert prepare(KOZEL.info, 4, {"pairs": "off"}).partnerships == ()
    assert prepare(KOZEL.info, 3).partnerships == prepare(KOZEL.info, 2).partnerships == ()


@pytest.mark.parametrize(
    ("hands", "option", "leader"),
    [
        ((BLANK_ONLY, ONE_DOUBLE), "one-one", (1, "1-1")),
        ((BLANK_ONLY, NO_DOUBLE), "one-one", (0, "0-0")),
        (("2-2 5-1 5-0 4-3 4-2 4-1 3-0", "6-6 6-1 6-0 5-3 5-2 3-1 2-0"), "one-one", (0, "2-2")),
        (("2-2 5-1 5-0 4-3 4-2 4-1 3-0", "6-6 6-1 6-0 5-3 5-2 3-1 2-0"), "six-six", (1, "6-6")),
        (("5-4 5-1 5-0 4-3 4-2 4-1 3-0", "6-3 6-1 6-0 5-3 5-2 3-1 2-0"), "one-one", (1, "6-3")),
        (("5-4 5-1 5-0 4-3 4-2 4-1 3-0", "6-3 6-1 6-0 5-3 5-2 3-1 2-0"), "six-six", (1, "6-3")),
    ],
)
def test_KOZEL_2_the_first_lead(hands, option, leader):
    seat, bone = leader
    assert lead(KOZEL, *hands, firstLead=option) == ({seat}, [bone])


def test_KOZEL_2_everybody_learns_which_bones_nobody_was_dealt():
    state = dealt(KOZEL.game, BLANK_ONLY, NO_DOUBLE)
    doubles = bones("1-1 2-2 3-3 4-4 5-5 6-6")
    reason = LeadReason.LOWEST_DOUBLE
    assert state.history[1:] == (
        Lacking((0, 1), doubles),
        Leads(0, by_lot=False, bones=bones("0-0"), reason=reason),
    )


def led(state, *hands):
    state = after(KOZEL, state, deal(*hands))
    (seat,) = asked(KOZEL, state)
    return seat, legal(KOZEL, state, seat)


MIXED = (
    "6-6 5-4 4-1 3-2 3-0 2-1 5-0",
    "5-5 6-4 4-0 3-1 2-2 1-0 6-2",
    "4-4 6-5 5-3 6-1 2-0 1-1 4-3",
    "3-3 6-3 6-0 5-2 5-1 4-2 0-0",
)


def test_KOZEL_3_the_winner_leads_any_bone_and_after_eggs_the_last_one_does():
    won = goes_out(fresh(), 3, "6-6", "5-5", "4-4", "").state
    assert led(won, *MIXED) == (3, MIXED[3].split())
    assert led(fish(won, EVEN).state, *MIXED) == (3, MIXED[3].split())
    assert led(fish(fresh(), EVEN).state, *MIXED) == (2, ["1-1"])


def test_KOZEL_4_all_of_the_boneyard_is_drawn_before_a_knock():
    state = position(KOZEL, "4-3", "6-1 5-5", on="6-6", stock="1-0")
    passed = step(KOZEL, state, "draw", "pass").state
    assert held(passed, 0) == "4-3 1-0"


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("0-0 1-1 2-2 3-3 4-4 6-5 6-4", VoidDeal.MANY_DOUBLES),
        ("6-0 6-1 6-2 6-3 6-4 6-6 5-4", VoidDeal.MANY_OF_ONE),
    ],
)
def test_KOZEL_5_a_lopsided_hand_is_dealt_again(hand, reason):
    made = step(KOZEL, fresh(2), deal("5-3 5-2 5-1 5-0 4-2 4-1 4-0", hand))
    assert told(made, Redealt) == Redealt(reason)
    assert isinstance(asked(KOZEL, made.state), Shuffle)
    assert isinstance(lead(KOZEL, "5-3 5-2 5-1 5-0 4-2 4-1 4-0", hand, redeal="off")[0], frozenset)


def test_KOZEL_5_four_doubles_and_five_of_a_number_count():
    fine = "0-0 1-1 2-2 6-6 6-1 6-5 6-4"
    assert isinstance(lead(KOZEL, "5-3 5-2 5-1 5-0 4-2 4-1 4-0", fine)[0], frozenset)


def test_KOZEL_6_each_loser_writes_their_own():
    made = goes_out(fresh(3), 0, "", "6-6 1-0", "5-5 5-4")
    assert written(made) == (0, 13, 19)
    assert told(made, RoundEnded).credits == (
        Credit((1,), Sum((1, 12))),
        Credit((2,), Sum((9, 10))),
    )


def test_KOZEL_6_partners_write_together_and_the_winners_partner_nothing():
    made = goes_out(fresh(), 2, "6-6", "5-5", "", "4-3 1-0")
    assert written(made) == (0, 18, 0, 18)
    assert told(made, RoundEnded).credits == (Credit((1, 3), Sum((10, 8))),)


ONCE = {"opening": "13-once"}


@pytest.mark.parametrize(
    ("options", "entry"),
    [({}, 15), (ONCE, 0), ({"opening": "off"}, 7), ({"opening": "25-hang"}, 0)],
)
def test_KOZEL_T1(options, entry):
    first = goes_out(fresh(2, **options), 0, "", "4-3 1-0")
    assert written(first) == (0, 8 if options.get("opening") == "off" else 0)
    assert written(goes_out(first.state, 0, "", "5-2")) == (0, entry)


def test_KOZEL_T1_KOZEL_9_what_hangs_is_told_and_what_was_written_hangs_no_more():
    first = goes_out(fresh(2), 0, "", "4-3 1-0")
    (note,) = told(first, RoundEnded).notes
    assert (note.who, str(note.sum), note.n) == ((1,), "1 + 7 = 8", 13)
    second = goes_out(first.state, 0, "", "5-2")
    assert str(told(second, RoundEnded).credits[0].sum) == "7 + 8 = 15"
    assert told(second, RoundEnded).notes == ()
    assert written(goes_out(second.state, 0, "", "6-6 1-0")) == (0, 13)


def test_KOZEL_T1_KOZEL_9_after_an_entry_13_once_writes_everything():
    state = goes_out(fresh(2, **ONCE), 0, "", "6-6 1-0").state
    assert written(goes_out(state, 0, "", "5-2")) == (0, 7)


def test_KOZEL_9_what_hangs_stays_while_the_side_wins():
    state = goes_out(fresh(2), 0, "", "4-3 1-0").state
    state = goes_out(state, 1, "6-6 2-1", "").state
    assert state.totals == (15, 0)
    assert written(goes_out(state, 0, "", "5-2")) == (0, 15)


@pytest.mark.parametrize(
    ("hand", "options", "counts"),
    [
        pytest.param("0-0", {}, 25, id="KOZEL-T2"),
        pytest.param("0-0 3-1", {}, 4, id="KOZEL-T2 not alone"),
        ("0-0", {"blank": 0}, 0),
        ("0-0", {"blank": 10}, 10),
        ("0-0 3-1", {"blank": 10}, 14),
        ("6-6", {}, 12),
        ("6-6", {"sixSix": 50}, 50),
        ("6-6 3-1", {"sixSix": 50}, 16),
    ],
)
def test_KOZEL_10_special_bones(hand, options, counts):
    made = goes_out(fresh(2, opening="off", **options), 0, "", hand)
    assert written(made) == (0, counts)


def test_KOZEL_10_0_0_alone_counts_25_in_a_fish_hand_by_hand():
    hands = ("6-3 6-2 3-3 4-0", "5-5 6-6 5-4", "0-0", "6-0 4-4")
    made = block(KOZEL, fresh(), 1, *hands)
    assert told(made, RoundScored).winners == (1, 3)
    assert written(made) == (52, 0, 52, 0)


@pytest.mark.parametrize(("option", "points"), [("own", 66), ("difference", 0), ("all", 120)])
def test_KOZEL_T3_KOZEL_7(option, points):
    made = fish(fresh(fish=option, target=500))
    assert written(made) == (0, points, 0, points)
    assert told(made, RoundScored).winners == (0, 2)
    assert led(made.state, *MIXED)[0] == 0
    if option == "difference":
        (note,) = told(made, RoundEnded).notes
        assert str(note.sum) == "41 + 25 − 54 = 12"


@pytest.mark.parametrize(("option", "points"), [("carry", 140), ("off", 20)])
def test_KOZEL_T4_KOZEL_8(option, points):
    eggs = fish(fresh(eggs=option), EVEN)
    assert written(eggs) == (0, 0, 0, 0)
    assert told(eggs, RoundScored).winners == ()
    made = goes_out(eggs.state, 0, "", "6-6", "4-4", "5-3")
    assert written(made) == (0, points, 0, points)
    ended = [event for event in made.events if isinstance(event, MatchEnded)]
    goat = MatchEnded((0, 2), (0, 140, 0, 140), ONE_OUT)
    assert ended == ([goat] if option == "carry" else [])


def test_KOZEL_8_eggs_wait_for_every_loser_and_add_up():
    tied = ("6-3 5-2", "4-4 5-3", "6-6 5-5", "6-5 5-4")
    once = block(KOZEL, fresh(pairs="off", target=1000), 1, *tied)
    assert told(once, RoundEnded).notes[0].n == 16 + 16 + 22 + 20
    twice = block(KOZEL, once.state, 1, *tied)
    made = goes_out(twice.state, 0, "", "6-6", "4-4", "5-4")
    assert written(made) == (0, 12 + 148, 8 + 148, 9 + 148)


def test_KOZEL_9_computers_fear_what_hangs_like_what_is_written():
    state = fresh(2)
    accounts = [Accounts(hanging=(Credit((1,), Sum((due,))),)) for due in (0, 5, 12)]
    chances = [
        KOZEL.win_chances(KOZEL.observe(state, None), Outcome((0,), (0, 0), "domino", carried=each))
        for each in accounts
    ]
    assert chances[0][1] > chances[1][1] > chances[2][1]


@pytest.mark.parametrize(("hand", "total"), [("6-6 4-1", 101), ("6-6 4-0", 100)])
def test_KOZEL_T5(hand, total):
    made = goes_out(fresh(2, (90, 84)), 0, "", hand)
    assert made.state.totals == (90, total)
    ended = [event for event in made.events if isinstance(event, MatchEnded)]
    assert ended == ([MatchEnded((0,), (90, 101), LAST)] if total > 100 else [])


def test_KOZEL_T6_KOZEL_11():
    made = goes_out(fresh(3, (60, 95, 40)), 0, "", "6-6 5-3", "6-5 5-5 6-4 5-4 4-4 4-3 4-2")
    assert told(made, RoundScored).totals == (60, 115, 101)
    assert told(made, MatchEnded).winners == (0,)


def test_KOZEL_11_the_lowest_account_wins_even_if_it_has_just_lost():
    made = goes_out(fresh(3, (98, 97, 20)), 0, "", "6-6 5-3", "6-5 5-5")
    assert told(made, RoundScored).totals == (98, 117, 41)
    assert told(made, MatchEnded).winners == (2,)


@by_chance(KOZEL)
def test_KOZEL_I1_KOZEL_I2_KOZEL_I3(match):
    scores = events_of(match, RoundScored)
    for scored in scores:
        assert not any(scored.points[seat] for seat in scored.winners)
    for before, after_ in pairwise(scores):
        assert all(old <= new for old, new in zip(before.totals, after_.totals, strict=True))
    most = {"25-hang": 24, "13-hang": 12}.get(match.setup.options["opening"], 0)
    for state in match.states:
        carried = state.setup.previous and state.setup.previous.carried
        if isinstance(carried, Accounts):
            assert all(0 < each.sum.points <= most for each in carried.hanging)
