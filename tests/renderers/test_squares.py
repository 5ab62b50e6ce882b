from dataclasses import fields, replace
from itertools import pairwise
from random import Random
from statistics import mean
from typing import get_args, get_type_hints

import pytest

from renderers.geometry.lineage import BrokenScene
from renderers.geometry.places import Box
from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME
from renderers.rows.racks import Racks
from renderers.scene.bones import Scene
from renderers.scene.squares import (
    HandSquare,
    LaidSquare,
    SquareHandScene,
    SquareRowsScene,
    SquareSeat,
    SquareSpot,
    SquaresScene,
)
from renderers.squares import frame
from renderers.squares.frame import SIDE, SquaresPlacement, lay_out_squares
from renderers.squares.rows import LARGEST, TABLE, TALLEST, TALLEST_SHOWN, place_seats
from renderers.squares.sprites import square
from renderers.squares.symbols import NUMERAL
from renderers.squares.table import Panel, SquaresTable
from tests.renderers import pictures
from tests.renderers.squares import (
    PLACE_LETTERS,
    SYMBOLS,
    around,
    hand,
    laid,
    on_table,
    random_path,
    seat,
    shown,
    table,
    with_spots,
)

FRONTS = ((), ("left",), ("right",), ("left", "right"))
PATHS = [random_path(Random(seed), 25) for seed in range(120)]
few_or_all_paths = pytest.mark.parametrize("count", [12, pytest.param(120, marks=pytest.mark.deep)])


def growing(path: list[tuple[int, int]], tallest: float = 1.2) -> list[SquaresPlacement]:
    pieces = on_table(path).pieces
    counts = range(1, len(path) + 1)
    return [lay_out_squares(SquaresScene(pieces[:count]), tallest) for count in counts]


def assert_inside(placed: SquaresPlacement, cells) -> None:
    """Check that all cells are in the frame and clear of its rail, a hundredth of the width."""
    whole = Box(0, 0, placed.width, placed.height)
    rail = 0.5 + placed.width / 100
    assert all(pictures.within(placed.box(*cell), whole, rail) for cell in cells)
    assert 0.625 <= placed.height / placed.width <= 1.2


@pytest.mark.parametrize("count", [1, 2, 5, 12, 25, 36, 48])
@pytest.mark.parametrize("both", [0.5, 0.1, 0])
@pytest.mark.parametrize("seeds", [3, pytest.param(20, marks=pytest.mark.deep)])
def test_every_piece_and_every_spot_lies_in_the_frame(count, both, seeds):
    for seed in range(seeds):
        scene = with_spots(on_table(random_path(Random(seed), count, both)))
        cells = [*laid(scene), *((spot.x, spot.y) for spot in scene.spots)]
        for way in (scene, replace(scene, close=True)):
            assert_inside(lay_out_squares(way), cells)
            assert lay_out_squares(way, TABLE).height <= TABLE * lay_out_squares(way, TABLE).width


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_straight_path_of_the_whole_set_lies_in_the_frame(dx, dy):
    path = [(n * dx, n * dy) for n in range(48)]
    for placed, count in zip(growing(path), range(1, 49), strict=True):
        assert_inside(placed, path[:count])
    assert growing(path)[-1].width / SIDE < 54


def test_neighbours_lie_flush_and_no_two_pieces_overlap():
    placed = lay_out_squares(on_table(PATHS[0]))
    boxes = [placed.box(*cell) for cell in PATHS[0]]
    assert pictures.apart(*boxes)
    one, other = (placed.box(x, 3) for x in (2, 3))
    assert one.right == pytest.approx(other.x)
    assert placed.box(3, 4).y == pytest.approx(other.bottom)


@few_or_all_paths
@pytest.mark.parametrize("tallest", [1.2, TABLE])
def test_pieces_keep_their_place_while_a_path_grows(tallest, count):
    """In three steps of four nothing moves at all, and the frame never grows smaller."""
    still = 0
    for path in PATHS[:count]:
        frames = growing(path, tallest)
        still += sum(one == other for one, other in pairwise(frames))
        assert all(one.width <= other.width for one, other in pairwise(frames))
    assert still > 0.75 * count * 24


