# ruff: noqa: N802 - tests bear the ids of the rules
"""Lucky Draw, rule by rule (docs/rules/lucky-draw.md)."""

import random

import pytest

from bot.domino.bone import by_code
from bot.domino.counting import Sum
from bot.domino.layout import Lie
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Lot, Previous, Shuffle
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
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
from bot.games.lucky_draw import LUCKY_DRAW
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

NINES = (
    "6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3",
    "6-6 5-1 5-0 4-4 4-3 4-2 4-1 4-0 3-3",
    "3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0",
)
"""5-2 is left over."""
LEFT = (NINES[0], NINES[1].replace("6-6", "5-2"), NINES[2])
"""6-6 is left over."""
SEVENS = (
    "6-5 6-4 6-3 6-2 6-1 6-0 5-5",
    "5-4 5-3 5-2 5-1 5-0 4-4 4-3",
    "4-2 4-1 4-0 3-3 3-2 3-1 3-0",
    "6-6 2-2 2-1 2-0 1-1 1-0 0-0",
)
MATCHES = [
    *((seats, seed, {}) for seats in (3, 4) for seed in range(8)),
    *((case.seats, 7, dict(case.options)) for case in all_cases(LUCKY_DRAW) if case.options),
]
every_match = pytest.mark.parametrize(("seats", "seed", "options"), MATCHES)


def deal(*hands):
    """A shuffle that deals these hands."""
    first = " ".join(hands).split()
    rest = [bone.code for bone in DOUBLE_SIX if bone.code not in first]
    return "deal " + " ".join([*first, *rest])


def dealing(*hands, **options):
    """What a deal of these hands leads to."""
    return step(
        LUCKY_DRAW,
        LUCKY_DRAW.start(prepare(LUCKY_DRAW.info, len(hands), options)),
        deal(*hands),
    )


def test_LUCKY_1_three_have_nine_bones_and_the_holder_of_6_6_takes_the_last():
    made = dealing(*NINES)

    assert told(made, Dealt).counts == (9, 9, 9)
    assert told(made, Drew) == Drew(1, by_code("5-2"), 0)
    assert held(made.state, 1) == NINES[1] + " 5-2"
    assert made.state.round.stock == ()


def test_LUCKY_1_which_bone_that_was_only_its_owner_sees():
    drew = told(dealing(*NINES), Drew)

    assert drew.for_seat(1) == drew
    assert drew.for_seat(0) == drew.for_seat(None) == Drew(1, None, 0)


def test_LUCKY_1_four_have_seven_and_nothing_is_left():
    made = dealing(*SEVENS)

    assert told(made, Dealt) == Dealt(tuple(map(bones, SEVENS)), (7,) * 4, 0, 0)
    assert not [event for event in made.events if isinstance(event, Drew)]


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_LUCKY_1_three_or_four_play(seats):
    with pytest.raises(WrongSeats, match=r"Lucky Draw is played by 3–4"):
        prepare(LUCKY_DRAW.info, seats)


def test_LUCKY_2_with_6_6_left_over_all_is_dealt_again():
    made = dealing(*LEFT)

    assert told(made, Redealt).reason is VoidDeal.LEADER_LEFT
    assert isinstance(asked(LUCKY_DRAW, made.state), Shuffle)
    assert (made.state.number, made.state.totals) == (1, (0, 0, 0))

    assert asked(LUCKY_DRAW, after(LUCKY_DRAW, made.state, deal(*NINES))) == {1}


def test_LUCKY_2_or_a_lot_picks_who_takes_and_leads_it():
    made = dealing(*LEFT, sixSixLeft="random-player-takes-it")

    assert told(made, Lacking) == Lacking((0, 1, 2), bones("6-6"))
    assert asked(LUCKY_DRAW, made.state) == Lot((0, 1, 2))
    led = step(LUCKY_DRAW, made.state, "lot 2")

    assert told(led, Leads) == Leads(2, by_lot=True, bones=bones("6-6"))
    assert told(led, Drew) == Drew(2, by_code("6-6"), 0)
    assert held(led.state, 2) == LEFT[2] + " 6-6"
    assert legal(LUCKY_DRAW, led.state, 2) == ["6-6"]


def test_LUCKY_2_otherwise_nothing_is_left_to_chance():
    made = dealing(*NINES, sixSixLeft="random-player-takes-it")

    assert asked(LUCKY_DRAW, made.state) == {1}
    assert told(made, Drew).seat == 1


