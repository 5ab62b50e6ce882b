from random import Random
from statistics import median

import pytest

from benchmarks.boards import crowded
from renderers.paint import render
from renderers.scene.bones import LineScene, Scene
from tests.renderers import (
    test_board,
    test_chances,
    test_distribution,
    test_grid,
    test_patience,
    test_render,
    test_rows,
    test_scores,
    test_squares,
    test_trains,
    test_tree_pictures,
)
from tests.renderers.pictures import assert_golden, assert_told_apart, picture
from tests.renderers.squares import on_table, random_path

KINDS = (
    test_render,
    test_tree_pictures,
    test_rows,
    test_grid,
    test_patience,
    test_board,
    test_squares,
    test_scores,
    test_chances,
    test_distribution,
    test_trains,
)
APPROVED: dict[str, Scene] = {name: scene for kind in KINDS for name, scene in kind.SCENES.items()}
SHAPES: list[tuple[str, Scene, float, float]] = [
    (name, scene, *kind.HEIGHTS)
    for kind in KINDS
    for name, scene in {**kind.SCENES, **getattr(kind, "MORE_SCENES", {})}.items()
]
"""All scenes, each with the least and the greatest height of its picture, in widths."""


TOLD_APART = [pair for kind in KINDS for pair in getattr(kind, "TOLD_APART", ())]
"""Pairs of scenes that differ by a mark."""
LARGE = {next(iter(kind.SCENES)) for kind in KINDS}
"""One scene of every kind, drawn at an odd large width as well."""


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape[0])
def test_every_scene_is_as_wide_as_asked_and_not_too_tall(shape):
    name, scene, least, most = shape
    for width in (160, 801 if name in LARGE else 400):
        image = picture(scene, width)
        assert image.width == width
        assert least * width < image.height <= most * width


@pytest.mark.parametrize(("plain", "marked"), TOLD_APART)
def test_marks_differ_in_more_than_colour(plain, marked):
    assert_told_apart(plain, marked)


@pytest.mark.parametrize("name", APPROVED)
def test_it_looks_as_it_was_approved(name):
    assert_golden(name, APPROVED[name])


@pytest.mark.parametrize(
    ("scenes", "most"),
    [
        ([crowded(Random(seed)) for seed in range(3)], 40_000),
        ([on_table(random_path(Random(seed), 25)) for seed in range(3)], 60_000),
        ([test_rows.SCENES["rows_two"]], 30_000),
        ([test_squares.SCENES["squares_rows"]], 45_000),
        ([test_squares.SCENES["squares_hand"]], 30_000),
    ],
)
def test_pictures_are_small_files(scenes, most):
    assert median(len(render(scene)) for scene in scenes) <= most


def test_a_picture_too_narrow_to_read_is_refused():
    with pytest.raises(ValueError, match="at least 160 pixels"):
        render(LineScene(), width=159)
