# ruff: noqa: N802 - tests bear the ids of the rules
"""Classic Dominoes, rule by rule (docs/rules/classic.md)."""

import pytest

from bot.domino.bone import by_code
from bot.domino.counting import Sum
from bot.domino.layout import Lie
from bot.engine.contract import Previous, Shuffle
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.classic import CLASSIC
from bot.games.events import (
    Credit,
    Dealt,
    Drew,
    Lacking,
    Leads,
    Passed,
    Played,
    Redealt,
    RoundEnded,
    VoidDeal,
)
from tests.games.cases import all_cases
from tests.games.playing import played
from tests.games.positions import (
    after,
    asked,
    bones,
    dealt,
    ends,
    held,
    legal,
    position,
    step,
    steps,
    told,
)
from tests.games.recount import others_minus_own, rounds_of

FIVES = ("4-4 6-5 6-4 6-3 6-2", "2-2 5-3 5-2 5-1 5-0")
NO_DOUBLE = ("1-0 2-0 3-0 4-0 5-0", "6-0 2-1 3-1 4-1 5-1")
MATCHES = [
    *((seats, seed, {}) for seats in (2, 3, 4) for seed in range(5)),
    *((case.seats, 7, dict(case.options)) for case in all_cases(CLASSIC) if case.options),
]
every_match = pytest.mark.parametrize(("seats", "seed", "options"), MATCHES)


