import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.domino.board import BOARDS, Board, beside
from bot.domino.bone import bone
from bot.domino.counting import Sum
from bot.engine.contract import Shuffle
from bot.engine.replay import find, shown_code
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Drew, LeadReason, Leads, Scored
from bot.games.double_double import DOUBLE_DOUBLE, belief, events
from bot.games.double_double.moves import STOP, Place
from bot.games.double_double.table import move_value
from tests.games.boards import begun, cell, code, may, placings, shuffled, table, tiling
from tests.games.cases import by_chance
from tests.games.contract import check_sampled_positions_agree_with_what_was_seen
from tests.games.playing import played
from tests.games.positions import bones, held, language, told
from tests.games.recount import events_of
from tests.games.secrecy import check_samples_keep_what_was_seen

step, steps, after, asked, legal = language(DOUBLE_DOUBLE)[2:]
PUBLISHED = BOARDS["published"]
FIRST = "H8=4 I8=3"
SMALL = Board("small", 3, (1, 1), {}, (1, 2, 3))
every_match = by_chance(DOUBLE_DOUBLE, seeds=3)


@pytest.mark.parametrize(
    ("seats", "agreed", "sets"),
    [
        *((seats, {}, 2 if seats < 5 else 3) for seats in range(2, 7)),
        *((seats, {"sets": sets}, sets) for seats in (2, 6) for sets in (2, 3)),
    ],
)
def test_DDD_1_DDD_2_two_sets_and_a_third_for_five_and_six_and_three_each(seats, agreed, sets):
    state = begun(seats, **agreed)
    pieces = asked(state).pieces
    assert Counter(Counter(pieces).values()) == {sets: 28}
    assert asked(state) == Shuffle(tuple(sorted(pieces)))
    dealt = step(state, shuffled(sets=sets))
    assert told(dealt, events.BoardDealt).counts == (3,) * seats
    assert told(dealt, events.BoardDealt).boneyard == 28 * sets - 3 * seats
    assert dealt.state.round.positions == (0,) * seats


def test_DDD_3_everybody_shows_the_lowest_and_the_lowest_of_all_leads_then_clockwise():
    """Of equals in a hand it is the one with the lower high half."""
    dealt = step(begun(3), shuffled("6-5 4-3 6-6", "4-1 5-0 6-1", "5-3 5-4 6-2"))
    assert told(dealt, events.LowestShown) == events.LowestShown(bones("4-3 4-1 5-3"))
    assert told(dealt, Leads) == Leads(1, by_lot=False, reason=LeadReason.FEWEST_PIPS)
    assert asked(dealt.state) == {1}
    for seat in (0, 1, 2, None):
        history = DOUBLE_DOUBLE.observe(dealt.state, seat).round.history
        assert events.LowestShown(bones("4-3 4-1 5-3")) in history
    state = table(*["3-1 6-6"] * 3, on=[FIRST], turn=1)
    placed = steps(state, code("J8=3 K8=1"), code("I7=3 I6=1"))
    assert [asked(made.state) for made in placed] == [{2}, {0}]


@pytest.mark.parametrize(("seniority", "leads"), [((0, 1, 2), 1), ((0, 2, 1), 2)])
def test_DDD_3_the_oldest_leads_when_it_is_shared(seniority, leads):
    setup = prepare(DOUBLE_DOUBLE.info, 3, seniority=seniority)
    deal = shuffled("6-5 4-3 6-6", "4-1 4-2 6-1", "5-0 5-4 3-2")
    reason = LeadReason.FEWEST_PIPS_JOINED_FIRST
    dealt = step(DOUBLE_DOUBLE.start(setup), deal)
    assert told(dealt, Leads) == Leads(leads, by_lot=False, reason=reason)


def test_DDD_5_who_can_place_must_place():
    state = table("6-6 6-5 5-5 3-0", "0-0", on=[FIRST])
    assert {move[:3] for move in legal(state, 0)} == {"3-0"}


