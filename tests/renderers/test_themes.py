"""Every felt with every set of bones: all that is to be read or seen has enough contrast.

The ratios are those of WCAG 2.2: 4.5 : 1 for text, 3 : 1 for marks.
"""

from collections.abc import Iterable
from operator import attrgetter

import pytest

from renderers.board.inlays import inks
from renderers.ink.palette import dim, hollow, palette_of
from renderers.ink.themes import (
    BONE_SETS,
    DEFAULT_THEME,
    FELTS,
    MOST_THEMES,
    Rgb,
    Theme,
    double_twelve,
    theme_of,
)
from renderers.paint import render
from renderers.scene.bones import Scene
from tests.renderers import test_board, test_render, test_scores, test_tree_pictures
from tests.renderers.lines import line

TEXT, MARK = 4.5, 3
ALL = [theme_of(felt, bones) for felt in FELTS for bones in BONE_SETS]
NAMES = [f"{felt}-{bones}" for felt in FELTS for bones in BONE_SETS]
in_every_theme = pytest.mark.parametrize("theme", ALL, ids=NAMES)


def luminance(colour: Rgb) -> float:
    """Return WCAG's relative luminance, 0 to 1."""
    red, green, blue = (
        share / 12.92 if (share := level / 255) <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for level in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return WCAG's contrast ratio, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast((0, 0, 0), (255, 255, 255)) == 21
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


READ = (
    *("felt_ink felt", "letter_ink letter", "flag_ink flag", "black_ink black"),
    *("ivory_shade back", "ivory back"),
)
"""The colours of text, each with the colour of its ground."""
SEEN = (
    *("ring felt", "ring letter", "flag felt", "flag letter", "outline felt"),
    *("brass back", "brass_dark wild"),
)
"""The same of rings and marks."""


def least_contrast(theme: Theme, pairs: Iterable[str]) -> float:
    colours = (attrgetter(*pair.split())(theme) for pair in pairs)
    return min(contrast(ink, ground) for ink, ground in colours)


@in_every_theme
def test_text_can_be_read_and_marks_can_be_seen(theme: Theme):
    assert least_contrast(theme, READ) >= TEXT
    assert contrast(theme.felt_ink, hollow(theme)) >= TEXT
    assert least_contrast(theme, SEEN) >= MARK


@in_every_theme
def test_pips_can_be_counted(theme: Theme):
    pips = double_twelve(theme).pips
    assert (len(theme.pips), len(pips)) == (10, 13)
    assert min(contrast(pip, theme.ivory) for pip in pips) >= TEXT
    assert min(contrast(dim(pip, theme), dim(theme.ivory, theme)) for pip in pips) >= MARK


@in_every_theme
def test_what_the_rules_call_black_is_black(theme: Theme):
    assert luminance(theme.black) < 0.02
    assert max(contrast(each, theme.ivory) for each in (theme.black, theme.black_edge)) >= MARK


@in_every_theme
def test_bones_stand_out_from_the_felt(theme: Theme):
    for shades in ((theme.ivory, theme.ivory_edge), (theme.back, theme.ivory_shade)):
        assert max(contrast(shade, theme.felt) for shade in shades) >= MARK


@in_every_theme
def test_the_palettes_hold_every_colour(theme: Theme):
    assert len(palette_of(double_twelve(theme)).rgb) <= 3 * 256
    assert len(inks(theme)) == 16


@pytest.mark.parametrize("bones", BONE_SETS.values(), ids=list(BONE_SETS))
def test_numbers_have_colours_of_their_own(bones):
    pips = (*bones.pips, *bones.high_pips)
    assert len(set(pips)) == len(pips)


def test_one_felt_and_one_set_of_bones_are_of_high_contrast():
    theme = theme_of("contrast", "contrast")
    marks = ("flag felt", "ring felt", "outline felt", "ivory felt")
    assert min(contrast(pip, theme.ivory) for pip in double_twelve(theme).pips) >= 7
    assert least_contrast(theme, (*READ[:3], *marks)) >= 7


def test_there_are_five_felts_and_five_sets_of_bones():
    assert len(FELTS) == len(BONE_SETS) == 5
    assert len({id(each) for each in ALL}) == MOST_THEMES == 25


def test_an_unknown_id_is_the_default():
    assert theme_of(None, None) is theme_of("gone", "gone") is DEFAULT_THEME
    assert theme_of("gone", "ebony") is theme_of(None, "ebony")


@pytest.mark.parametrize(
    ("scene", "most"),
    [
        (line(28), 23_000),
        (test_render.hand_and_table(1), 30_000),
        (test_tree_pictures.tree("lucky", 24), 30_000),
    ],
    ids=["line", "hand and table", "tree"],
)
def test_pictures_are_as_small_in_every_theme(scene, most):
    assert all(len(render(scene, theme=theme)) <= most for theme in ALL)


@pytest.mark.parametrize(
    "scene", [line(3), test_board.SCENES["board_first"]], ids=["line", "board"]
)
def test_each_theme_has_a_picture_of_its_own(scene: Scene):
    drawn = [render(scene, width=160, theme=theme) for theme in ALL]
    assert len(set(drawn)) == MOST_THEMES
    again = [render(scene, width=160, theme=theme) for theme in reversed(ALL)]
    assert drawn == again[::-1], "what one theme draws changes nothing in another"


def test_scores_look_the_same_in_every_theme():
    scene = test_scores.SCENES["ranking"]
    assert render(scene, width=400, theme=ALL[-1]) == render(scene, width=400)
