"""Square pieces: where they lie, what can be seen of them, how they look."""

from __future__ import annotations

import io
from dataclasses import fields, replace
from itertools import combinations, pairwise
from random import Random
from statistics import mean, median
from typing import get_args, get_type_hints

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import (
    HandSquare,
    LaidSquare,
    Scene,
    SquareHandScene,
    SquareRowScene,
    SquareRowsScene,
    SquareSeat,
    SquareSpot,
    SquaresScene,
    render,
)
from renderers.lineage import BrokenScene
from renderers.palette import palette_of
from renderers.places import Box
from renderers.squares_frame import SIDE, SquaresPlacement, lay_out_squares
from renderers.squares_racks import SquareRacks, place_seat, place_seats
from renderers.squares_rows import TABLE, TALLEST
from renderers.squares_sprites import square
from renderers.squares_symbols import lines_of
from renderers.theme import FELT
from tests.renderers.golden import assert_golden
from tests.renderers.squares import SYMBOLS, around, on_table, openings, random_path, symbols

FRONTS = ((), ("left",), ("right",), ("left", "right"))
PATHS = [random_path(Random(seed), 25) for seed in range(60)]


def table(count: int, seed: int = 4) -> SquaresScene:
    return on_table(random_path(Random(seed), count))


def with_spots(scene: SquaresScene) -> SquaresScene:
    """The scene with every opening lettered, in one to four ways."""
    path = [(piece.x, piece.y) for piece in scene.pieces]
    cells = dict.fromkeys(cell for end in scene.ends for cell in openings(path, path[end]))
    labels = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    spots = (
        SquareSpot(*cell, tuple(next(labels) for _ in range(n % 4 + 1)))
        for n, cell in enumerate(cells)
    )
    return replace(scene, spots=tuple(spots))


def hand(count: int, every: int = 3) -> SquareHandScene:
    rng = Random(2)
    return SquareHandScene(
        tuple(HandSquare(symbols(rng), bool(every) and n % every == 0) for n in range(count))
    )


def seat(letter: str, count: int, fronts=(), *, up=(), active=False, winner=False) -> SquareSeat:
    """A row of `count` pieces of which those at the places `up` lie face up."""
    rng = Random(letter)
    pieces = tuple(symbols(rng) if n in up else None for n in range(count))
    return SquareSeat(letter, pieces, active, winner, fronts)


def shown(letter: str, count: int, *, winner=False) -> SquareSeat:
    return seat(letter, count, up=range(count), winner=winner)


TWO = (seat("A", 9, ("left",), active=True), seat("B", 7, ("left",), up=[6]))
FOUR = (
    seat("A", 9, ("left",)),
    seat("B", 5, ("left", "right"), up=[2], active=True),
    seat("C", 0),
    seat("D", 1, ("left", "right")),
)
HANDS = (shown("A", 3), shown("B", 0, winner=True), shown("C", 7), shown("D", 5))
SCENES: dict[str, Scene] = {
    "squares_first": with_spots(table(1)),
    "squares_seven": with_spots(table(7)),
    "squares_path": table(25),
    "squares_hand": hand(7),
    "squares_rows": SquareRowsScene(table(12), FOUR),
    "squares_round": SquareRowsScene(replace(table(18), ends=(), close=True), HANDS),
    "squares_row": SquareRowScene(seat("A", 9, ("left", "right"), up=[7], active=True)),
}
MORE_SCENES: dict[str, Scene] = {
    "empty": SquaresScene(),
    "close": replace(table(7), close=True),
    "close_and_empty": SquaresScene(close=True),
    "whole_set": table(48),
    "straight": on_table([(n, 0) for n in range(48)]),
    "upright": on_table([(0, -n) for n in range(48)]),
    "hand_empty": hand(0),
    "hand_waiting": hand(3, every=0),
    "hand_sixteen": hand(16),
    "hand_whole_set": hand(48),
    "rows_of_two": SquareRowsScene(table(10), TWO),
    "rows_of_nobody": SquareRowsScene(table(3), ()),
    "round_of_long_hands": SquareRowsScene(table(10), (shown("A", 16), shown("B", 20))),
    "round_of_one_very_long_hand": SquareRowsScene(table(2), (shown("A", 40), shown("B", 7))),
    "row_empty": SquareRowScene(seat("B", 0, ("left",))),
    "row_shown": SquareRowScene(shown("B", 17)),
}


