"""The flat colours of a board: how they are packed, and that its signs can still be read."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image, ImageDraw

from benchmarks.boards import crowded
from renderers import ornaments, render
from renderers.inlays import Inlay, blank, ink, inks, inlay, paired, single
from renderers.packed import Packed
from renderers.plaques import bone
from renderers.sprites import pip_grid
from renderers.theme import FELT

UNIT = 64
"""The side of a square at 1200 pixels."""


def bare(width: int, height: int = 8) -> Packed:
    return Packed.of(FELT, Image.new("L", (width, height), ink(FELT, FELT.felt)))


def read(canvas: Packed) -> Image.Image:
    return Image.open(io.BytesIO(canvas.png()), formats=["PNG"]).convert("RGB")


def dot() -> Inlay:
    """Three pixels wide, of which the middle one is free."""
    large, _ = blank(3, 1)
    large.paste(FELT.flag, (0, 0, 3, 3))
    large.paste(FELT.brass, (6, 0, 9, 3))
    return inlay(large, FELT)


def pixels(sign: Inlay) -> Image.Image:
    """White where a sign leaves free what lies under it."""
    assert sign.keep is not None
    size = sign.pairs.size
    kept = Image.frombytes("L", size, sign.keep.to_bytes(size[0] * size[1]))
    return single(kept, sign.width, [0] + [255] * 15)


def count_spots(mask: Image.Image) -> int:
    """How many separate areas are white."""
    spots = 0
    while (place := mask.tobytes().find(255)) >= 0:
        ImageDraw.floodfill(mask, (place % mask.width, place // mask.width), 0)
        spots += 1
    return spots


def test_there_are_sixteen_inks():
    assert len(set(inks(FELT))) == 16
    assert [ink(FELT, colour) for colour in inks(FELT)] == list(range(16))


@pytest.mark.parametrize("width", [1, 2, 7, 8])
def test_pixels_are_packed_and_unpacked(width):
    rng = Random(width)
    inked = Image.frombytes("L", (width, 5), bytes(rng.randrange(16) for _ in range(5 * width)))
    assert single(paired(inked), width, range(16)).tobytes() == inked.tobytes()
    assert Packed.of(FELT, inked).indices(range(16)).tobytes() == inked.tobytes()


@pytest.mark.parametrize("width", [9, 10])
def test_a_png_shows_what_was_drawn(width):
    canvas = bare(width)
    canvas.fill((2, 1, 6, 3), FELT.ivory)
    found = read(canvas)
    assert found.size == (width, 8)
    for x in range(width):
        for y in range(8):
            inside = 2 <= x < 6 and 1 <= y < 3
            assert found.getpixel((x, y)) == (FELT.ivory if inside else FELT.felt)


def test_a_sign_leaves_what_it_does_not_cover():
    canvas = bare(8)
    canvas.put(dot(), 2, 3)
    found = read(canvas)
    row = [found.getpixel((x, 3)) for x in range(8)]
    assert row == [FELT.felt] * 2 + [FELT.flag, FELT.felt, FELT.brass] + [FELT.felt] * 3
    assert {found.getpixel((x, 2)) for x in range(8)} == {FELT.felt}


def test_a_copy_is_drawn_on_alone():
    canvas = bare(8)
    before = canvas.png()
    canvas.copy().put(dot(), 2, 3)
    assert canvas.png() == before


@pytest.mark.parametrize("share", [0.44, 0.54])
@pytest.mark.parametrize(("text", "areas"), [("0", 2), ("1", 1), ("2", 1), ("3", 1), ("5", 1)])
def test_numerals_stay_open(text, areas, share):
    """A 5 whose lower half closes would look like a 6."""
    mask = Image.new("L", (2 * UNIT, 2 * UNIT), 255)
    mask.paste(pixels(ornaments.name(FELT, text, share * UNIT, FELT.letter_ink)), (8, 8))
    assert count_spots(mask) == areas


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("unit", [20, UNIT])
def test_pips_of_a_board_can_be_counted(pips, upright, unit):
    face = bone(FELT, unit, 0, pips, upright=upright)
    colour = ink(FELT, FELT.pips[pips])
    spots = single(face.pairs, face.width, [255 * (n == colour) for n in range(16)])
    assert count_spots(spots) == pips == len(pip_grid(pips, upright))


def test_boards_are_small_files():
    rng = Random(1)
    sizes = sorted(len(render(crowded(rng))) for _ in range(9))
    assert sizes[len(sizes) // 2] <= 40_000