@few_or_all_paths
def test_pieces_are_as_large_as_their_path_allows(count):
    """Of 25 pieces each is, in the usual path, 28 pixels wide in a picture of 400."""
    assert lay_out_squares(table(1)).width == 10
    assert lay_out_squares(table(1)).height == 8
    widths = [lay_out_squares(on_table(path)).width / SIDE for path in PATHS[:count]]
    assert mean(400 / width for width in widths) > 28
    assert min(400 / width for width in widths) > 18


def test_where_play_goes_on_numerals_are_read_on_a_phone():
    """At both ends of any path they are 11 pixels high in a picture of 400, all places beside."""
    for count in (1, 7, 13, 25, 40):
        for path in (random_path(Random(seed), count) for seed in range(40)):
            scene = with_spots(on_table(path))
            panels = SquaresTable(scene, 1200).panels
            assert SquaresTable(scene, 1200).height <= frame.TALLEST * 1200
            for end in scene.ends:
                spots = {(spot.x, spot.y) for spot in scene.spots} & {*around(path[end])}
                assert not spots or any(
                    panel.unit * NUMERAL >= 33 and holds(panel, {path[end], *spots})
                    for panel in panels
                ), path


def holds(panel: Panel, cells: set[tuple[int, int]]) -> bool:
    corners = (panel.at(*cell) for cell in cells)
    side = SIDE * panel.unit
    return all(0 <= x <= panel.width - side and 0 <= y <= panel.height - side for x, y in corners)


def test_a_long_path_is_shown_whole_beside_its_ends_in_a_filled_frame():
    for count in (25, 40, 48):
        for path in (random_path(Random(seed), count) for seed in range(20)):
            scene = with_spots(on_table(path))
            whole, *close_ups = SquaresTable(scene, 1200).panels
            if close_ups:
                assert holds(whole, {*path, *((spot.x, spot.y) for spot in scene.spots)})
                boxes = [Box(each.left, each.top, each.width, each.height) for each in close_ups]
                assert pictures.apart(Box(whole.left, whole.top, whole.width, whole.height), *boxes)


def test_a_frame_of_letters_is_as_narrow_as_its_path_allows():
    """Where the path and its places are tall, so is the frame; little of it is bare."""
    bare = []
    for path in PATHS[:40]:
        for count in range(1, 16):
            scene = with_spots(on_table(path[:count]))
            placed = lay_out_squares(scene)
            x, y = zip(*laid(scene), *((spot.x, spot.y) for spot in scene.spots), strict=True)
            wide, high = SIDE * (max(x) + 1 - min(x)), SIDE * (max(y) + 1 - min(y))
            bare.append(1 - max(wide / placed.width, high / placed.height))
    assert mean(bare) < 0.17


def test_marks_letters_and_rings_move_nothing():
    for path in PATHS[:10]:
        scene = on_table(path)
        plain = lay_out_squares(replace(scene, ends=(), newest=None))
        assert lay_out_squares(scene) == plain
        first = with_spots(replace(scene, pieces=scene.pieces[:1], ends=(0,), newest=0))
        assert lay_out_squares(first) == lay_out_squares(replace(first, spots=()))


def test_a_path_may_begin_anywhere():
    """Only the way from piece to piece counts, not where the lattice has its middle."""
    one = lay_out_squares(on_table(PATHS[0]))
    other = lay_out_squares(on_table([(x + 70, y - 9) for x, y in PATHS[0]]))
    assert one.box(0, 0).x == pytest.approx(other.box(70, -9).x)
    assert one.box(0, 0).y == pytest.approx(other.box(70, -9).y)


def test_two_squares_in_one_place_are_refused():
    piece = LaidSquare(("1", "2", "3", "4"), 0, 0)
    for scene in (
        SquaresScene((piece, piece)),
        SquaresScene((piece,), spots=(SquareSpot(0, 0, "E"),)),
    ):
        with pytest.raises(BrokenScene):
            lay_out_squares(scene)