@pytest.mark.parametrize(
    "previous", [None, Previous(1, leader=0, winners=(0,)), Previous(2, leader=2, winners=())]
)
def test_LUCKY_3_6_6_leads_every_round(previous):
    state = dealt(LUCKY_DRAW.game, *SEVENS, previous=previous)

    assert asked(LUCKY_DRAW.game, state) == {3}
    assert legal(LUCKY_DRAW.game, state, 3) == ["6-6"]


def test_LUCKY_3_then_clockwise():
    state = after(LUCKY_DRAW, dealt(LUCKY_DRAW, *SEVENS), "6-6")

    assert asked(LUCKY_DRAW, state) == {0}


def test_LUCKY_4_every_double_is_open_on_all_its_sides():
    state = position(LUCKY_DRAW, "3-3 6-5", "3-2 1-1", "5-5", on="6-6 6-3@u")

    laid = step(LUCKY_DRAW, state, "3-3@u")

    assert told(laid, Played).lie is Lie.SPINNER
    assert ends(laid.state) == (6, 6, 3, 6, 3, 3)
    assert legal(LUCKY_DRAW, laid.state, 1) == ["3-2@u", "3-2@e", "3-2@f"]


def test_LUCKY_4_there_is_no_choice():
    state = position(LUCKY_DRAW, "3-3 1-0", "3-2 1-1", "5-5", on="6-6 6-3@u")

    assert legal(LUCKY_DRAW, state, 0) == ["3-3@u"]
    assert not told(step(LUCKY_DRAW, state, "3-3@u"), Played).chosen


def test_LUCKY_5_who_cannot_play_passes():
    state = position(LUCKY_DRAW, "5-4 1-0", "6-2 1-1", "5-5", on="6-6")

    assert legal(LUCKY_DRAW, state, 0) == ["pass"]
    assert told(step(LUCKY_DRAW, state, "pass"), Passed) == Passed(0)


@pytest.mark.parametrize("code", ["pass", "draw"])
def test_LUCKY_5_who_can_must(code):
    state = position(LUCKY_DRAW, "6-4 1-0", "6-2 1-1", "5-5", on="6-6")

    with pytest.raises(IllegalMove):
        find(LUCKY_DRAW, state, 0, code)


def blocked(*hands):
    """The first plays 1-0 at `4-1`, and nobody has a 4 or a 0."""
    first, *others = hands
    return position(LUCKY_DRAW, f"1-0 {first}", *others, on="4-1")


def test_LUCKY_6_who_is_out_scores_what_the_others_hold():
    state = position(LUCKY_DRAW, "6-2", "5-5", "4-3", on="6-6")

    made = step(LUCKY_DRAW, state, "6-2@d")

    assert told(made, RoundEnded).reason == "domino"
    assert told(made, RoundEnded).credits == (Credit((0,), Sum((10, 7))),)


def test_LUCKY_6_blocked_the_fewest_pips_win_and_are_taken_off():
    made = step(LUCKY_DRAW, blocked("6-6", "3-2", "5-5"), "1-0@r")

    assert told(made, RoundEnded).reason == "blocked"
    assert told(made, RoundEnded).credits == (Credit((1,), Sum((12, 10, -5))),)


def test_LUCKY_6_a_table_with_spinners_is_blocked_when_nothing_fits_any_arm():
    lying = "6-6 6-0@l 6-1@r 6-2@u 6-3@d 0-0@l 1-0@e 2-0@f 3-0@l"
    state = position(LUCKY_DRAW, "3-2 5-5", "5-4", "4-4", on=lying)
    assert ends(state) == (3, 1, 2, 3, 1, 2)
    made = step(LUCKY_DRAW, state, "3-2@l")

    assert told(made, RoundEnded).reason == "blocked"


def test_LUCKY_6_a_shared_lowest_hand_scores_nothing():
    scored = told(step(LUCKY_DRAW, blocked("3-2", "1-1 2-1", "6-6"), "1-0@r"), RoundScored)

    assert (scored.winners, scored.points) == ((), (0, 0, 0))


@pytest.mark.parametrize(("score", "over"), [(82, False), (83, True)])
def test_LUCKY_7_the_match_goes_to_a_hundred(score, over):
    state = position(LUCKY_DRAW, "6-2", "5-5", "4-3", on="6-6", scores=(score, 99, 0))

    last = step(LUCKY_DRAW, state, "6-2@d")

    assert (last.state.outcome is not None) == over
    assert LUCKY_DRAW.observe(last.state, None).goal == 100
    if over:
        assert told(last, MatchEnded) == MatchEnded((0,), (100, 99, 0), "target")