def test_DDD_5_DDD_T8_the_choice_of_a_discard_is_secret():
    state = table("6-6 6-5 5-5 2-0", "0-0", on=[FIRST], stock="1-1 2-2")
    assert legal(state, 0) == ["6-6@pit", "6-5@pit", "5-5@pit", "2-0@pit"]
    move = find(DOUBLE_DOUBLE, state, 0, "6-5@pit")
    assert not move.automatic
    assert [shown_code(move, 0, seat) for seat in (0, 1, None)] == ["6-5@pit", "?", "?"]
    pitted = step(state, "6-5@pit")
    event, after_ = told(pitted, events.Pitted), pitted.state
    assert [event.for_seat(seat).bone for seat in (0, 1, None)] == [bone(6, 5), None, None]
    seen = [DOUBLE_DOUBLE.observe(after_, seat).round for seat in (0, 1, None)]
    assert [(each.pit, each.own_pit) for each in seen] == [(1, bones("6-5")), (1, ()), (1, ())]
    assert DOUBLE_DOUBLE.piece_locations(after_)["hand 0 pit"] == ("6-5",)
    assert held(after_, 0) == "6-6 5-5 2-0"
    assert after_.round.positions == (0, 0)
    assert [each for each in pitted.events if isinstance(each, Drew)] == [Drew(1, bone(1, 1), 1)]


def test_DDD_5_alike_dominoes_are_one_move():
    state = table("6-6 6-6 5-5 2-0", "0-0", on=[FIRST])
    assert legal(state, 0) == ["6-6@pit", "5-5@pit", "2-0@pit"]
    once, twice = table("4-0", "0-0", on=[FIRST]), table("4-0 4-0", "0-0", on=[FIRST])
    assert legal(once, 0) == legal(twice, 0)
    assert held(after(twice, code("G8=4 F8=0")), 0).split()[0] == "4-0"


def test_DDD_6_DDD_T5_the_first_domino_covers_the_star():
    state = table("4-3 3-3", "0-0")
    assert all("h8" in text for text in placings(state))
    assert may(state, "H8=4 I8=3")
    assert may(state, "H8=3 I8=4")
    assert not may(state, "I8=4 J8=3")
    assert [len(placings(table(each, "0-0"))) for each in ("4-3", "3-3")] == [8, 4]


BRIDGE = [FIRST, "I7=3 I6=5", "G8=4 F8=2", "F7=2 F6=1"]
TWO_ONES = [FIRST, "I7=3 I6=1", "G8=4 F8=2", "F7=2 F6=1"]
LONGER = [FIRST, "J8=3 K8=1"]


T2 = {
    True: "J8=3 K8=1, I7=3 J7=1, G8=4 G9=5, I9=3 I10=6, J8=3 J7=3",
    False: "J8=2 K8=1, J8=1 K8=3, H7=4 I7=3, H9=4 I9=3, A1=3 A2=1, H8=3 H9=1",
}
"""Next to the first domino: what may be placed, and what may not."""