@pytest.mark.parametrize(("seats", "boneyard"), [(2, 18), (3, 13), (4, 8)])
def test_CLASSIC_1_five_bones_each(seats, boneyard):
    state = CLASSIC.start(prepare(CLASSIC.info, seats))

    deal = told(step(CLASSIC, state, "deal " + " ".join(asked(CLASSIC, state).pieces)), Dealt)

    assert deal.counts == (5,) * seats
    assert (deal.boneyard, deal.aside) == (boneyard, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_CLASSIC_1_two_to_four_play(seats):
    with pytest.raises(WrongSeats, match=r"Classic Dominoes is played by 2–4"):
        prepare(CLASSIC.info, seats)


@pytest.mark.parametrize(
    "previous", [None, Previous(1, leader=1, winners=(1,)), Previous(3, leader=1, winners=())]
)
def test_CLASSIC_2_the_highest_double_leads_every_round(previous):
    state = dealt(CLASSIC.game, *FIVES, previous=previous)

    assert asked(CLASSIC.game, state) == {0}
    assert legal(CLASSIC.game, state, 0) == ["4-4"]


def test_CLASSIC_2_the_highest_that_was_dealt_not_the_highest_of_the_first_hand():
    state = dealt(CLASSIC, *reversed(FIVES))

    assert asked(CLASSIC, state) == {1}
    assert legal(CLASSIC, state, 1) == ["4-4"]


def test_CLASSIC_2_everybody_hears_that_no_higher_double_was_dealt():
    state = dealt(CLASSIC, *FIVES)

    assert state.round.history[1:] == (
        Lacking((0, 1), bones("6-6 5-5")),
        Leads(0, by_lot=False, bones=bones("4-4")),
    )


def test_CLASSIC_2_without_a_double_all_is_dealt_again():
    state = CLASSIC.start(prepare(CLASSIC.info, 2))
    again = step(CLASSIC, state, deal(*NO_DOUBLE))

    assert told(again, Redealt).reason is VoidDeal.NO_DOUBLE
    assert asked(CLASSIC, again.state) == Shuffle(asked(CLASSIC, state).pieces)
    assert (again.state.number, again.state.totals) == (1, (0, 0))


def test_CLASSIC_2_until_somebody_has_one():
    state = CLASSIC.start(prepare(CLASSIC.info, 2))

    state = after(CLASSIC, state, deal(*NO_DOUBLE), deal(*NO_DOUBLE), deal(*FIVES))

    assert asked(CLASSIC, state) == {0}
    assert held(state, 1) == FIVES[1]


def deal(*hands):
    """A shuffle that deals these hands."""
    first = " ".join(hands).split()
    state = CLASSIC.start(prepare(CLASSIC.info, len(hands)))
    rest = [code for code in asked(CLASSIC, state).pieces if code not in first]
    return "deal " + " ".join([*first, *rest])


def test_CLASSIC_3_clockwise_a_bone_a_turn():
    state = position(CLASSIC, "4-2 1-1", "4-3 1-0", "4-1 0-0", on="4-4")

    state = after(CLASSIC, state, "4-2@l")
    assert asked(CLASSIC, state) == {1}
    state = after(CLASSIC, state, "4-3@r")
    assert asked(CLASSIC, state) == {2}
    assert asked(CLASSIC, after(CLASSIC, state, "4-1@u")) == {0}


@pytest.mark.parametrize("code", ["pass", "draw"])
def test_CLASSIC_3_who_can_play_must(code):
    state = position(CLASSIC, "4-2", "1-1", on="4-4", stock="5-4")

    with pytest.raises(IllegalMove):
        find(CLASSIC, state, 0, code)


def laying(**options):
    """A is to lay 2-2 at the right of `4-4 4-2`; B can go on with a two."""
    return position(CLASSIC, "2-2 6-6", "2-1 2-0", on="4-4 4-2@r", **options)


def test_CLASSIC_4_a_double_lies_as_its_player_likes():
    assert legal(CLASSIC, laying(), 0) == ["2-2@r", "2-2@r+"]


def test_CLASSIC_4_in_line_it_has_two_ends():
    laid = step(CLASSIC, laying(), "2-2@r")

    assert told(laid, Played).lie is Lie.ALONG
    assert told(laid, Played).chosen
    assert ends(laid.state) == (4, 2, 4, 4)
    assert legal(CLASSIC, laid.state, 1) == ["2-1@r", "2-0@r"]


def test_CLASSIC_4_crosswise_it_opens_two_more_arms():
    laid = step(CLASSIC, laying(), "2-2@r+")

    assert told(laid, Played).lie is Lie.SPINNER
    assert told(laid, Played).chosen
    assert ends(laid.state) == (4, 2, 4, 4, 2, 2)
    assert legal(CLASSIC, laid.state, 1) == [f"{b}@{at}" for b in ("2-1", "2-0") for at in "ref"]


def test_CLASSIC_4_every_double_laid_crosswise_names_two_arms():
    state = position(CLASSIC, "1-1 0-0", "6-5", on="4-4 4-2@r 2-2@r+ 2-1@e 4-1@l", stock="5-5")

    state = after(CLASSIC, state, "1-1@e+")

    names = [opening.name for opening in state.round.layout.openings]
    assert names == ["l", "r", "u", "d", "e", "f", "g", "h"]


def test_CLASSIC_4_a_bone_that_is_no_double_has_one_way():
    state = position(CLASSIC, "2-2 2-1", "6-6", on="4-4 4-2@r")

    assert legal(CLASSIC, state, 0) == ["2-2@r", "2-2@r+", "2-1@r"]


@pytest.mark.parametrize(
    ("doubles", "lead"), [("choice", (4,) * 4), ("crosswise", (4,) * 4), ("inline", (4, 4))]
)
def test_CLASSIC_4_the_lead_lies_crosswise_unless_all_lie_in_line(doubles, lead):
    state = after(CLASSIC, dealt(CLASSIC, *FIVES, doubles=doubles), "4-4")

    assert ends(state) == lead


@pytest.mark.parametrize(
    ("doubles", "lie", "opened"),
    [("crosswise", Lie.SPINNER, (4, 2, 4, 4, 2, 2)), ("inline", Lie.ALONG, (4, 2))],
)
def test_CLASSIC_4_where_it_is_agreed_there_is_no_choice(doubles, lie, opened):
    state = laying(doubles=doubles)

    assert legal(CLASSIC, state, 0) == ["2-2@r"]
    laid = step(CLASSIC, state, "2-2@r")
    assert ends(laid.state) == opened
    assert told(laid, Played).lie is lie
    assert not told(laid, Played).chosen


def test_CLASSIC_5_who_cannot_play_draws_until_a_bone_fits():
    state = position(CLASSIC, "6-5", "1-1", on="4-4", stock="1-0 4-3 2-0")

    state = after(CLASSIC, state, "draw", "draw")

    assert legal(CLASSIC, state, 0) == ["4-3@l", "4-3@r", "4-3@u", "4-3@d"]


def test_CLASSIC_5_with_the_boneyard_empty_they_pass():
    state = position(CLASSIC, "6-5", "4-1 1-1", on="4-4", stock="1-0")

    passed = step(CLASSIC, state, "draw", "pass")

    assert told(passed, Passed) == Passed(0)
    assert held(passed.state, 0) == "6-5 1-0"


def test_CLASSIC_6_drawn_bones_must_be_played_too():
    state = position(CLASSIC, "3-0", "4-1 4-0", on="4-4", stock="6-5 4-3 2-0")

    state = after(CLASSIC, state, "draw", "draw", "4-3@l", "4-1@r", "3-0@l")

    assert held(state, 0) == "6-5"
    assert asked(CLASSIC, state) == {1}


def test_CLASSIC_6_first_out_wins():
    ended = told(step(CLASSIC, position(CLASSIC, "4-2", "0-0", on="4-4"), "4-2@l"), RoundEnded)

    assert (ended.reason, ended.winners) == ("domino", (0,))


def test_CLASSIC_6_blocked_the_fewest_pips_win():
    ended = told(step(CLASSIC, blocked("6-6", "3-2"), "1-0@r"), RoundEnded)

    assert (ended.reason, ended.winners) == ("blocked", (1,))


def blocked(*hands):
    """The first plays 1-0 in a line of 4-1 with nothing to draw; nobody has a 4 or a 0."""
    first, *others = hands
    return position(CLASSIC, f"1-0 {first}", *others, on="4-1", doubles="inline")


def test_CLASSIC_7_the_arithmetic_is_told():
    ended = told(step(CLASSIC, blocked("6-6", "3-2", "5-5"), "1-0@r"), RoundEnded)

    assert ended.credits == (Credit((1,), Sum((12, 10, -5))),)


def test_CLASSIC_7_a_shared_lowest_hand_scores_nothing():
    scored = told(step(CLASSIC, blocked("3-2", "1-1 2-1", "6-6"), "1-0@r"), RoundScored)

    assert (scored.winners, scored.points) == ((), (0, 0, 0))


@pytest.mark.parametrize(("score", "over"), [(89, False), (90, True)])
def test_CLASSIC_8_the_match_goes_to_a_hundred(score, over):
    state = position(CLASSIC, "4-2", "5-5", on="4-4", scores=(score, 99))

    last = step(CLASSIC, state, "4-2@l")

    assert (last.state.outcome is not None) == over
    assert CLASSIC.observe(last.state, None).goal == 100
    if over:
        assert told(last, MatchEnded) == MatchEnded((0,), (100, 99), "target")


# Worked examples.


def test_CLASSIC_T1():
    """Ten bones without a double among two: all is dealt again."""
    state = dealt(CLASSIC, *NO_DOUBLE)

    assert isinstance(asked(CLASSIC, state), Shuffle)
    assert state.round.hands == ()


@pytest.mark.parametrize(
    ("code", "opened"), [("2-2@l+", (2, 4, 4, 4, 2, 2)), ("2-2@l", (2, 4, 4, 4))]
)
def test_CLASSIC_T2(code, opened):
    """4-4 shows four fours; 4-2 makes it 2, 4, 4, 4; 2-2 crosswise adds two twos."""
    state = position(CLASSIC, "4-4 3-3", "4-2 1-1", "2-2 6-6", stock="0-0")

    made = steps(CLASSIC, state, "4-4", "4-2@l", code)

    assert [ends(each.state) for each in made] == [(4, 4, 4, 4), (2, 4, 4, 4), opened]


def test_CLASSIC_T3():
    """A is out; B holds 3-3, C holds 5-0 and 6-1: 6 + 12 = 18."""
    state = position(CLASSIC, "4-2", "3-3", "5-0 6-1", on="4-4")

    assert told(step(CLASSIC, state, "4-2@l"), RoundScored).points == (18, 0, 0)


def test_CLASSIC_T4():
    """Blocked with 4, 7 and 11 pips: 18 - 4 = 14."""
    ended = step(CLASSIC, blocked("3-1", "5-2", "6-5"), "1-0@r")

    assert told(ended, RoundEnded).credits[0].sum == Sum((7, 11, -4))
    assert told(ended, RoundScored).points == (14, 0, 0)


def test_CLASSIC_T5():
    """Nothing fits: with the boneyard empty it is a pass; with bones left a pass is refused."""
    assert legal(CLASSIC, position(CLASSIC, "6-5", "4-1", on="4-4"), 0) == ["pass"]

    drawing = position(CLASSIC, "6-5", "4-1", on="4-4", stock="1-0")
    assert legal(CLASSIC, drawing, 0) == ["draw"]
    with pytest.raises(IllegalMove):
        find(CLASSIC, drawing, 0, "pass")
    assert told(step(CLASSIC, drawing, "draw"), Drew).bone is by_code("1-0")


# Invariants, over matches played by chance.


def match_of(seats, seed, options):
    return played(CLASSIC, prepare(CLASSIC.info, seats, options), seed)


@every_match
def test_CLASSIC_I1(seats, seed, options):
    """Two open ends, and two more for each double laid crosswise, as the codes tell."""
    doubles = options.get("doubles", "choice")
    crosswise = 0
    for ply in match_of(seats, seed, options).plies:
        for event in ply.events:
            if isinstance(event, Leads):
                crosswise = 0
            if isinstance(event, Played):
                chosen = doubles == "crosswise" or not event.at or ply.move.code.endswith("+")
                crosswise += event.bone.double and chosen and doubles != "inline"
                assert len(event.ends) == 2 + 2 * crosswise


@every_match
def test_CLASSIC_2_in_every_round_of_a_match(seats, seed, options):
    """The lead is the highest double among the hands that were dealt."""
    for events, _, _ in rounds_of(match_of(seats, seed, options)):
        hands = next([hand or () for hand in e.hands] for e in events if isinstance(e, Dealt))
        lead = next(event for event in events if isinstance(event, Played))
        doubles = [bone for hand in hands for bone in hand if bone.double]
        assert lead.bone == max(doubles, key=lambda bone: bone.high)
        assert lead.bone in hands[lead.seat]


@every_match
def test_CLASSIC_7_every_round_counted_again(seats, seed, options):
    totals = [0] * seats
    for _, ended, scored in rounds_of(match_of(seats, seed, options)):
        assert list(scored.points) == others_minus_own(ended)
        totals = [total + more for total, more in zip(totals, scored.points, strict=True)]
        assert scored.totals == tuple(totals)
    assert max(totals) >= 100