def laid(scene: SquaresScene) -> list[tuple[int, int]]:
    return [(piece.x, piece.y) for piece in scene.pieces]


def growing(path: list[tuple[int, int]], tallest: float = 1.2) -> list[SquaresPlacement]:
    """The frame after every piece of a path."""
    pieces = on_table(path).pieces
    return [
        lay_out_squares(SquaresScene(pieces[:count]), tallest) for count in range(1, len(path) + 1)
    ]


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 1e-9
        or other.right <= one.x + 1e-9
        or one.bottom <= other.y + 1e-9
        or other.bottom <= one.y + 1e-9
    )


def within(inner: Box, outer: Box, margin: float = 0) -> bool:
    return (
        outer.x + margin <= inner.x + 1e-9
        and outer.y + margin <= inner.y + 1e-9
        and inner.right <= outer.right - margin + 1e-9
        and inner.bottom <= outer.bottom - margin + 1e-9
    )


def assert_inside(placed: SquaresPlacement, cells) -> None:
    """All cells lie in the frame and clear of its rail, a hundredth of the width."""
    frame = Box(0, 0, placed.width, placed.height)
    assert all(within(placed.box(*cell), frame, 0.5 + placed.width / 100) for cell in cells)
    assert 0.625 <= placed.height / placed.width <= 1.2


@pytest.mark.parametrize("count", [1, 2, 5, 12, 25, 36, 48])
@pytest.mark.parametrize("both", [0.5, 0.1, 0])
def test_every_piece_and_every_spot_lies_in_the_frame(count, both):
    for seed in range(20):
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
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    one, other = (placed.box(x, 3) for x in (2, 3))
    assert one.right == pytest.approx(other.x)
    assert placed.box(3, 4).y == pytest.approx(other.bottom)


@pytest.mark.parametrize("width", [160, 400, 1200, 1333])
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
        assert bytes(FELT.felt) not in pixels(row)


@pytest.mark.parametrize("tallest", [1.2, TABLE])
def test_pieces_keep_their_place_while_a_path_grows(tallest):
    """In three steps of four nothing moves at all, and the frame never grows smaller."""
    still = 0
    for path in PATHS:
        frames = growing(path, tallest)
        still += sum(one == other for one, other in pairwise(frames))
        assert all(one.width <= other.width for one, other in pairwise(frames))
    assert still > 0.75 * len(PATHS) * 24


def test_pieces_are_as_large_as_their_path_allows():
    """Of 25 pieces each is, in the usual path, 28 pixels wide in a picture of 400."""
    assert lay_out_squares(table(1)).width == 12
    assert lay_out_squares(table(1)).height == 9
    widths = [lay_out_squares(on_table(path)).width / SIDE for path in PATHS]
    assert mean(400 / width for width in widths) > 28
    assert min(400 / width for width in widths) > 18


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
        SquaresScene((piece,), spots=(SquareSpot(0, 0, ("A",)),)),
    ):
        with pytest.raises(BrokenScene):
            lay_out_squares(scene)


@pytest.fixture(params=range(1, 5), ids="{} seats".format)
def racks(request) -> list[tuple[tuple[SquareSeat, ...], SquareRacks]]:
    """Rows of every length for so many seats, with every front, and the owner's row alone."""
    found = []
    for count in (*range(10), 16, 27, 48):
        for fronts in FRONTS:
            rows = tuple(
                seat(letter, max(0, count - n), fronts, winner=n == 0)
                for n, letter in enumerate("ABCD"[: request.param])
            )
            found += [(rows, place_seats(rows, TALLEST)), (rows[:1], place_seat(rows[0]))]
    return found


