"""Bones in a grid, face down or turned over: where they lie, and what can be seen of them."""

from __future__ import annotations

import io
from dataclasses import fields, replace
from itertools import combinations
from typing import get_args, get_type_hints

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import GridScene, GridTile, Scene, render
from renderers.cells import place_cells
from renderers.places import Box
from tests.renderers.golden import assert_golden

SHAPES = [(7, 28), (8, 55), (8, 56), (1, 1), (3, 30), (10, 91), (7, 10), (4, 0)]
"""Columns, and bones."""


def grid(columns, count, up=(), gone=(), *, ringed=True) -> GridScene:
    """A grid; `up` holds the places and the faces of what is turned over."""
    faces = dict(up)
    tiles = (
        None if n in gone else GridTile(faces.get(n), ringed and n in faces) for n in range(count)
    )
    return GridScene(columns, tuple(tiles))


SCENES: dict[str, Scene] = {
    "grid_double_six": grid(7, 28, [(9, (6, 4)), (20, (3, 0))], gone=(0, 5, 6, 13)),
    "grid_double_nine": grid(8, 55, [(30, (9, 8))], gone=(3, 4, 50)),
}
MORE_SCENES: dict[str, Scene] = {
    "grid_at_the_start": grid(7, 28),
    "grid_all_gone": grid(7, 28, gone=range(28)),
    "grid_all_up": grid(7, 28, [(n, (n % 7, 0)) for n in range(28)], ringed=False),
}


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 1e-9
        or other.right <= one.x + 1e-9
        or one.bottom <= other.y + 1e-9
        or other.bottom <= one.y + 1e-9
    )


@pytest.mark.parametrize(("columns", "count"), SHAPES)
def test_every_bone_has_a_place_of_its_own(columns, count):
    cells = place_cells(columns, count, 1200)
    boxes = [*cells.bones, *cells.columns, *cells.rows]
    assert len(cells.bones) == count
    assert len(cells.columns) == columns
    assert all(box.x >= 0 and box.y >= 0 for box in boxes)
    assert all(box.right <= cells.width and box.bottom <= cells.height for box in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize(("columns", "count"), SHAPES)
def test_names_stand_over_their_column_and_beside_their_row(columns, count):
    cells = place_cells(columns, count, 1200)
    for n, bone in enumerate(cells.bones):
        column, row = cells.columns[n % columns], cells.rows[n // columns]
        assert (column.x, column.width) == (bone.x, bone.width)
        assert (row.y, row.height) == (bone.y, bone.height)
        assert column.bottom <= cells.bones[0].y
        assert row.right <= cells.bones[0].x


@pytest.mark.parametrize(("columns", "count"), SHAPES)
def test_bones_lie_as_leaves_them_larger(columns, count):
    wide = place_cells(columns, count, 1200)
    assert wide.unit(1200) >= 1200 // (1.3 * columns + 3) // 2
    assert place_cells(1, 20, 1200).upright is False
    assert place_cells(20, 20, 1200).upright is True


def test_a_bone_that_lies_face_down_is_nothing_but_that():
    """The scene has no room for what is under it, and the picture none for where it came from."""
    assert [field.name for field in fields(GridTile)] == ["face", "ringed"]
    assert set(get_args(get_type_hints(GridTile)["face"])) == {tuple[int, int], type(None)}
    turned = [grid(7, 28, [(9, face)], ringed=False) for face in ((6, 4), (0, 0))]
    for scene in turned:
        render(scene)
        tiles = (*scene.tiles[:9], GridTile(), *scene.tiles[10:])
        assert render(replace(scene, tiles=tiles)) == render(grid(7, 28))


def picture(scene, width=1200) -> Image.Image:
    return Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])


@pytest.mark.parametrize("width", [160, 400, 1200, 1333])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_every_scene_is_as_wide_as_asked_and_not_too_tall(name, width):
    image = picture((SCENES | MORE_SCENES)[name], width)
    image.load()
    assert image.width == width
    assert width / 4 < image.height <= 1.2 * width


@pytest.mark.parametrize("name", SCENES)
def test_same_scene_same_bytes(name):
    assert render(SCENES[name]) == render(replace(SCENES[name]))


@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name):
    assert_golden(name, SCENES[name])


@pytest.mark.parametrize("width", [400, 1200])
def test_what_is_up_gone_and_ringed_differs_in_brightness(width):
    down = grid(7, 28)
    blank = grid(7, 28, [(9, (0, 0))], ringed=False)
    pairs = [
        (down, blank),
        (down, grid(7, 28, gone=(9,))),
        (blank, grid(7, 28, [(9, (0, 0))])),
    ]
    for pair in pairs:
        greys = [picture(each, width).convert("L") for each in pair]
        assert ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1] > 60
