"""Square pieces: how they look, and what can be seen of them."""

from __future__ import annotations

import io
from dataclasses import fields, replace
from itertools import combinations
from random import Random
from statistics import median
from typing import get_args, get_type_hints

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import (
    HandSquare,
    Scene,
    SquareHandScene,
    SquareRowScene,
    SquareRowsScene,
    SquareSeat,
    SquareSpot,
    SquaresScene,
    render,
)
from renderers.palette import palette_of
from renderers.squares_frame import SIDE, lay_out_squares
from renderers.squares_racks import place_seat
from renderers.squares_sprites import square
from renderers.theme import FELT
from tests.renderers.golden import assert_golden
from tests.renderers.squares import (
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
    paths = [random_path(Random(seed), 25) for seed in range(12)]
    assert median(len(render(on_table(path))) for path in paths) <= 60_000
    assert len(render(SCENES["squares_rows"])) <= 45_000
    assert len(render(hand(7))) <= 30_000


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
