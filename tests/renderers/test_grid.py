from dataclasses import fields
from itertools import combinations
from typing import get_args, get_type_hints

import pytest

from renderers.geometry.places import Box
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import render
from renderers.rows.grid import place_cells
from renderers.scene.bones import GridScene, GridTile, Scene
from tests.renderers.pictures import apart, picture

SHAPES = [(4, 28), (8, 55), (7, 56), (1, 1), (3, 30), (10, 91), (7, 10), (4, 0)]
"""Numbers of columns, each with a number of bones."""


def grid(columns, count, up=(), gone=(), *, ringed=True) -> GridScene:
    """Return a grid; `up` holds the places and the faces of bones that are turned over."""
    faces = dict(up)
    tiles = [GridTile(faces.get(n), ringed and n in faces) for n in range(count)]
    return GridScene(columns, tuple(None if n in gone else tile for n, tile in enumerate(tiles)))


def by_seats(columns, count, turned):
    tiles = [GridTile() for _ in range(count)]
    for place, face, seats in turned:
        tiles[place] = GridTile(face, ringed=True, seats=seats)
    return GridScene(columns, tuple(tiles))


TURNED = [(0, (6, 6), "A"), (9, (4, 3), "AB"), (10, (6, 6), "B"), (20, (5, 3), "ABCDE")]


SCENES: dict[str, Scene] = {
    "grid_double_six": grid(4, 28, [(9, (6, 4)), (20, (3, 0))], gone=(0, 5, 6, 13)),
    "grid_of_seats": by_seats(4, 28, [*TURNED, (27, (6, 5), "C")]),
    "grid_of_two_sets": by_seats(7, 56, [*TURNED, (55, (6, 5), "C")]),
    "grid_double_nine": grid(8, 55, [(30, (9, 8))], gone=(3, 4, 50)),
}
HEIGHTS = (0.25, 1.7)
MORE_SCENES: dict[str, Scene] = {
    "grid_at_the_start": grid(4, 28),
    "grid_all_gone": grid(4, 28, gone=range(28)),
    "grid_all_up": grid(4, 28, [(n, (n % 7, 0)) for n in range(28)], ringed=False),
}


@pytest.mark.parametrize(("columns", "count"), SHAPES)
def test_every_bone_has_a_place_of_its_own_beside_its_names(columns, count):
    cells = place_cells(columns, count, 1200)
    boxes = [*cells.bones, *cells.columns, *cells.rows]
    assert len(cells.bones) == count
    assert len(cells.columns) == columns
    assert all(map(Box(0, 0, cells.width, cells.height).holds, boxes))
    assert apart(*boxes)
    for n, bone in enumerate(cells.bones):
        column, row = cells.columns[n % columns], cells.rows[n // columns]
        assert (column.x, column.width) == (bone.x, bone.width)
        assert (row.y, row.height) == (bone.y, bone.height)
        assert column.bottom <= cells.bones[0].y
        assert row.right <= cells.bones[0].x
    assert cells.unit(1200) >= 1200 // (1.3 * columns + 3) // 2


def test_bones_lie_as_leaves_them_larger():
    for columns in (1, 20):
        bone = place_cells(columns, 20, 1200).bones[0]
        assert (bone.height > bone.width) is (columns == 20)


def test_a_bone_that_lies_face_down_is_nothing_but_that():
    """The scene has no room for what is under it, and the picture none for where it came from."""
    assert [field.name for field in fields(GridTile)] == ["face", "ringed", "seats"]
    assert set(get_args(get_type_hints(GridTile)["face"])) == {tuple[int, int], type(None)}
    before = render(grid(4, 28), width=400)
    render(grid(4, 28, [(9, (6, 4))], ringed=False), width=400)
    assert render(grid(4, 28), width=400) == before


DOWN, BLANK = grid(4, 28), grid(4, 28, [(9, (0, 0))], ringed=False)
TOLD_APART: list[tuple[Scene, Scene]] = [
    (DOWN, BLANK),
    (DOWN, grid(4, 28, gone=(9,))),
    (BLANK, grid(4, 28, [(9, (0, 0))])),
    *combinations((by_seats(4, 28, [(9, (0, 0), seats)]) for seats in ("", "A", "B", "AB")), 2),
]


@pytest.mark.parametrize(("columns", "count"), [(4, 28), (7, 56)])
def test_the_letters_of_seats_cover_no_pip(columns, count):
    """All bones are 6-6: whatever letters they carry, every pip is as it was without."""
    faces = [(place, (6, 6), "") for place in range(count)]
    bare = picture(by_seats(columns, count, faces), 400).convert("RGB")
    lettered = [(place, face, "ABCDE"[place % 5 :]) for place, face, _ in faces]
    full = picture(by_seats(columns, count, lettered), 400).convert("RGB")
    pip, pixels = bytes(DEFAULT_THEME.pips[6]), range(0, 3 * bare.width * bare.height, 3)
    without, with_letters = bare.tobytes(), full.tobytes()
    pips = [at for at in pixels if without[at : at + 3] == pip]
    assert len(pips) > 12 * count
    assert all(with_letters[at : at + 3] == pip for at in pips)


@pytest.mark.parametrize(("columns", "count", "least"), [(4, 28, 41), (7, 56, 34)])
def test_half_a_bone_is_as_large_as_the_columns_allow(columns, count, least):
    assert place_cells(columns, count, 400).unit(400) >= least
