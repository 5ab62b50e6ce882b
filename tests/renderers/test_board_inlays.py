"""The flat colours of a board: how they are packed, and that its signs stay readable."""

from random import Random

import pytest
from PIL import Image

from renderers.board import ornaments
from renderers.board.board import board_bone
from renderers.board.inlays import Packed, ink, inks, paired, single
from renderers.ink.sprites import pip_grid
from renderers.ink.themes import DEFAULT_THEME
from tests.renderers.pictures import count_spots

UNIT = 64  # the side of a square at 1200 pixels


def test_there_are_sixteen_inks():
    assert len(set(inks(DEFAULT_THEME))) == 16
    assert [ink(DEFAULT_THEME, colour) for colour in inks(DEFAULT_THEME)] == list(range(16))


@pytest.mark.parametrize("width", [1, 2, 7, 8])
def test_pixels_are_packed_and_unpacked(width):
    rng = Random(width)
    inked = Image.frombytes("L", (width, 5), bytes(rng.randrange(16) for _ in range(5 * width)))
    assert single(paired(inked), width, range(16)).tobytes() == inked.tobytes()
    assert Packed.of(DEFAULT_THEME, inked).indices(range(16)).tobytes() == inked.tobytes()


@pytest.mark.parametrize("share", [0.44, 0.54])
@pytest.mark.parametrize(("text", "areas"), [("0", 2), ("1", 1), ("2", 1), ("3", 1), ("5", 1)])
def test_numerals_stay_open(text, areas, share):
    """A 5 whose lower half closes would look like a 6."""
    mask = Image.new("L", (2 * UNIT, 2 * UNIT), 255)
    theme = DEFAULT_THEME
    sign = ornaments.text(theme, text, share * UNIT, theme.letter_ink, theme.felt)
    felt = ink(theme, theme.felt)
    mask.paste(single(sign.pairs, sign.width, [255 * (n == felt) for n in range(16)]), (8, 8))
    assert count_spots(mask) == areas


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("unit", [20, UNIT])
def test_pips_of_a_board_can_be_counted(pips, upright, unit):
    face = board_bone(DEFAULT_THEME, unit, 0, pips, upright=upright)
    colour = ink(DEFAULT_THEME, DEFAULT_THEME.pips[pips])
    spots = single(face.pairs, face.width, [255 * (n == colour) for n in range(16)])
    assert count_spots(spots) == pips == len(pip_grid(pips, upright))
