from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from bot.domino.path import STEPS, Path, cell_name
from bot.domino.square import EAST, NORTH, SIDES, SOUTH, WEST, Square, match, opposite
from bot.domino.square_set import SQUARES, square
from tests.games.matching import check_path

START = Path().start(square("0-0-6-2"), 2)
"""6-2 to the north, 2-0 to the east, 0-0 to the south, 0-6 to the west."""
AT = {STEPS[NORTH]: "n", STEPS[EAST]: "e", STEPS[SOUTH]: "s", STEPS[WEST]: "w"}


def scored(path, code):
    """For each side of the starter what the piece scores there."""
    found: dict[str, int] = {}
    for way in path.ways(Square(code)):
        found[AT[way.cell]] = sum(way.scores)
    return found


def laid(path, code, cell):
    piece = square(code)
    (way,) = [way for way in path.ways(piece) if way.cell == cell]
    return path.lay(piece, way.cell, way.turn)


def cells(path):
    return {spot.cell for spot in path.spots}


def test_SQ_T1():
    assert scored(START, "0-2-6-6") == {"n": 6, "e": 12, "w": 8}
    assert laid(START, "0-2-6-6", (0, -1)).laid[1].symbols == ("6", "0", "2", "6")


def test_SQ_T2():
    piece = square("0-2-5-2")
    ways = (way for way in START.ways(piece) if way.cell == (1, 0))
    found = {piece.turned(way.turn): sum(way.scores) for way in ways}
    assert found[("2", "5", "2", "0")] == 7


def test_SQ_T3():
    assert scored(START, "w-w-2-3") == {"n": 5}
    assert scored(START, "w-1-2-3") == {}


def test_SQ_T4():
    assert scored(START, "give1-5-3-0") == {"s": 8}
    assert laid(START, "give1-5-3-0", (0, 1)).laid[1].symbols == ("0", "give1", "5", "3")


def test_SQ_T5():
    assert scored(START, "0-0-4-6") == {"s": 10, "w": 4}
    for piece in SQUARES:
        assert not (piece.wild and "s" in scored(START, piece.code))


def test_SQ_T6():
    one = laid(START, "0-2-6-6", (0, -1))
    assert one.ends == (0, 1)
    assert cells(one) == {(1, 0), (0, 1), (-1, 0), (-1, -1), (1, -1), (0, -2)}
    two = laid(one, "0-0-1-3", (0, 1))
    assert two.ends == (1, 2)
    assert not cells(two) & {(1, 0), (-1, 0)}


def test_SQ_T7():
    same = [Square(f"1-1-1-{last}") for last in (1, 2, 3)]
    path = Path().start(same[0]).lay(same[0], (1, 0), 0).lay(same[0], (1, 1), 0)
    assert cells(path) == {(-1, 0), (0, -1), (2, 1), (1, 2)}
    assert {way.cell for way in path.ways(Square("w-w-w-w"))} == cells(path)
    with pytest.raises(ValueError, match="nothing can be laid at s1"):
        path.lay(same[1], (0, 1), 0)


def test_SQ_6_the_starter_alone_is_both_ends_and_open_on_all_sides():
    assert START.ends == (0,)
    assert [(spot.end, spot.side) for spot in START.spots] == [(0, side) for side in range(4)]


@pytest.mark.parametrize("cell", [(0, 0), (0, 2), (1, 1), (5, 5)])
def test_SQ_7_nothing_is_laid_elsewhere(cell):
    with pytest.raises(ValueError, match="nothing can be laid"):
        START.lay(square("0-2-6-6"), cell, 0)


def test_SQ_7_touching_at_a_corner_is_allowed():
    piece = Square("1-1-1-1")
    path = Path().start(piece)
    for cell in ((1, 0), (1, 1), (2, 1)):
        path = path.lay(piece, cell, 0)
    assert (2, 2) in cells(path)
    assert (2, 0) not in cells(path), "it would touch (1, 0), too"


def test_SQ_8_the_sides_beside_the_matched_one_are_open():
    path = laid(START, "0-2-6-6", (0, -1))
    (east,) = [spot for spot in path.spots if spot.cell == (1, -1)]
    assert (east.end, east.shown) == (1, (0, 2)), "its 2 was matched with the starter's"
    assert path.ways(Square("2-0-1-1"))


def test_the_starter_lies_in_the_middle_as_it_is_spelled():
    path = Path().start(square("0-0-6-2"))
    assert (path.laid[0].cell, path.laid[0].symbols) == ((0, 0), ("0", "0", "6", "2"))
    assert Path().spots == ()


@pytest.mark.parametrize(
    ("cell", "name"),
    [((0, 0), "start"), ((0, -1), "n1"), ((1, -2), "n2e1"), ((-3, 4), "s4w3"), ((2, 0), "e2")],
)
def test_a_cell_is_called_by_its_way_from_the_starter(cell, name):
    assert cell_name(cell) == name


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_SQ_I2_SQ_I3_SQ_I4_the_layout_stays_a_path_and_its_sides_match(chance):
    rest = list(SQUARES)
    chance.shuffle(rest)
    path = Path().start(rest.pop(), chance.randrange(4))
    while fitting := [(piece, way) for piece in rest for way in path.ways(piece)]:
        piece, way = chance.choice(fitting)
        assert 0 <= sum(way.scores) <= 12
        path = path.lay(piece, way.cell, way.turn)
        assert path.laid[-1].symbols == piece.turned(way.turn)
        rest.remove(piece)
    check_path(path)


def shown(laid_piece, side):
    return Square("-".join(laid_piece.symbols)).sides[side]


def test_every_way_to_lay_a_piece_is_found():
    """Turned around by hand at every side of the starter."""
    for piece in SQUARES:
        found = {(way.cell, way.turn): way.scores for way in START.ways(piece)}
        by_hand = {}
        for side in range(SIDES):
            for turn in range(SIDES):
                lying = Square("-".join(piece.turned(turn)))
                if match(shown(START.laid[0], side), lying.sides[opposite(side)]):
                    by_hand[STEPS[side], turn] = lying.scores[side]
        assert found == by_hand


def test_ways_come_in_the_order_of_the_spots():
    path = laid(START, "0-2-6-6", (0, -1))
    order = [spot.cell for spot in path.spots]
    for piece in SQUARES:
        at = [order.index(way.cell) for way in path.ways(piece)]
        assert all(one <= other for one, other in pairwise(at))
        assert path.fits(piece) == bool(at)