@pytest.mark.parametrize(
    ("on", "text", "allowed"),
    [
        *(([FIRST], text, here) for here, texts in T2.items() for text in texts.split(", ")),
        pytest.param(BRIDGE, "G6=1 H6=5", True, id="T3: a bridge joins two dominoes"),
        pytest.param(BRIDGE, "G6=1 H6=4", False, id="T3"),
        pytest.param(BRIDGE, "G6=5 H6=1", False, id="T3"),
        pytest.param(BRIDGE, "G6=1 G5=2", True, id="T3"),
        pytest.param(TWO_ONES, "G6=1 H6=1", True, id="a double can be a bridge"),
        pytest.param(LONGER, "I9=3 J9=3", False, id="T4: no square of four fills"),
        pytest.param(LONGER, "I9=3 I10=6", True, id="T4"),
        pytest.param(LONGER, "I7=3 I6=1", True, id="a half is built on once more"),
        pytest.param([*LONGER, "I7=3 I6=1"], "I9=3 I10=0", True, id="and again"),
        pytest.param([FIRST, "I7=3 I6=1"], "J8=3 J9=6", True, id="i7 touches a corner of j8"),
        pytest.param([FIRST, "I7=3 I6=1"], "J8=3 J7=6", False, id="i7 touches j7, too"),
        pytest.param(["H8=4 H9=4"], "G8=4 G9=4", False, id="a bridge joins two, not one"),
        pytest.param(["H8=4 H9=4"], "I8=4 I9=3", False, id="both halves on one domino"),
        pytest.param(["O1=6 O2=4"], "N1=6 M1=1", True, id="the edge of the board"),
        pytest.param(["O1=6 O2=4"], "N2=6 M2=1", False, id="n2 touches o2"),
    ],
)
def test_DDD_T2_DDD_T3_DDD_T4_DDD_7_what_may_be_placed(on, text, allowed):
    assert may(table(code(text).partition("@")[0], "0-0", on=on), text) is allowed


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
    bridge = table("1-1 5-1", "6-6", on=[*BRIDGE, "G6=1 G5=1"], after=4)
    assert may(bridge, "H5=1 I5=5")
    on = [*BRIDGE, "F5=1 F4=0", "I5=5 I4=5"]
    from_the_left = table("5-1", "6-6", on=on, after=5)
    assert may(from_the_left, "G5=1 H5=5")  # with its other half at the double
    stopped = step(doubled, "stop")
    assert told(stopped, events.Stopped) == events.Stopped(0)
    assert asked(stopped.state) == {1}
    assert DOUBLE_DOUBLE.observe(stopped.state, 1).round.after is None


def test_DDD_8_stopping_is_always_a_choice_of_the_player():
    """Else everybody could tell from the haste that nothing in hand fits the double."""
    doubled = after(table("3-3 6-6 5-5 4-4", "0-0", on=[FIRST]), code("J8=3 K8=3"))
    assert DOUBLE_DOUBLE.legal_moves(doubled, 0) == (STOP,)
    assert not STOP.automatic
    assert not STOP.secret


def test_DDD_8_a_double_after_a_double_goes_on_at_the_new_one_until_the_hand_is_empty():
    state = table("3-3 3-0 3-3 6-6", "0-0", on=[FIRST])
    twice = after(state, code("J8=3 K8=3"), code("L8=3 M8=3"))
    assert asked(twice) == {0}
    assert DOUBLE_DOUBLE.observe(twice, 0).round.after == 2
    assert may(twice, "N8=3 O8=0")
    assert not may(twice, "K7=3 K6=0")
    empty = after(table("3-3", "0-0", on=[FIRST]), code("J8=3 K8=3"))
    assert asked(empty) == {1}
    assert held(empty, 0) == "0-0 1-1 2-2"


def test_DDD_8_DDD_9_DDD_10_nothing_is_drawn_before_the_turn_ends_then_up_to_three():
    """The turn ends with a domino that is no double."""
    state = table("3-3 3-1 4-0 6-6", "0-0", on=[FIRST], stock="5-5 5-4 5-3")
    doubled, done = steps(state, code("J8=3 K8=3"), code("K7=3 K6=1"))
    assert not [event for event in doubled.events if isinstance(event, Drew)]
    assert held(doubled.state, 0) == "3-1 4-0 6-6"
    drawn = [event for event in done.events if isinstance(event, Drew)]
    assert drawn == [Drew(0, bone(5, 5), 2), Drew(1, bone(5, 4), 1)]
    assert held(done.state, 0) == "4-0 6-6 5-5"
    assert asked(done.state) == {1}


