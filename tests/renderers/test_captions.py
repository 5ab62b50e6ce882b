"""Captions of films: every sign is told apart, the longest fit, and the picture is below them."""

from itertools import combinations

import pytest
from PIL import Image

from renderers.animation import Frame, animated_gif
from renderers.captions import captioned
from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import pixels
from renderers.scene.bones import LineScene
from renderers.scene.captions import BoneSign, Caption, EndSign, Glyph, SeatSign, Sign, SquareSign
from tests.renderers.pictures import TELLING, assert_looks_golden, contrast
from tests.renderers.test_animation import shown

PLAY = (SeatSign("A"), BoneSign(6, 4), EndSign("E", 4), "+15")
WIN = (Glyph.WON, SeatSign("A"), "+23", Glyph.WON, SeatSign("C"), "+23")
MOST = (SeatSign("B"), BoneSign(6, 6), Glyph.TO, "N13 N14", "+10")
LONGEST = MOST + tuple(sign for seat in "ACDEF" for sign in (SeatSign(seat), "+3")) + WIN
EACH: tuple[Sign, ...] = (
    *Glyph,
    SeatSign("A"),
    BoneSign(6, 4),
    SquareSign(("1", "2", "3", "4")),
    EndSign("", 4),
    EndSign("E", 4),
    "+15",
)


def drawn(*signs: Sign, width: int = 400, moves: int = 48) -> Image.Image:
    felt = Image.new("L", (width, 10))
    picture = captioned(Caption(signs, 12, moves), felt, DEFAULT_THEME)
    picture.putpalette(palette_of(DEFAULT_THEME).rgb)
    return picture.convert("RGB")


@pytest.mark.parametrize("name", ["play", "win", "longest"])
def test_it_looks_as_it_was_approved(name):
    signs = {"play": PLAY, "win": PLAY[:3] + WIN, "longest": LONGEST}
    assert_looks_golden(f"caption_{name}", drawn(*signs[name], width=600))


def test_signs_are_told_apart_without_colour_on_a_phone():
    pictures = [drawn(SeatSign("A"), sign) for sign in EACH]
    assert all(contrast(*pair) > TELLING for pair in combinations(pictures, 2))


@pytest.mark.parametrize("width", [160, 600])
def test_the_longest_caption_leaves_the_count_of_moves_alone(width):
    none, full = drawn(width=width, moves=1511), drawn(*LONGEST, width=width, moves=1511)
    count = (width - width // 7, 0, width, none.height)
    assert none.size == full.size
    assert none.crop(count).tobytes() == full.crop(count).tobytes()


def test_a_film_has_the_caption_of_every_step_above_its_picture():
    scene, captions = LineScene(), (Caption((Glyph.DEALT,), 0, 2), Caption(PLAY, 1, 2))
    film = shown(animated_gif([Frame(scene, 0.5, caption=each) for each in captions], width=200))
    plain = pixels(scene, 200)
    for (rgb, _), caption in zip(film, captions, strict=True):
        picture = captioned(caption, plain, DEFAULT_THEME)
        picture.putpalette(palette_of(DEFAULT_THEME).rgb)
        assert rgb == picture.convert("RGB").tobytes()