@pytest.fixture(scope="module", params=range(1, 5), ids="{} seats".format)
def racks(request) -> list[tuple[tuple[SquareSeat, ...], Racks]]:
    found = []
    for count in (*range(4), 9, 16, 48):
        for fronts in FRONTS:
            rows = tuple(
                seat(letter, max(0, count - n), fronts, winner=n == 0)
                for n, letter in enumerate("ABCD"[: request.param])
            )
            found.append((rows, place_seats(rows, TALLEST)))
    return found


def test_every_piece_has_a_place_of_its_own_in_a_rack_and_its_fronts_are_pointed_at(racks):
    for rows, placed in racks:
        pictures.assert_in_racks(placed, [len(row.pieces) for row in rows], 0.1)
        for row, each in zip(rows, placed.rows, strict=True):
            assert [*each.signs] == (list(row.fronts) if row.pieces else [])


def test_no_piece_moves_while_a_row_grows_shorter():
    full = place_seats((seat("A", 9), seat("B", 9)), TALLEST)
    for count in range(9):
        rows = place_seats((seat("A", count), seat("B", 9)), TALLEST)
        assert (rows.width, rows.height) == (full.width, full.height)
        assert rows.rows[0].pieces == full.rows[0].pieces[:count]


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
    "squares_hand_planned": replace(hand(7, every=0), planned=(3, None, 1, None, 2, None, 4)),
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
    pictures.assert_all_differ(pictures.picture(each, 400) for each in hands)


PLAIN, BACK = SquaresScene(table(7).pieces), _row(seat("A", 5))
TOLD_APART: list[tuple[Scene, Scene]] = [
    *((PLAIN, replace(PLAIN, ends=(6,))), (PLAIN, replace(PLAIN, newest=6))),
    (PLAIN, replace(PLAIN, spots=with_spots(table(7)).spots)),
    *((BACK, _row(seat("A", 5, ("left",)))), (BACK, _row(seat("A", 5, active=True)))),
    *((BACK, _row(seat("A", 5, winner=True))), (BACK, _row(seat("A", 5, up=[2])))),
    (hand(3, every=0), hand(3, every=3)),
    (hand(3, every=0), replace(hand(3, every=0), planned=(None, 1, None))),
]


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
    pictures.assert_all_differ(pictures.picture(each, 400) for each in ways)


@pytest.mark.parametrize("width", [160, 1333])
def test_neighbours_touch_in_the_picture_too(width):
    for count in (3, 10, 20):
        path = [(n, 0) for n in range(count)]
        image = pictures.picture(on_table(path), width).convert("RGB")
        placed = lay_out_squares(on_table(path))
        unit = int(width // placed.width)
        left = (width - unit * placed.width) / 2
        y = round(unit * (placed.box(0, 0).y + 0.5))
        first, last = (round(left + unit * placed.box(n, 0).x) for n in (0, count - 1))
        row = image.crop((first + 1, y, last + SIDE * unit - 1, y + 1))
        assert bytes(DEFAULT_THEME.felt) not in pictures.colours(row)


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
    image = pictures.picture(_row(seat("A", 5)), 400)
    placed = place_seats((seat("A", 5),), TALLEST)
    unit = int(min(400 / placed.width, 400 / LARGEST, TALLEST * 400 / placed.height))
    left, top = (400 - unit * placed.width) / 2, image.height - round(placed.height * unit)
    boxes = placed.rows[0].pieces
    corners = [(round(left + box.x * unit), round(top + box.y * unit)) for box in boxes]
    backs = {image.crop((x, y, x + 2 * unit, y + 2 * unit)).tobytes() for x, y in corners}
    assert len(backs) <= 2  # rounding to pixels may cut off one of two columns


@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize("digit", "123456")
def test_a_tag_covers_no_numeral_of_its_piece(digit, width):
    bare = SquareHandScene((HandSquare((digit,) * 4),) * 5)
    tagged, colour = replace(bare, planned=(1,) * 5), DEFAULT_THEME.pips[int(digit)]
    assert pictures.picture(bare, width).size == pictures.picture(tagged, width).size
    assert (
        pictures.amount(colour, pictures.picture(bare, width))
        == pictures.amount(colour, pictures.picture(tagged, width))
        > 0
    )