def test_DDD_11_the_points_of_a_domino_are_moved_before_the_next_one():
    """Between the two, the piece has come to a space with another number."""
    state = table("3-3 3-1", "0-0", on=["K9=6 J9=3", "J8=3 I8=0"], at=(2, 0), after=None)
    first, second = steps(state, code("J10=3 J11=3"), code("J12=3 J13=1"))
    # A diamond 1 lies on j10: twice 1; from space 2 (number 2) to space 4 (number 4).
    assert told(first, events.Placed).positions == (4, 0)
    # A diamond 2 lies on j12: from 4 (number 4), no bonus.
    assert told(second, events.Placed).positions == (6, 0)


def test_DDD_12_DDD_13_a_diamond_counts_and_twice_under_a_double():
    """There is no number at the start, and nothing scores where there is no diamond."""
    none = step(table("3-1", "0-0", on=[FIRST], at=(0, 0)), code("J8=3 K8=1"))
    assert (told(none, events.Placed).bonus, told(none, events.Placed).points) == ((0, 0), 0)
    assert not [event for event in none.events if isinstance(event, Scored)]
    single = step(table("3-1", "0-0", on=[FIRST, "J8=3 K8=3"]), code("K7=3 K6=1"))
    assert told(single, events.Placed).diamond == 1
    assert told(single, Scored) == Scored(0, Sum((1,)))
    double = step(table("0-0", "6-6", on=["L6=1 L5=0"]), code("L4=0 M4=0"))
    assert told(double, events.Placed).diamond == 6
    assert told(double, events.Placed).positions == (6, 0)


def test_DDD_I4_the_most_that_a_domino_can_make():
    """A double under a diamond of 5, and the own piece on its number: 5 · 2 + 3."""
    state = table("6-6", "0-0", on=["C1=6 D1=0"], at=(6, 0))
    assert told(step(state, code("B1=6 A1=6")), events.Placed).points == 13


def test_DDD_14_DDD_15_everybody_on_a_number_of_the_domino_gets_three():
    """Spaces 1, 2 and 3 show 1, 2 and 3. A double shows its number twice and gives three, too."""
    made = step(table("3-1", *["0-0"] * 2, on=[FIRST], at=(1, 3, 2)), code("J8=3 K8=1"))
    placed = told(made, events.Placed)
    assert (placed.points, placed.diamond, placed.bonus) == (3, 0, (3, 3, 0))
    assert (placed.first, placed.second, placed.positions) == (cell("j8"), cell("k8"), (4, 6, 2))
    assert told(made, Scored) == Scored(0, Sum((3,)))
    doubled = step(table("3-3", "6-6", on=[FIRST], at=(3, 3)), code("J8=3 K8=3"))
    assert told(doubled, events.Placed).bonus == (3, 3)
    # From space 1 a diamond of 1 would lead to space 2, whose number the domino shows.
    state = table("3-2", "0-0", on=[FIRST, "J8=3 K8=3"], at=(1, 0))
    moved = told(step(state, code("K7=3 K6=2")), events.Placed)
    assert (moved.diamond, moved.bonus, moved.positions) == (1, (0, 0), (2, 0))


@pytest.mark.parametrize(("name", "count"), [("published", 68), ("own", 52)])
def test_DDD_1_DDD_16_the_board_can_be_agreed_and_the_first_domino_covers_no_diamond(name, count):
    state = table("4-3 3-3", "0-0", board=name)
    board = DOUBLE_DOUBLE.observe(state, 0).round.board
    assert (board, len(board.diamonds)) == (BOARDS[name], count)
    for move in DOUBLE_DOUBLE.legal_moves(state, 0):
        assert move_value(state.round, move) == (0, 0)


def test_what_a_placing_is_worth_is_known_beforehand():
    match = played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, 3), seed=2)
    for ply, state in zip(match.plies, match.states, strict=False):
        for seat in (*range(3), None):
            seen = DOUBLE_DOUBLE.observe(state, seat).round
            if isinstance(ply.move, Place):
                (made,) = [event for event in ply.events if isinstance(event, events.Placed)]
                before = state.round.positions
                gained = tuple(now - then for now, then in zip(made.positions, before, strict=True))
                assert move_value(seen, ply.move) == move_value(state.round, ply.move) == gained
                assert made.points == gained[made.seat]
            elif seen.to_act:
                assert move_value(seen, ply.move) == (0, 0, 0)


