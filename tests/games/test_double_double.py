# ruff: noqa: N802 - tests bear the ids of the rules
"""Double Double Dominoes, rule by rule (docs/rules/double-double.md)."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

from bot.domino.boards import BOARDS, Board
from bot.domino.bone import bone
from bot.domino.counting import Sum
from bot.domino.grid import beside
from bot.engine.contract import Shuffle
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import find, playout, shown_code
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.board import worlds
from bot.games.board.rules import BoardRules
from bot.games.double_double import (
    DOUBLE_DOUBLE,
    STOP,
    BoardDealt,
    BoardEnded,
    Discard,
    LowestShown,
    Pitted,
    Place,
    Placed,
    Stopped,
    worth,
)
from bot.games.events import Drew, Leads, Scored
from tests.games import secrecy
from tests.games.boards import (
    after,
    asked,
    begun,
    cell,
    code,
    domino,
    held,
    legal,
    may,
    placings,
    shuffled,
    step,
    steps,
    table,
    tiling,
)
from tests.games.playing import played
from tests.games.positions import bones, told

PUBLISHED = BOARDS["published"]
FIRST = "H8=4 I8=3"
SMALL = Board("small", 3, (1, 1), {}, (1, 2, 3))
MATCHES = [(seats, board) for seats in range(2, 7) for board in ("published", "own")]


def match_of(seats, board, seed=0):
    return played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, seats, {"board": board}), seed)


# Set-up.


@pytest.mark.parametrize(
    ("seats", "sets", "count"), [(2, 2, 56), (4, 2, 56), (5, 3, 84), (6, 3, 84)]
)
def test_DDD_1_two_sets_and_a_third_for_five_and_six(seats, sets, count):
    state = begun(seats)

    pieces = asked(state).pieces
    assert Counter(Counter(pieces).values()) == {sets: 28}
    assert len(pieces) == count
    assert asked(state) == Shuffle(tuple(sorted(pieces)))


@pytest.mark.parametrize(("sets", "count"), [(2, 56), (3, 84)])
@pytest.mark.parametrize("seats", [2, 6])
def test_DDD_1_the_number_of_sets_can_be_agreed(seats, sets, count):
    assert len(asked(begun(seats, sets=sets)).pieces) == count


def test_DDD_1_other_options_are_refused():
    for options in ({"sets": 1}, {"sets": 4}, {"board": "square"}):
        with pytest.raises(BadOption):
            begun(2, **options)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_DDD_1_others_do_not_play(seats):
    with pytest.raises(WrongSeats, match=r"2–6"):
        prepare(DOUBLE_DOUBLE.info, seats)


@pytest.mark.parametrize(("board", "diamonds"), [("published", 68), ("own", 52)])
def test_DDD_1_the_board_can_be_agreed(board, diamonds):
    state = after(begun(2, board=board), shuffled())

    seen = DOUBLE_DOUBLE.observe(state, 0).round
    assert seen.board is BOARDS[board]
    assert len(seen.board.diamonds) == diamonds


@pytest.mark.parametrize("seats", range(2, 7))
def test_DDD_2_three_each_and_the_pieces_at_the_start(seats):
    dealt = step(begun(seats), shuffled(sets=2 if seats < 5 else 3))

    size = 56 if seats < 5 else 84
    assert told(dealt, BoardDealt).counts == (3,) * seats
    assert told(dealt, BoardDealt).boneyard == size - 3 * seats
    assert dealt.state.round.positions == (0,) * seats


def test_DDD_3_everybody_shows_the_lowest_and_the_lowest_of_all_leads():
    dealt = step(begun(3), shuffled("6-5 4-3 6-6", "5-0 4-2 6-1", "5-3 5-4 6-2"))

    assert told(dealt, LowestShown) == LowestShown(bones("4-3 5-0 5-3"))
    assert told(dealt, Leads) == Leads(1, by_lot=False)
    assert asked(dealt.state) == {1}
    for seat in (0, 1, 2, None):
        history = DOUBLE_DOUBLE.observe(dealt.state, seat).round.history
        (shown,) = [event for event in history if isinstance(event, LowestShown)]
        assert shown.bones == bones("4-3 5-0 5-3")


def test_DDD_3_the_oldest_leads_when_it_is_shared():
    deal = shuffled("6-5 4-3 6-6", "4-1 4-2 6-1", "5-0 5-4 3-2")
    setup = prepare(DOUBLE_DOUBLE.info, 3, seniority=(0, 2, 1))

    assert told(step(begun(3), deal), Leads).seat == 1
    assert told(step(DOUBLE_DOUBLE.start(setup), deal), Leads).seat == 2


def test_DDD_3_of_equals_in_a_hand_the_one_with_the_lower_high_half_is_shown():
    dealt = step(begun(2), shuffled("3-1 2-2 4-0", "6-6 6-5 6-4"))

    assert told(dealt, LowestShown).bones[0] is bone(2, 2)


def test_DDD_3_play_goes_clockwise():
    match = match_of(3, "published", 3)
    turns = [state.round.turn for state in match.states[1 : match.last]]
    changes = [pair for pair in pairwise(turns) if pair[0] != pair[1]]
    assert set(changes) == {(0, 1), (1, 2), (2, 0)}


# The turn.


def test_DDD_4_a_turn_begins_with_drawing_one():
    dealt = step(begun(2), shuffled("1-0 4-3 5-5", "6-6 6-5 6-4", "6-2 3-3"))

    assert told(dealt, Drew) == Drew(0, bone(6, 2), 49)
    assert held(dealt.state, 0) == "1-0 4-3 5-5 6-2"

    next_ = step(dealt.state, code(FIRST))
    assert told(next_, Drew) == Drew(1, bone(3, 3), 48)
    assert asked(next_.state) == {1}
    assert told(next_, Drew).for_seat(0).bone is None


def test_DDD_5_who_can_place_must_place():
    state = table("6-6 6-5 5-5 3-0", "0-0", on=[FIRST])

    assert {move[:3] for move in legal(state, 0)} == {"3-0"}
    with pytest.raises(IllegalMove):
        find(DOUBLE_DOUBLE, state, 0, "6-6@pit")
    with pytest.raises(IllegalMove):
        find(DOUBLE_DOUBLE, state, 0, "stop")


def test_DDD_5_the_choice_of_a_discard_is_secret():
    state = table("6-6 6-5 5-5 2-0", "0-0", on=[FIRST])

    assert legal(state, 0) == ["6-6@pit", "6-5@pit", "5-5@pit", "2-0@pit"]
    move = find(DOUBLE_DOUBLE, state, 0, "6-5@pit")
    assert isinstance(move, Discard)
    assert not move.automatic
    assert [shown_code(move, 0, seat) for seat in (0, 1, None)] == ["6-5@pit", "?", "?"]

    pitted = step(state, "6-5@pit")
    event = told(pitted, Pitted)
    assert [event.for_seat(seat).bone for seat in (0, 1, None)] == [bone(6, 5), None, None]
    seen = [DOUBLE_DOUBLE.observe(pitted.state, seat).round for seat in (0, 1, None)]
    assert [each.pit for each in seen] == [1, 1, 1]
    assert [each.own_pit for each in seen] == [bones("6-5"), (), ()]
    assert DOUBLE_DOUBLE.whereabouts(pitted.state)["hand 0 pit"] == ("6-5",)


def test_DDD_5_alike_dominoes_are_one_move():
    state = table("6-6 6-6 5-5 2-0", "0-0", on=[FIRST])
    assert legal(state, 0) == ["6-6@pit", "5-5@pit", "2-0@pit"]

    once, twice = table("4-0", "0-0", on=[FIRST]), table("4-0 4-0", "0-0", on=[FIRST])
    assert legal(once, 0) == legal(twice, 0)
    assert held(after(twice, code("G8=4 F8=0")), 0).split()[0] == "4-0"


def test_DDD_6_the_first_domino_covers_the_star():
    state = table("4-3 3-3", "0-0")

    for text in placings(state):
        assert "h8" in text
    assert may(state, "H8=4 I8=3")
    assert may(state, "H8=3 I8=4")
    assert not may(state, "I8=4 J8=3")


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("J8=3 K8=1", True),
        ("I7=3 J7=1", True),
        ("G8=4 G9=5", True),
        ("I9=3 I10=6", True),
        ("J8=3 J7=3", True),
        ("J8=2 K8=1", False),
        ("J8=1 K8=3", False),
        ("H7=4 I7=3", False),
        ("H9=4 I9=3", False),
        ("A1=3 A2=1", False),
        ("H8=3 H9=1", False),
    ],
)
def test_DDD_T2_7_exactly_one_contact(text, allowed):
    """T2."""
    state = table("3-1 5-4 6-3 3-3 2-1 4-3", "0-0", on=[FIRST])
    assert may(state, text) is allowed


def test_DDD_7_any_half_can_be_built_on_more_than_once():
    state = table("3-1 3-0", "0-0", on=[FIRST, "J8=3 K8=1"])

    assert may(state, "I7=3 I6=1")
    assert may(state, "I9=3 I10=0")
    assert may(table("3-0", "0-0", on=[FIRST, "J8=3 K8=1", "I7=3 I6=1"]), "I9=3 I10=0")


def test_DDD_7_diagonal_touching_is_free():
    state = table("3-1 6-3", "0-0", on=[FIRST, "I7=3 I6=1"])

    assert may(state, "J8=3 J9=6")  # j8 lies diagonally to i7
    assert not may(state, "J8=3 J7=6")  # j7 touches i7, too


def test_DDD_7_the_edge_of_the_board():
    """Off the board there is nothing; n2 would touch o2, too."""
    state = table("6-1", "0-0", on=["O1=6 O2=4"])
    assert placings(state) == [code("N1=6 M1=1")]


BRIDGE = [FIRST, "I7=3 I6=5", "G8=4 F8=2", "F7=2 F6=1"]


def test_DDD_T3_7_a_bridge_joins_two_dominoes():
    """T3."""
    state = table("5-1 4-1 2-1", "0-0", on=BRIDGE)

    assert may(state, "G6=1 H6=5")
    assert not may(state, "G6=1 H6=4")
    assert not may(state, "G6=5 H6=1")
    assert may(state, "G6=1 G5=2")


def test_DDD_7_a_double_can_be_a_bridge():
    state = table("1-1", "0-0", on=[FIRST, "I7=3 I6=1", "G8=4 F8=2", "F7=2 F6=1"])
    assert may(state, "G6=1 H6=1")


def test_DDD_T4_7_no_square_of_four_fills():
    """T4."""
    state = table("3-3 6-3", "0-0", on=[FIRST, "J8=3 K8=1"])

    assert not may(state, "I9=3 J9=3")
    assert may(state, "I9=3 I10=6")


def test_DDD_7_both_halves_on_one_domino_is_no_bridge():
    state = table("4-4 4-3", "0-0", on=["H8=4 H9=4"])
    assert not may(state, "G8=4 G9=4")
    assert not may(state, "I8=4 I9=3")


def test_DDD_8_after_a_double_next_to_it_or_not_at_all():
    state = table("3-3 3-1 4-0 6-6", "0-0", on=[FIRST])

    doubled = after(state, code("J8=3 K8=3"))
    assert asked(doubled) == {0}
    assert DOUBLE_DOUBLE.observe(doubled, 1).round.after == 1
    assert may(doubled, "K7=3 K6=1")
    assert may(doubled, "L8=3 M8=1")
    assert not may(doubled, "I7=3 I6=1")  # next to another domino
    assert not may(doubled, "G8=4 F8=0")
    assert legal(doubled, 0)[-1] == "stop"

    stopped = step(doubled, "stop")
    assert told(stopped, Stopped) == Stopped(0)
    assert asked(stopped.state) == {1}
    assert DOUBLE_DOUBLE.observe(stopped.state, 1).round.after is None


def test_DDD_8_a_double_after_a_double_goes_on_at_the_new_one():
    state = table("3-3 3-0 3-3 6-6", "0-0", on=[FIRST])

    twice = after(state, code("J8=3 K8=3"), code("L8=3 M8=3"))
    assert asked(twice) == {0}
    assert DOUBLE_DOUBLE.observe(twice, 0).round.after == 2
    assert may(twice, "N8=3 O8=0")
    assert not may(twice, "K7=3 K6=0")


def test_DDD_8_a_bridge_may_begin_at_the_double():
    on = [FIRST, "I7=3 I6=5", "G8=4 F8=2", "F7=2 F6=1"]
    state = table("1-1 5-1", "6-6", on=[*on, "G6=1 G5=1"], after=4)

    assert may(state, "H5=1 I5=5")


def test_DDD_8_it_ends_with_a_domino_that_is_no_double():
    state = table("3-3 3-1 4-0 6-6", "0-0", on=[FIRST])
    assert asked(after(state, code("J8=3 K8=3"), code("K7=3 K6=1"))) == {1}


def test_DDD_8_stopping_is_always_a_choice_of_the_player():
    """Else everybody could tell from the haste that nothing in hand fits the double."""
    state = table("3-3 6-6 5-5 4-4", "0-0", on=[FIRST])

    doubled = after(state, code("J8=3 K8=3"))
    assert DOUBLE_DOUBLE.legal_moves(doubled, 0) == (STOP,)
    assert not STOP.automatic
    assert not STOP.secret


def test_DDD_8_with_an_empty_hand_the_turn_ends():
    state = table("3-3", "0-0", on=[FIRST])
    done = step(state, code("J8=3 K8=3"))

    assert asked(done.state) == {1}
    assert held(done.state, 0) == "0-0 1-1 2-2"


def test_DDD_9_nothing_is_drawn_before_the_turn_ends():
    state = table("3-3 3-1 4-0 6-6", "0-0", on=[FIRST])

    doubled = step(state, code("J8=3 K8=3"))
    assert not [event for event in doubled.events if isinstance(event, Drew)]
    assert held(doubled.state, 0) == "3-1 4-0 6-6"


def test_DDD_10_then_up_to_three_are_drawn():
    state = table("3-3 3-1 4-0 6-6", "0-0", on=[FIRST], stock="5-5 5-4 5-3")

    done = step(state, code("J8=3 K8=3"), code("K7=3 K6=1"))
    drawn = [event for event in done.events if isinstance(event, Drew)]
    assert drawn == [Drew(0, bone(5, 5), 2), Drew(1, bone(5, 4), 1)]
    assert held(done.state, 0) == "4-0 6-6 5-5"


# Points.


def test_DDD_11_the_points_of_a_domino_are_moved_before_the_next_one():
    """Between the two, the piece has come to a space with another number."""
    state = table("3-3 3-1", "0-0", on=["K9=6 J9=3", "J8=3 I8=0"], at=(2, 0), after=None)
    first, second = steps(state, code("J10=3 J11=3"), code("J12=3 J13=1"))

    # A diamond 1 lies on j10: twice 1; from space 2 (number 2) to space 4 (number 4).
    assert told(first, Placed).positions == (4, 0)
    # A diamond 2 lies on j12: from 4 (number 4), no bonus.
    assert told(second, Placed).positions == (6, 0)


def test_DDD_12_no_number_at_the_start_and_beyond_the_track():
    state = table("3-1", "0-0", on=[FIRST], at=(0, 0))
    assert told(step(state, code("J8=3 K8=1")), Placed).bonus == (0, 0)


def test_DDD_13_a_diamond_counts_and_twice_under_a_double():
    single = step(table("3-1", "0-0", on=[FIRST, "J8=3 K8=3"]), code("K7=3 K6=1"))
    assert told(single, Placed).diamond == 1
    assert told(single, Scored) == Scored(0, Sum((1,)))

    double = step(table("0-0", "6-6", on=["L6=1 L5=0"]), code("L4=0 M4=0"))
    assert told(double, Placed).diamond == 6
    assert told(double, Placed).positions == (6, 0)


def test_DDD_13_where_there_is_no_diamond_nothing_scores():
    made = step(table("3-1", "0-0", on=[FIRST]), code("J8=3 K8=1"))

    assert told(made, Placed).points == 0
    assert not [event for event in made.events if isinstance(event, Scored)]


def test_DDD_14_everybody_on_a_number_of_the_domino_gets_three():
    """Spaces 1, 2 and 3 show 1, 2 and 3."""
    state = table("3-1", "0-0", "0-0", on=[FIRST], at=(1, 3, 2))

    made = step(state, code("J8=3 K8=1"))
    assert told(made, Placed) == Placed(
        0, bone(3, 1), cell("j8"), cell("k8"), 3, 0, (3, 3, 0), (4, 6, 2)
    )
    assert told(made, Scored) == Scored(0, Sum((3,)))


def test_DDD_14_it_is_looked_at_before_the_pieces_are_moved():
    """From space 1 a diamond of 1 would lead to space 2, whose number the domino shows."""
    state = table("3-2", "0-0", on=[FIRST, "J8=3 K8=3"], at=(1, 0))

    made = told(step(state, code("K7=3 K6=2")), Placed)
    assert (made.diamond, made.bonus, made.positions) == (1, (0, 0), (2, 0))


def test_DDD_15_at_most_three_each_and_not_doubled():
    """A double shows the number twice and gives three all the same."""
    state = table("3-3", "6-6", on=[FIRST], at=(3, 3))
    assert told(step(state, code("J8=3 K8=3")), Placed).bonus == (3, 3)


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)
def test_DDD_16_the_first_domino_covers_no_diamond(board):
    state = table("4-3 3-3", "0-0", board=board.name)
    for move in DOUBLE_DOUBLE.legal_moves(state, 0):
        assert isinstance(move, Place)
        assert worth(state.round, move) == (0, 0)


def test_what_a_placing_is_worth_is_known_beforehand():
    match = match_of(3, "published", 2)
    for ply, state in zip(match.plies, match.states, strict=False):
        for seat in (*range(3), None):
            seen = DOUBLE_DOUBLE.observe(state, seat).round
            if isinstance(ply.move, Place):
                made = next(each for each in ply.events if isinstance(each, Placed))
                gained = [
                    now - before
                    for now, before in zip(made.positions, state.round.positions, strict=True)
                ]
                assert worth(seen, ply.move) == worth(state.round, ply.move) == tuple(gained)
                assert made.points == gained[made.seat]
            elif seen.to_act:
                assert worth(seen, ply.move) == (0, 0, 0)


# The end.


@pytest.mark.parametrize(("seats", "target"), [(2, 100), (3, 75), (4, 50), (5, 75), (6, 50)])
def test_DDD_17_the_target(seats, target):
    assert DOUBLE_DOUBLE.observe(begun(seats), None).round.target == target

    on = [FIRST, "J8=3 K8=3"]
    hands = ["3-1", *["0-0"] * (seats - 1)]
    short = table(*hands, on=on, at=(target - 2, *[0] * (seats - 1)))
    there = table(*hands, on=on, at=(target - 1, *[0] * (seats - 1)))
    move = code("K7=3 K6=1")
    assert PUBLISHED.number(target - 2) not in {3, 1}
    assert DOUBLE_DOUBLE.outcome(after(short, move)) is None
    ended = step(there, move)
    assert told(ended, BoardEnded).reason == "target"
    assert ended.state.outcome.winners == (0,)


def test_DDD_17_it_ends_in_the_middle_of_a_turn():
    """With a double, after which the player could have gone on; nothing is drawn any more."""
    state = table("0-0 6-0", "6-6", on=["L6=1 L5=0"], at=(95, 0))
    ended = step(state, code("L4=0 M4=0"))

    assert told(ended, BoardEnded).reason == "target"
    assert not [event for event in ended.events if isinstance(event, Drew)]
    assert asked(ended.state) == frozenset()


@pytest.mark.parametrize("stock", ["6-6 6-5", "6-6", ""])
def test_DDD_18_the_turn_in_which_the_boneyard_ran_out_is_the_last(stock):
    """Two are missing from the hand at the end of the turn, and no more than two are left."""
    state = table("3-3 3-1 4-0", "0-0", on=[FIRST], stock=stock)

    ended = step(state, code("J8=3 K8=3"), code("K7=3 K6=1"))
    assert told(ended, BoardEnded).reason == "boneyard"
    assert sum(isinstance(event, Drew) for event in ended.events) == len(stock.split())


def test_DDD_18_after_the_opening_draw_of_the_last_one_the_turn_is_still_played():
    state = table("3-1 4-0 6-6", "5-5 5-2 6-1 6-2", on=[FIRST], stock="3-3", turn=1)
    # B discards; A draws the last one and plays a double and another domino.
    drawn = after(state, "5-5@pit")
    assert held(drawn, 0) == "3-1 4-0 6-6 3-3"
    assert drawn.outcome is None

    doubled = after(drawn, code("J8=3 K8=3"))
    assert doubled.outcome is None
    assert told(step(doubled, "stop"), BoardEnded).reason == "boneyard"
    assert told(step(doubled, code("K7=3 K6=1")), BoardEnded).reason == "boneyard"


def test_DDD_18_a_discard_can_be_the_last_move():
    state = table("6-6 6-5", "0-0", on=[FIRST], stock="")
    assert told(step(state, "6-6@pit"), BoardEnded).reason == "boneyard"


def test_DDD_18_as_long_as_one_is_left_it_goes_on():
    state = table("3-1 4-0 6-6 5-5", "0-0", on=[FIRST], stock="6-6 6-5")
    assert after(state, code("J8=3 K8=1")).outcome is None


def test_DDD_19_it_ends_when_nothing_can_be_placed_whoever_holds_what():
    """A ring around the only empty square, where no domino goes."""
    ring = tiling("A1=0 B1=0", "C1=0 C2=0", "A2=0 A3=0", "C3=0 B3=0", board=SMALL)

    assert ring.full
    assert ring.spots == ()
    assert ring.fitting == frozenset()
    assert not tiling("A1=0 B1=0", "C1=0 C2=0", "A2=0 A3=0", board=SMALL).full


def test_DDD_19_a_face_that_nobody_holds_keeps_it_going():
    """Only a third 0-0 would fit, as a bridge: hands and pit stay secret, so it goes on."""
    state = tiling("A1=0 A2=0", "C2=0 C3=0", board=SMALL)

    assert {spot.head_shows for spot in state.spots} == {0}
    assert state.fitting == {bone(0, 0)}
    assert not state.full


def test_DDD_19_a_match_can_end_so():
    for seed in range(400):
        match = match_of(5, "own", seed)
        outcome = match.states[match.last].outcome
        if outcome.reason == "no place":
            table_ = match.states[match.last].round.tiling
            assert not table_.spots
            return
    pytest.fail("no match ended so")


def test_DDD_20_the_most_points_win_also_between_two_who_reach_the_target():
    """Spaces 97 and 98 show 6, so one domino brings 97 to 100 and 98 to 101, for the other one."""
    assert [PUBLISHED.number(at) for at in (97, 98)] == [6, 6]
    state = table("6-3", "0-0", on=[FIRST], at=(97, 98))

    ended = step(state, code("J8=3 K8=6"))
    assert ended.state.outcome.points == (100, 101)
    assert ended.state.outcome.winners == (1,)


def test_DDD_T7_20_a_tie_is_won_by_the_most_dots_in_hand():
    """T7."""
    state = table("4-0 5-4", "5-3 6-0", on=[FIRST], stock="", at=(40, 40))
    ended = told(step(state, code("G8=4 F8=0")), BoardEnded)

    assert (ended.reason, ended.winners) == ("boneyard", (1,))
    assert (ended.dots, ended.positions) == ((9, 14), (40, 40))
    assert ended.hands == (bones("5-4"), bones("5-3 6-0"))


def test_DDD_20_still_tied_is_shared():
    ended = step(table("4-0 5-4", "6-3", on=[FIRST], stock="", at=(40, 40)), code("G8=4 F8=0"))

    assert ended.state.outcome.winners == (0, 1)
    assert told(ended, RoundScored).totals == (40, 40)
    assert told(ended, MatchEnded).winners == (0, 1)


def test_DDD_20_hands_are_shown_in_an_order_that_tells_nothing():
    ended = step(table("4-0 6-5 1-0", "6-6 0-0", on=[FIRST], stock=""), code("G8=4 F8=0"))
    assert told(ended, BoardEnded).hands == (bones("1-0 6-5"), bones("0-0 6-6"))


def test_DDD_20_the_score_is_where_the_pieces_stand():
    match = match_of(4, "published", 5)
    last = match.states[match.last]
    assert last.totals == last.outcome.points == last.round.positions
    seen = DOUBLE_DOUBLE.observe(last, 0)
    assert (seen.goal, seen.rounds, seen.counted) == (None, 1, True)


def test_DDD_T6_21_the_winner_need_not_have_moved():
    """T6."""
    assert PUBLISHED.number(98) == 6
    state = table("0-0", "6-3", on=[FIRST], at=(98, 20), turn=1)

    ended = step(state, code("J8=3 K8=6"))
    assert told(ended, Placed).positions[0] == 101
    assert ended.state.outcome.winners == (0,)
    assert ended.state.outcome.reason == "target"


# The page.


def test_the_page_shows_both_boards_and_the_track():
    page = (Path(__file__).parents[2] / "docs" / "rules" / "double-double.md").read_text("utf-8")
    for board in BOARDS.values():
        rows = [
            " ".join(
                "*" if (column, row) == board.star else str(board.diamonds.get((column, row), "."))
                for column in range(board.size)
            )
            for row in range(board.size)
        ]
        shown = "\n".join(f"{number:>2}  {row}" for number, row in enumerate(rows, start=1))
        assert shown in page
    assert "".join(map(str, PUBLISHED.track)) in "".join(page.split())


# Examples.

T1 = [
    # who, domino, positions of P and Q afterwards
    (0, "H8=4 I8=3", (0, 0)),
    (1, "J8=3 K8=3", (0, 0)),
    (1, "K7=3 K6=1", (0, 1)),
    (0, "L6=1 L5=0", (2, 4)),
    (1, "L4=0 M4=0", (2, 10)),
    (1, "N4=0 O4=6", (2, 14)),
    (0, "O5=6 O6=2", (5, 17)),
]


def test_DDD_T1_codes():
    assert [code(text) for _, text, _ in T1] == [
        "4-3@h8i8",
        "3-3@j8k8",
        "3-1@k7k6",
        "1-0@l6l5",
        "0-0@l4m4",
        "6-0@o4n4",
        "6-2@o5o6",
    ]


def test_DDD_T1():
    """From the deal on: each holds what the sequence needs, or draws it."""
    state = after(
        begun(2),
        shuffled("4-3 1-0 6-2", "3-3 3-1 5-1", "5-5", "5-4", "0-0", "6-6", "6-0"),
    )
    for seat, text, positions in T1:
        assert asked(state) == {seat}
        made = step(state, code(text))
        assert told(made, Placed).positions == positions
        state = made.state


def test_DDD_T5():
    assert len(placings(table("4-3", "0-0"))) == 8
    assert len(placings(table("3-3", "0-0"))) == 4


def test_DDD_T8():
    state = table("6-6 6-5 5-5 2-0", "0-0", on=[FIRST], stock="1-1 2-2")

    pitted = step(state, "6-6@pit")
    assert held(pitted.state, 0) == "6-5 5-5 2-0"
    assert pitted.state.round.positions == (0, 0)
    assert [each for each in pitted.events if isinstance(each, Drew)] == [Drew(1, bone(1, 1), 1)]


# What is always true.


@pytest.mark.parametrize(("seats", "board"), MATCHES)
def test_DDD_I1(seats, board):
    """Every face as often as there are sets, wherever it is."""
    match = match_of(seats, board)
    sets = 2 if seats < 5 else 3
    for state in match.states:
        places = DOUBLE_DOUBLE.whereabouts(state)
        faces = Counter(piece for pieces in places.values() for piece in pieces)
        assert set(faces.values()) == {sets}
        assert len(faces) == 28


@pytest.mark.parametrize(("seats", "board"), MATCHES)
def test_DDD_I2(seats, board):
    """Three in every hand when a turn begins; one has drawn a fourth."""
    match = match_of(seats, board)
    turn = None
    for state in match.states[1 : match.last]:
        begins = state.round.turn != turn
        turn = state.round.turn
        sizes = [len(hand) for hand in state.round.hands]
        assert max(sizes) <= 4
        if begins:
            assert sizes.pop(turn) == 4
            assert set(sizes) == {3}


@pytest.mark.parametrize(("seats", "board"), MATCHES)
def test_DDD_I3(seats, board):
    """All connected, number to number, and no square of four is filled."""
    match = match_of(seats, board)
    squares = dict(match.states[match.last].round.tiling.squares)
    reached, edge = set(), [BOARDS[board].star]
    while edge:
        here = edge.pop()
        reached.add(here)
        edge += [each for each in squares if beside(each, here) and each not in reached]
    assert reached == set(squares)
    for (column, row), (pips, at) in squares.items():
        for other in ((column + 1, row), (column, row + 1)):
            if other in squares and squares[other][1] != at:
                assert squares[other][0] == pips
        four = {(column + across, row + down) for across in (0, 1) for down in (0, 1)}
        assert not four <= set(squares)


@pytest.mark.parametrize(("seats", "board"), MATCHES)
def test_DDD_I4_DDD_I5_what_a_placing_gives(seats, board):
    """At most 13 for the mover, 0 or 3 for others; positions are diamonds and bonuses added up."""
    match = match_of(seats, board)
    total = 0
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, Placed):
                assert 0 <= event.points <= 13
                assert set(event.bonus) <= {0, 3}
                assert event.points == event.diamond + event.bonus[event.seat]
                total += event.diamond + sum(event.bonus)
                assert sum(event.positions) == total


def test_DDD_I4_the_most_that_a_domino_can_make():
    """A double under a diamond of 5, and the own piece on its number: 5 · 2 + 3."""
    state = table("6-6", "0-0", on=["C1=6 D1=0"], at=(6, 0))
    assert told(step(state, code("B1=6 A1=6")), Placed).points == 13


@pytest.mark.parametrize(("seats", "turns"), [(2, 34), (3, 32), (4, 26), (5, 43), (6, 30)])
def test_greedy_players_reach_the_target(seats, turns):
    """About as fast as they did in another program that plays by these rules."""
    lasted = []
    for seed in range(25):
        chance = random.Random(seed)
        state, count = begun(seats), 0
        for _, _, made in playout(DOUBLE_DOUBLE, state, chance, greedily(chance)):
            count += state.round.awaits is not None or made.state.round.turn != state.round.turn
            state = made.state
        assert state.outcome.reason == "target"
        lasted.append(count)
    assert turns * 0.85 < mean(lasted) < turns * 1.15


def greedily(chance):
    """Plays for points; among equals by chance."""

    def choose(state, seat, moves):
        made = [worth(state.round, move)[seat] for move in moves]
        if STOP in moves and not max(made):
            return STOP
        return chance.choice([m for m, each in zip(moves, made, strict=True) if each == max(made)])

    return choose


# What can be known.


def test_a_world_keeps_to_what_a_discard_has_told():
    """B leads 1-0. A, who has shown 6-2, discards: nothing that A had shows a 1 or a 0."""
    state = after(
        begun(2),
        shuffled("6-2 6-5 5-5", "1-0 4-1 6-6", "3-3", "4-2", "5-2", "5-0", "4-0"),
        code("H8=1 I8=0"),
        "6-5@pit",
        code("G8=1 F8=4"),
    )
    assert asked(state) == {0}
    seen, chance = DOUBLE_DOUBLE.observe(state, 1), random.Random(1)
    low = (8, bone(6, 2).index)
    late, pits = set(), set()
    for _ in range(300):
        world = DOUBLE_DOUBLE.imagine(seen, chance).round
        (pit,), hand = world.pits[0], world.hands[0]
        fitted = [each.has(1) or each.has(0) for each in hand]
        assert pit.high > 1 < pit.low
        assert sum(fitted) <= 1  # what was drawn since
        assert bone(6, 2) in (*hand, pit)
        lower = [each for each in (*hand, pit) if (each.pips, each.index) < low]
        assert len(lower) <= 2  # what was drawn
        late.add(any(fitted))
        pits.add(pit)
    assert late == {True, False}
    assert {bone(6, 2), bone(6, 5), bone(3, 3)} <= pits


def test_a_world_has_no_domino_too_many():
    """Both others have shown 0-0, and one of them has placed one: it was that one."""
    state = after(
        begun(3),
        shuffled("6-5 5-4 4-3", "0-0 6-4 6-3", "0-0 6-6 5-5", "2-1", "2-2", "3-1", "3-2"),
    )
    assert asked(state) == {1}
    state = after(state, code("H8=0 I8=0"), "stop")
    seen, chance = DOUBLE_DOUBLE.observe(state, 0), random.Random(1)
    for _ in range(50):
        world = DOUBLE_DOUBLE.imagine(seen, chance).round
        assert bone(0, 0) in world.hands[2]
        assert bone(0, 0) not in world.hands[1]


def test_the_last_of_two_alike_is_known_to_be_elsewhere():
    """B sees both 6-6: no world has a third."""
    state = after(begun(2), shuffled("6-2 6-5 5-5", "6-6 6-6 1-0", "3-3"))
    seen = DOUBLE_DOUBLE.observe(state, 1)
    chance = random.Random(1)
    for _ in range(50):
        world = DOUBLE_DOUBLE.imagine(seen, chance).round
        assert bone(6, 6) not in (*world.hands[0], *world.stock)


def with_a_discard():
    """A match of four in which the second turn is a discard."""
    match = played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, 4), 1208)
    assert isinstance(match.plies[2].move, Discard)
    return match


def test_the_checks_find_out_a_discard_that_is_told(monkeypatch):
    match = with_a_discard()
    secrecy.check_nothing_hidden_is_told(match)

    monkeypatch.setattr(Pitted, "for_seat", lambda event, seat: event)
    with pytest.raises(AssertionError):
        secrecy.check_nothing_hidden_is_told(match)


def test_the_checks_find_out_worlds_that_forget_what_was_shown(monkeypatch):
    match = with_a_discard()
    secrecy.check_worlds_agree_with_history(match)

    monkeypatch.setattr(worlds._Facts, "allows", lambda facts, bone, life: True)
    with pytest.raises(AssertionError):
        secrecy.check_worlds_agree_with_history(match)


def test_the_checks_find_out_the_next_domino_hidden_in_a_number(monkeypatch):
    match = with_a_discard()
    real = BoardRules.observe

    def observe(rules, state, seat):
        seen = real(rules, state, seat)
        return replace(seen, boneyard=100 * state.stock[0].index if state.stock else 0)

    monkeypatch.setattr(BoardRules, "observe", observe)
    with pytest.raises(AssertionError):
        secrecy.check_a_swap_changes_nothing_seen(match)


def test_a_domino_is_written_high_half_first():
    assert domino("I8=3 H8=4") == domino("H8=4 I8=3")
    assert code("K8=3 J8=3") == "3-3@j8k8"
    assert code("J9=3 J8=3") == "3-3@j8j9"
