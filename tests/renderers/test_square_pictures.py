"""Pictures of square pieces."""

from dataclasses import fields, replace
from itertools import combinations
from typing import get_args, get_type_hints

import pytest

from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME
from renderers.scene.bones import Scene
from renderers.scene.squares import (
    HandSquare,
    SquareHandScene,
    SquareRowsScene,
    SquareSeat,
    SquareSpot,
    SquaresScene,
)
from renderers.squares.frame import SIDE, lay_out_squares
from renderers.squares.rows import LARGEST, TALLEST, TALLEST_SHOWN, place_seats
from renderers.squares.sprites import square
from tests.renderers.pictures import TELLING, assert_told_apart, colours, contrast, picture
from tests.renderers.squares import (
    PLACE_LETTERS,
    SYMBOLS,
    around,
    hand,
    laid,
    on_table,
    seat,
    shown,
    table,
    with_spots,
)

TWO = (seat("A", 9, ("left",), active=True), seat("B", 7, ("left",), up=[6]))
FOUR = (
    seat("A", 9, ("left",)),
    seat("B", 5, ("left", "right"), up=[2], active=True),
    seat("C", 0),
    seat("D", 1, ("left", "right")),
)
HANDS = (shown("A", 3), shown("B", 0, winner=True), shown("C", 7), shown("D", 5))


def _row(only: SquareSeat) -> SquareRowsScene:
    return SquareRowsScene(table(1), (only,))


SCENES: dict[str, Scene] = {
    "squares_first": with_spots(table(1)),
    "squares_seven": with_spots(table(7)),
    "squares_path": table(25),
    "squares_long": with_spots(table(40, 5)),
    "squares_hand": hand(7),
    "squares_rows": SquareRowsScene(table(12), FOUR),
    "squares_round": SquareRowsScene(replace(table(18), ends=(), close=True), HANDS, shown=True),
}
HEIGHTS = (0.2, 1.45)
MORE_SCENES: dict[str, Scene] = {
    "empty": SquaresScene(),
    "close": replace(table(7), close=True),
    "close_and_empty": SquaresScene(close=True),
    "whole_set": table(48),
    "whole_set_lettered": with_spots(table(48)),
    "straight_lettered": with_spots(on_table([(n, 0) for n in range(48)])),
    "upright_lettered": with_spots(on_table([(0, -n) for n in range(48)])),
    "straight": on_table([(n, 0) for n in range(48)]),
    "upright": on_table([(0, -n) for n in range(48)]),
    "hand_empty": hand(0),
    "hand_waiting": hand(3, every=0),
    "hand_sixteen": hand(16),
    "hand_whole_set": hand(48),
    "rows_of_two": SquareRowsScene(table(10), TWO),
    "rows_of_nobody": SquareRowsScene(table(3), ()),
    "round_of_long_hands": SquareRowsScene(table(10), (shown("A", 16), shown("B", 20)), shown=True),
    "round_of_one_very_long_hand": SquareRowsScene(
        table(2), (shown("A", 40), shown("B", 7)), shown=True
    ),
    "rows_empty": _row(seat("B", 0, ("left",))),
    "rows_shown": _row(shown("B", 17)),
}


def test_symbols_are_told_without_colour():
    hands = [SquareHandScene((HandSquare((symbol, "1", "1", "1")),)) for symbol in SYMBOLS]
    faces = [picture(each, 400) for each in hands]
    assert all(contrast(*pair) > TELLING for pair in combinations(faces, 2))


def test_marks_are_told_without_colour():
    """The ends, the newest piece, a spot, a front, the turn, the winner and what can be played."""
    plain = SquaresScene(table(7).pieces)
    spot = replace(plain, spots=with_spots(table(7)).spots)
    back = _row(seat("A", 5))
    pairs: list[tuple[Scene, Scene]] = [
        (plain, replace(plain, ends=(6,))),
        (plain, replace(plain, newest=6)),
        (plain, spot),
        (back, _row(seat("A", 5, ("left",)))),
        (back, _row(seat("A", 5, active=True))),
        (back, _row(seat("A", 5, winner=True))),
        (back, _row(seat("A", 5, up=[2]))),
        (hand(3, every=0), hand(3, every=3)),
    ]
    for one, other in pairs:
        assert_told_apart(one, other)