@pytest.mark.parametrize(("seats", "target"), [(2, 100), (3, 75), (4, 50), (5, 75), (6, 50)])
@pytest.mark.parametrize("missing", [1, 2])
def test_DDD_17_the_target(seats, target, missing):
    assert DOUBLE_DOUBLE.observe(begun(seats), None).round.target == target
    assert PUBLISHED.number(target - 2) not in {3, 1}
    hands, at = ["3-1", *["0-0"] * (seats - 1)], (target - missing, *[0] * (seats - 1))
    ended = step(table(*hands, on=[FIRST, "J8=3 K8=3"], at=at), code("K7=3 K6=1"))
    assert (ended.state.outcome is None) == (missing == 2)
    if missing == 1:
        assert told(ended, events.BoardEnded).reason == "target"
        assert ended.state.outcome.winners == (0,)


def test_DDD_17_it_ends_in_the_middle_of_a_turn():
    """With a double, after which the player could have gone on; nothing is drawn any more."""
    state = table("0-0 6-0", "6-6", on=["L6=1 L5=0"], at=(95, 0))
    ended = step(state, code("L4=0 M4=0"))
    assert told(ended, events.BoardEnded).reason == "target"
    assert not [event for event in ended.events if isinstance(event, Drew)]
    assert asked(ended.state) == frozenset()


@pytest.mark.parametrize("stock", ["6-6 6-5", "6-6", ""])
def test_DDD_18_the_turn_in_which_the_boneyard_ran_out_is_the_last(stock):
    """Two are missing from the hand at the end of the turn, and no more than two are left."""
    state = table("3-3 3-1 4-0", "0-0", on=[FIRST], stock=stock)
    ended = step(state, code("J8=3 K8=3"), code("K7=3 K6=1"))
    assert told(ended, events.BoardEnded).reason == "boneyard"
    assert sum(isinstance(event, Drew) for event in ended.events) == len(stock.split())


def test_DDD_18_after_the_opening_draw_of_the_last_one_the_turn_is_still_played():
    state = table("3-1 4-0 6-6", "5-5 5-2 6-1 6-2", on=[FIRST], stock="3-3", turn=1)
    # B discards; A draws the last one and plays a double and another domino.
    drawn = after(state, "5-5@pit")
    assert held(drawn, 0) == "3-1 4-0 6-6 3-3"
    doubled = after(drawn, code("J8=3 K8=3"))
    assert doubled.outcome is None
    for last in ("stop", code("K7=3 K6=1")):
        assert told(step(doubled, last), events.BoardEnded).reason == "boneyard"
    discarded = step(table("6-6 6-5", "0-0", on=[FIRST], stock=""), "6-6@pit")
    assert told(discarded, events.BoardEnded).reason == "boneyard"
    one_left = table("3-1 4-0 6-6 5-5", "0-0", on=[FIRST], stock="6-6 6-5")
    assert after(one_left, code("J8=3 K8=1")).outcome is None


def test_DDD_19_it_ends_when_nothing_can_be_placed_whoever_holds_what():
    """A ring around the only empty square, where no domino goes. Where only a third 0-0 would fit,
    as a bridge, it goes on: hands and pit stay secret."""
    ring = tiling("A1=0 B1=0", "C1=0 C2=0", "A2=0 A3=0", "C3=0 B3=0", board=SMALL)
    assert (ring.full, ring.spots, ring.fitting) == (True, (), frozenset())
    assert not tiling("A1=0 B1=0", "C1=0 C2=0", "A2=0 A3=0", board=SMALL).full
    state = tiling("A1=0 A2=0", "C2=0 C3=0", board=SMALL)
    assert {spot.head_shows for spot in state.spots} == {0}
    assert (state.full, state.fitting) == (False, {bone(0, 0)})