def test_every_piece_has_a_place_of_its_own_in_a_rack(racks):
    for rows, placed in racks:
        frame = Box(0, 0, placed.width, placed.height)
        assert [len(each.pieces) for each in placed.rows] == [len(row.pieces) for row in rows]
        for each in placed.rows:
            inside = [*each.pieces, *each.signs, *filter(None, [each.holder])]
            assert all(any(within(box, rack) for rack in each.racks) for box in inside)
            assert all(apart(one, other) for one, other in combinations(inside, 2))
        solid = [box for each in placed.rows for box in (each.letter, *each.racks)]
        solid += [each.crown for each in placed.rows if each.crown is not None]
        assert all(within(box, frame) for box in solid)
        assert all(apart(one, other) for one, other in combinations(solid, 2))


def test_pieces_read_from_left_to_right(racks):
    for _, placed in racks:
        for each in placed.rows:
            lines = [[box for box in each.pieces if within(box, rack)] for rack in each.racks]
            assert each.pieces == tuple(box for line in lines for box in line)
            assert all(line == sorted(line, key=lambda box: box.x) for line in lines)


def test_the_fronts_are_raised_and_pointed_at(racks):
    for rows, placed in racks:
        for row, each in zip(rows, placed.rows, strict=True):
            assert len(each.signs) == (len(row.fronts) if row.pieces else 0)
            for front, sign in zip(row.fronts, each.signs, strict=False):
                piece = each.pieces[0 if front == "left" else -1]
                assert sign.y + sign.height / 2 == pytest.approx(piece.y + piece.height / 2)
                gap = piece.x - sign.right if front == "left" else sign.x - piece.right
                assert 0 < gap < 0.1


def test_no_piece_moves_while_a_row_grows_shorter():
    full = place_seats((seat("A", 9), seat("B", 9)), TALLEST)
    for count in range(9):
        rows = place_seats((seat("A", count), seat("B", 9)), TALLEST)
        assert (rows.width, rows.height) == (full.width, full.height)
        assert rows.rows[0].pieces == full.rows[0].pieces[:count]


def test_a_piece_that_lies_face_down_is_nothing_but_that():
    """The scene has no room for what is under it, and it looks like all others."""
    names = [field.name for field in fields(SquareSeat)]
    assert names == ["seat", "pieces", "active", "winner", "fronts"]
    piece, _ = get_args(get_type_hints(SquareSeat)["pieces"])
    assert type(None) in get_args(piece)
    assert len(get_args(piece)) == 2
    image = picture(SquareRowScene(seat("A", 5)))
    placed = place_seat(seat("A", 5))
    unit = int(1200 / placed.width)
    left = (1200 - unit * placed.width) / 2
    corners = [(round(left + box.x * unit), round(box.y * unit)) for box in placed.rows[0].pieces]
    backs = {image.crop((x, y, x + 2 * unit, y + 2 * unit)).tobytes() for x, y in corners}
    assert len(backs) <= 2  # rounding to pixels may cut off one of two columns


def picture(scene: Scene, width: int = 1200) -> Image.Image:
    return Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])


def pixels(image: Image.Image) -> set[bytes]:
    data = image.tobytes()
    return {data[at : at + 3] for at in range(0, len(data), 3)}


@pytest.mark.parametrize("width", [160, 400, 1200, 1333])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_every_scene_is_as_wide_as_asked_and_not_too_tall(name, width):
    image = picture((SCENES | MORE_SCENES)[name], width)
    image.load()
    assert image.width == width
    assert width / 5 < image.height <= 1.26 * width


@pytest.mark.parametrize("name", SCENES)
def test_same_scene_same_bytes(name):
    scene = SCENES[name]
    first = render(scene)
    square.cache_clear()
    assert render(replace(scene)) == first


@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name):
    assert_golden(name, SCENES[name])