@pytest.mark.parametrize("unit", [20, 75])
@pytest.mark.parametrize("symbol", [each for each in SYMBOLS if each not in {"", "★"}])
def test_the_brass_of_an_end_covers_no_numeral_and_no_sign(symbol, unit):
    face, end = (
        square(DEFAULT_THEME, unit, (symbol,) * 4, end=end).picture.tobytes()
        for end in (False, True)
    )
    ink = palette_of(DEFAULT_THEME).nearest(
        DEFAULT_THEME.pips[int(symbol)] if symbol.isdigit() else DEFAULT_THEME.back
    )
    at = [n for n, index in enumerate(face) if index == ink]
    assert at
    assert all(end[n] == ink for n in at)


def test_every_letter_of_a_place_differs_from_every_other_on_a_phone():
    scene = table(3)
    cell = next(c for c in around(laid(scene)[scene.ends[0]]) if c not in laid(scene))
    ways = (replace(scene, spots=(SquareSpot(*cell, each),)) for each in PLACE_LETTERS)
    pictures = [picture(each, 400) for each in ways]
    assert all(contrast(*pair) > TELLING for pair in combinations(pictures, 2))


@pytest.mark.parametrize("width", [160, 1333])
def test_neighbours_touch_in_the_picture_too(width):
    """In every frame the pieces of a row cover it without a gap in which felt shows."""
    for count in (3, 10, 20):
        path = [(n, 0) for n in range(count)]
        image = picture(on_table(path), width).convert("RGB")
        placed = lay_out_squares(on_table(path))
        unit = int(width // placed.width)
        left = (width - unit * placed.width) / 2
        y = round(unit * (placed.box(0, 0).y + 0.5))
        first, last = (round(left + unit * placed.box(n, 0).x) for n in (0, count - 1))
        row = image.crop((first + 1, y, last + SIDE * unit - 1, y + 1))
        assert bytes(DEFAULT_THEME.felt) not in colours(row)


@pytest.mark.parametrize(
    ("counts", "least"), [((13, 7), 21), ((7, 9, 7), 21), ((9, 9, 9, 9), 17), ((8, 8, 8, 10), 17)]
)
def test_pieces_that_are_face_up_are_large(counts, least):
    """On a phone, each of the four squares is so many of 400 pixels wide."""
    rows = tuple(shown("ABCD"[n], count) for n, count in enumerate(counts))
    placed = place_seats(rows, TALLEST_SHOWN, shown=True)
    assert 400 / placed.width >= least
    assert placed.height * least <= 400 * TALLEST_SHOWN


def test_a_piece_that_lies_face_down_is_nothing_but_that():
    """The scene has no room for what is under it, and it looks like all others."""
    names = [field.name for field in fields(SquareSeat)]
    assert names == ["seat", "pieces", "active", "winner", "fronts", "room"]
    piece, _ = get_args(get_type_hints(SquareSeat)["pieces"])
    assert type(None) in get_args(piece)
    assert len(get_args(piece)) == 2
    image = picture(_row(seat("A", 5)), 400)
    placed = place_seats((seat("A", 5),), TALLEST)
    unit = int(min(400 / placed.width, 400 / LARGEST, TALLEST * 400 / placed.height))
    left, top = (400 - unit * placed.width) / 2, image.height - round(placed.height * unit)
    boxes = placed.rows[0].pieces
    corners = [(round(left + box.x * unit), round(top + box.y * unit)) for box in boxes]
    backs = {image.crop((x, y, x + 2 * unit, y + 2 * unit)).tobytes() for x, y in corners}
    assert len(backs) <= 2  # rounding to pixels may cut off one of two columns