def test_DDD_19_a_match_can_end_so():
    match = played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, 5, {"board": "own"}), seed=9)
    last = match.states[match.last]
    assert last.outcome.reason == "no place"
    assert not last.round.tiling.spots


@pytest.mark.parametrize(
    ("at", "turn", "points", "winner"),
    [
        pytest.param((97, 98), 0, (100, 101), 1, id="the most points win"),
        pytest.param((98, 20), 1, (101, 23), 0, id="T6: who has not moved"),
    ],
)
def test_DDD_T6_DDD_20_DDD_21_the_most_points_win_whoever_moved(at, turn, points, winner):
    assert [PUBLISHED.number(space) for space in (97, 98)] == [6, 6]
    hands = ("6-3", "0-0")[:: 1 - 2 * turn]
    ended = step(table(*hands, on=[FIRST], at=at, turn=turn), code("J8=3 K8=6"))
    outcome = ended.state.outcome
    assert told(ended, events.Placed).positions == outcome.points == points
    assert (outcome.winners, outcome.reason) == ((winner,), "target")


def test_DDD_T7_DDD_20_a_tie_is_won_by_the_most_dots_in_hand_and_then_shared():
    state = table("4-0 5-4", "6-0 5-3", on=[FIRST], stock="", at=(40, 40))
    ended = told(step(state, code("G8=4 F8=0")), events.BoardEnded)
    assert (ended.reason, ended.winners) == ("boneyard", (1,))
    assert (ended.dots, ended.positions) == ((9, 14), (40, 40))
    assert ended.hands == (bones("5-4"), bones("5-3 6-0"))
    tied = step(table("4-0 5-4", "6-3", on=[FIRST], stock="", at=(40, 40)), code("G8=4 F8=0"))
    assert told(tied, RoundScored).totals == (40, 40)
    assert told(tied, MatchEnded).winners == tied.state.outcome.winners == (0, 1)


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


T1 = [
    # who, domino, positions of P and Q afterwards
    (0, "H8=4 I8=3", "4-3@h8i8", (0, 0)),
    (1, "J8=3 K8=3", "3-3@j8k8", (0, 0)),
    (1, "K7=3 K6=1", "3-1@k7k6", (0, 1)),
    (0, "L6=1 L5=0", "1-0@l6l5", (2, 4)),
    (1, "L4=0 M4=0", "0-0@l4m4", (2, 10)),
    (1, "N4=0 O4=6", "6-0@o4n4", (2, 14)),
    (0, "O5=6 O6=2", "6-2@o5o6", (5, 17)),
]


def test_DDD_T1_DDD_4():
    deal = shuffled("4-3 1-0 6-2", "3-3 3-1 5-1", "5-5", "5-4", "0-0", "6-6", "6-0")
    made = step(begun(2), deal)
    assert told(made, Drew) == Drew(0, bone(5, 5), 49)
    assert held(made.state, 0) == "4-3 1-0 6-2 5-5"
    for seat, text, spelled, positions in T1:
        assert code(text) == spelled
        assert asked(made.state) == {seat}
        made = step(made.state, spelled)
        assert told(made, events.Placed).positions == positions


@every_match
def test_DDD_I1_DDD_I2(match):
    """Every face as often as there are sets; three in every hand when a turn begins, or four."""
    sets, turn = len(match.states[0].round.awaits.pieces) // 28, None
    places = DOUBLE_DOUBLE.piece_locations(match.states[match.last])
    faces = Counter(piece for pieces in places.values() for piece in pieces)
    assert (set(faces.values()), len(faces)) == ({sets}, 28)
    for state in match.states[1 : match.last]:
        begins, turn = state.round.turn != turn, state.round.turn
        sizes = [len(hand) for hand in state.round.hands]
        assert max(sizes) <= 4
        if begins:
            assert sizes.pop(turn) == 4
            assert set(sizes) == {3}