def brightest(one: Image.Image, other: Image.Image) -> float:
    """The greatest difference in brightness between two pictures, of 255."""
    greys = [each.convert("L") for each in (one, other)]
    assert greys[0].size == greys[1].size
    return ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1]


@pytest.mark.parametrize("width", [400, 1200])
def test_symbols_are_told_without_colour(width):
    for one, other in combinations(SYMBOLS, 2):
        faces = [
            picture(SquareHandScene((HandSquare((symbol, "1", "1", "1")),)), width)
            for symbol in (one, other)
        ]
        assert brightest(*faces) > 60


@pytest.mark.parametrize("width", [400, 1200])
def test_marks_are_told_without_colour(width):
    """The ends, the newest piece, a spot, a front, the turn, the winner and what can be played."""
    plain = SquaresScene(table(7).pieces)
    spot = replace(plain, spots=with_spots(table(7)).spots)
    back = SquareRowScene(seat("A", 5))
    pairs: list[tuple[Scene, Scene]] = [
        (plain, replace(plain, ends=(6,))),
        (plain, replace(plain, newest=6)),
        (plain, spot),
        (back, SquareRowScene(seat("A", 5, ("left",)))),
        (back, SquareRowScene(seat("A", 5, active=True))),
        (back, SquareRowScene(seat("A", 5, winner=True))),
        (back, SquareRowScene(seat("A", 5, up=[2]))),
        (hand(3, every=0), hand(3, every=3)),
    ]
    for one, other in pairs:
        assert brightest(*(picture(each, width) for each in (one, other))) > 60


def test_symbols_stand_upright_whichever_way_the_piece_lies():
    """A piece turned by a quarter has the same symbols, each as it was, one square on."""
    unit = 40
    one, turned = (
        square(FELT, unit, symbols) for symbols in (("1", "*", "SKIP", ""), ("", "1", "*", "SKIP"))
    )
    pad = one.bleed
    corners = [(0, 0), (unit, 0), (unit, unit), (0, unit)]
    for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True):
        # Within the square, clear of the rim of the piece and of the pin in its middle.
        here, there = (
            face.picture.crop((pad + a + 9, pad + b + 9, pad + a + 31, pad + b + 31))
            for face, a, b in ((one, x, y), (turned, u, v))
        )
        assert here.tobytes() == there.tobytes()


@pytest.mark.parametrize("unit", [20, 45, 75])
@pytest.mark.parametrize("symbol", [each for each in SYMBOLS if each not in {"", "*"}])
def test_the_brass_of_an_end_covers_no_numeral_and_no_word(symbol, unit):
    face, end = (
        square(FELT, unit, (symbol, symbol, symbol, symbol), end=end).picture
        for end in (False, True)
    )
    ink = palette_of(FELT).nearest(FELT.pips[int(symbol)] if symbol.isdigit() else FELT.back)
    at = [n for n, index in enumerate(face.tobytes()) if index == ink]
    assert at
    assert all(end.tobytes()[n] == ink for n in at)


def test_words_take_two_lines_of_like_length():
    assert lines_of("SKIP") == ("SKIP",)
    assert lines_of("GIVE 1") == ("GIVE", "1")
    assert lines_of("PLAY AGAIN") == ("PLAY", "AGAIN")
    assert lines_of("ALL PASS 1") == ("ALL", "PASS 1")


def test_openings_have_room_for_the_letters_of_two_signs():
    """Labels of two letters are drawn as well, and differ."""
    scene = table(3)
    cell = next(c for c in around(laid(scene)[scene.ends[0]]) if c not in laid(scene))
    one, other = (
        picture(replace(scene, spots=(SquareSpot(*cell, labels),)))
        for labels in (("AA", "AB"), ("AA", "AC"))
    )
    assert brightest(one, other) > 60


def test_pictures_are_small_files():
    assert median(len(render(on_table(path))) for path in PATHS[:12]) <= 60_000
    assert len(render(SCENES["squares_rows"])) <= 45_000
    assert len(render(hand(7))) <= 30_000