# Worked examples.


def test_LUCKY_T1():
    """Three play, B was dealt 6-6 and 5-2 is left: B has ten bones and leads."""
    state = dealt(LUCKY_DRAW, *NINES)

    assert [len(hand) for hand in state.round.hands] == [9, 10, 9]
    assert "5-2" in held(state, 1)
    assert asked(LUCKY_DRAW, state) == {1}
    assert legal(LUCKY_DRAW, state, 1) == ["6-6"]


def test_LUCKY_T2():
    """6-6, 6-3, 3-3: open are 6, 6, 6, 3, 3, 3."""
    state = position(LUCKY_DRAW, "6-6 1-1", "6-3 2-2", "3-3 3-2", stock="0-0")

    made = steps(LUCKY_DRAW, state, "6-6", "6-3@l", "3-3@l")

    assert [sorted(ends(each.state)) for each in made] == [
        [6, 6, 6, 6],
        [3, 6, 6, 6],
        [3, 3, 3, 6, 6, 6],
    ]


def test_LUCKY_T3_out():
    """A is out, the others hold 8 and 15: 23."""
    state = position(LUCKY_DRAW, "6-2", "5-3", "6-5 4-0", on="6-6")

    assert told(step(LUCKY_DRAW, state, "6-2@l"), RoundScored).points == (23, 0, 0)


@pytest.mark.parametrize(
    ("hands", "winners", "points"),
    [
        (("5-1", "5-5", "6-2 1-1"), (0,), (20 - 6, 0, 0)),
        (("5-1", "3-3", "5-5"), (), (0, 0, 0)),
    ],
)
def test_LUCKY_T3_blocked(hands, winners, points):
    """Blocked with 6, 10 and 10: 20 - 6 = 14. With 6, 6 and 10: nobody."""
    scored = told(step(LUCKY_DRAW, blocked(*hands), "1-0@r"), RoundScored)

    assert (scored.winners, scored.points) == (winners, points)


# What can be known.


def imagined(state, seat, count=200):
    seen = LUCKY_DRAW.observe(state, seat)
    chance = random.Random(3)
    return [LUCKY_DRAW.imagine(seen, chance).round for _ in range(count)]


def test_LUCKY_1_any_bone_may_be_the_one_that_was_left_over():
    worlds = imagined(dealt(LUCKY_DRAW, *NINES), 0)

    last = {world.hands[1][-1].code for world in worlds}
    assert last == set(" ".join(NINES[1:]).split()) - {"6-6"} | {"5-2"}
    assert all(by_code("6-6") in world.hands[1] for world in worlds)


def test_LUCKY_2_everybody_knows_that_6_6_was_left_over():
    state = dealt(LUCKY_DRAW, *LEFT, sixSixLeft="random-player-takes-it")

    assert {world.stock for world in imagined(state, 0)} == {bones("6-6")}
    led = after(LUCKY_DRAW, state, "lot 2")
    assert {world.hands[2][-1].code for world in imagined(led, 0)} == {"6-6"}


# Invariants, over matches played by chance.


def match_of(seats, seed, options):
    return played(LUCKY_DRAW, prepare(LUCKY_DRAW.info, seats, options), seed)


@every_match
def test_LUCKY_I1(seats, seed, options):
    """Two open ends, and two more for every double on the table."""
    for state in match_of(seats, seed, options).states:
        layout = state.round.layout
        doubles = sum(laid.bone.double for laid in layout.laid)
        assert len(layout.openings) == (2 + 2 * doubles if layout.laid else 0)


@every_match
def test_LUCKY_3_in_every_round_of_a_match(seats, seed, options):
    for events, _, _ in rounds_of(match_of(seats, seed, options)):
        lead = next(event for event in events if isinstance(event, Played))
        assert (lead.bone, lead.at, lead.ends) == (by_code("6-6"), "", (6, 6, 6, 6))
        drew = [event.seat for event in events if isinstance(event, Drew)]
        assert drew == ([lead.seat] if seats == 3 else [])


@every_match
def test_LUCKY_6_every_round_counted_again(seats, seed, options):
    totals = [0] * seats
    for _, ended, scored in rounds_of(match_of(seats, seed, options)):
        assert list(scored.points) == others_minus_own(ended)
        totals = [total + more for total, more in zip(totals, scored.points, strict=True)]
        assert scored.totals == tuple(totals)
    assert max(totals) >= 100