@every_match
def test_DDD_I3(match):
    """All connected, number to number, and no square of four is filled."""
    squares = dict(match.states[match.last].round.tiling.squares)
    reached, edge = set(), [BOARDS[match.setup.options["board"]].star]
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


@every_match
def test_DDD_I4_DDD_I5_DDD_20_what_a_placing_gives_is_the_score_and_hands_are_shown(match):
    """At most 13 for the mover, 0 or 3 for others; positions are diamonds and bonuses added up."""
    total = 0
    for event in events_of(match, events.Placed):
        assert 0 <= event.points <= 13
        assert set(event.bonus) <= {0, 3}
        assert event.points == event.diamond + event.bonus[event.seat]
        total += event.diamond + sum(event.bonus)
        assert sum(event.positions) == total
    last = match.states[match.last]
    assert last.totals == last.outcome.points == last.round.positions
    seen = DOUBLE_DOUBLE.observe(last, 0)
    assert (seen.goal, seen.rounds, seen.counted) == (None, 1, True)


def test_a_world_keeps_to_what_a_discard_has_told():
    """B leads 1-0. A, who has shown 6-2, discards: nothing that A had shows a 1 or a 0."""
    deal = shuffled("6-2 6-5 5-5", "1-0 4-1 6-6", "3-3", "4-2", "5-2", "5-0", "4-0")
    state = after(begun(2), deal, code("H8=1 I8=0"), "6-5@pit", code("G8=1 F8=4"))
    assert asked(state) == {0}
    low = (8, bone(6, 2).index)
    late, kept = set(), set()
    for (hand, _), _ in sampled(state, 1, 300):
        late.add(sum(each.has(1) or each.has(0) for each in hand))
        kept.add(bone(6, 2) in hand)
        lower = [each for each in hand if (each.pips, each.index) < low]
        assert len(lower) <= 2  # what was drawn
    assert late == {0, 1}  # what was drawn since
    assert kept == {True, False}


def test_a_world_has_no_domino_too_many():
    """Both others have shown 0-0, and one of them has placed one: it was that one. Who sees both
    6-6 knows that no other hand has one."""
    deal = shuffled("6-5 5-4 4-3", "0-0 6-4 6-3", "0-0 6-6 5-5", "2-1", "2-2", "3-1", "3-2")
    state = after(begun(3), deal, code("H8=0 I8=0"), "stop")
    for hands, _ in sampled(state, 0):
        assert bone(0, 0) in hands[2]
        assert bone(0, 0) not in hands[1]
    state = after(begun(2), shuffled("6-2 6-5 5-5", "6-6 6-6 1-0", "3-3"))
    for hands, stock in sampled(state, 1):
        assert bone(6, 6) not in (*hands[0], *stock)


def sampled(state, seat=1, count=100):
    belief, chance = DOUBLE_DOUBLE.believe(DOUBLE_DOUBLE.observe(state, seat)), random.Random(1)
    found: list[Any] = [belief.sample(chance) for _ in range(count)]
    return [(each._hands, each._stock) for each in found]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bones_are_put_where_they_can_be_even_if_no_hand_can_be_followed(monkeypatch, seats):
    monkeypatch.setattr(belief, "_TRIES", 0)
    match = played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, seats), seed=3)
    check_samples_keep_what_was_seen(match)
    check_sampled_positions_agree_with_what_was_seen(match)


def test_the_most_points_at_once_are_liked_best():
    match = played(DOUBLE_DOUBLE, prepare(DOUBLE_DOUBLE.info, 2), seed=3)
    compared = 0
    for at in match.moments(30):
        seat = match.states[at].round.turn
        seen = DOUBLE_DOUBLE.observe(match.states[at], seat)
        placings = [move for move in seen.legal if isinstance(move, Place)]
        points = [move_value(seen.round, move)[seat] for move in placings]
        liked = [DOUBLE_DOUBLE.preference(seen, move) for move in placings]
        if placings:
            assert points[liked.index(max(liked))] == max(points)
            compared += min(points) < max(points)
    assert compared > 10
