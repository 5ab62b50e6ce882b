"""Rows of bones that lie face down: where they lie, what can be seen of them, how they look."""

from __future__ import annotations

import io
from dataclasses import fields, replace
from itertools import combinations
from random import Random
from statistics import median
from typing import get_args, get_type_hints

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import LineScene, RowScene, RowsScene, Scene, SeatRow, render
from renderers.places import Box
from renderers.racks import GAP, Racks, place_row, place_rows
from tests.renderers.golden import assert_golden
from tests.renderers.lines import long_line

SHARES = {2: 14, 3: 9, 4: 7}
"""How many bones each seat has at the start, by the number of seats."""
FRONTS = (None, "left", "right")


def row(seat, count, front=None, *, active=False, up=()) -> SeatRow:
    """A row of `count` bones; `up` holds the places of those that lie face up, and their pips."""
    faces = dict(up)
    bones = tuple((faces[n], faces[n]) if n in faces else None for n in range(count))
    return SeatRow(seat, bones, front, active)


def line(count: int) -> LineScene:
    return long_line(Random(1), count, left=0.5)


TWO = (row("A", 14, "left", active=True), row("B", 14, "right", up=[(3, 5)]))
THREE = (
    row("A", 6, "left", up=[(3, 3)]),
    row("B", 9, "right", active=True, up=[(2, 6)]),
    row("C", 8, "left"),
)
FOUR = (
    row("A", 7, "left", up=[(3, 3)]),
    row("B", 5, "right", active=True, up=[(2, 6)]),
    row("C", 0, "left"),
    row("D", 4, "left", up=[(0, 5)]),
)
SCENES: dict[str, Scene] = {
    "rows_two": RowsScene(line(10), TWO),
    "rows_three": RowsScene(line(14), THREE),
    "rows_four": RowsScene(line(12), FOUR),
    "row_thirteen": RowScene(row("A", 13, "left", active=True, up=[(3, 3), (9, 6)])),
}
MORE_SCENES: dict[str, Scene] = {
    "rows_at_the_start": RowsScene(LineScene(), (row("A", 14, active=True), row("B", 14))),
    "rows_under_a_whole_set": RowsScene(line(28), TWO),
    "rows_of_three_under_a_whole_set": RowsScene(line(28), THREE),
    "rows_of_four_under_a_whole_set": RowsScene(line(28), FOUR),
    "rows_of_nobody": RowsScene(line(3), ()),
    "rows_of_six": RowsScene(line(28), tuple(row(seat, 4, "right") for seat in "ABCDEF")),
    "row_empty": RowScene(row("B", 0, "right")),
    "row_fourteen": RowScene(row("B", 14)),
}


@pytest.fixture(params=[(seats, count) for seats in SHARES for count in range(15)], ids=str)
def placed(request) -> list[tuple[tuple[SeatRow, ...], Racks]]:
    """Rows of so many bones for so many seats, by every front, and the owner's row alone."""
    seats, count = request.param
    found = []
    for front in FRONTS:
        rows = tuple(row(seat, max(0, count - n), front) for n, seat in enumerate("ABCD"[:seats]))
        found += [(rows, place_rows(rows)), (rows[:1], place_row(rows[0]))]
    return found


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 1e-9
        or other.right <= one.x + 1e-9
        or one.bottom <= other.y + 1e-9
        or other.bottom <= one.y + 1e-9
    )


def within(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x + 1e-9
        and outer.y <= inner.y + 1e-9
        and inner.right <= outer.right + 1e-9
        and inner.bottom <= outer.bottom + 1e-9
    )


def test_every_bone_has_a_place_of_its_own_in_a_rack(placed):
    for rows, racks in placed:
        frame = Box(0, 0, racks.width, racks.height)
        assert [len(seat.bones) for seat in racks.rows] == [len(each.bones) for each in rows]
        for seat in racks.rows:
            inside = [*seat.bones, *filter(None, (seat.sign, seat.holder))]
            assert all(any(within(box, rack) for rack in seat.racks) for box in inside)
            assert all(apart(one, other) for one, other in combinations(inside, 2))
        solid = [box for seat in racks.rows for box in (seat.letter, *seat.racks)]
        assert all(within(box, frame) for box in solid)
        assert all(apart(one, other) for one, other in combinations(solid, 2))


def test_bones_read_from_left_to_right(placed):
    for _, racks in placed:
        for seat in racks.rows:
            lines = [[bone for bone in seat.bones if within(bone, rack)] for rack in seat.racks]
            assert seat.bones == tuple(bone for each in lines for bone in each)
            assert all(bones == sorted(bones, key=lambda bone: bone.x) for bones in lines)


def test_the_front_is_raised_and_pointed_at(placed):
    for rows, racks in placed:
        for each, seat in zip(rows, racks.rows, strict=True):
            assert (seat.sign is not None) == bool(each.bones and each.front)
            assert (seat.holder is not None) == (not each.bones)
            if seat.sign is None:
                continue
            front, sign = seat.bones[0 if each.front == "left" else -1], seat.sign
            assert sign.y + sign.height / 2 == pytest.approx(front.y + front.height / 2)
            gap = front.x - sign.right if each.front == "left" else sign.x - front.right
            assert 0 < gap < GAP
            behind = seat.bones[1 if each.front == "left" else -2 :][:1] if each.bones[1:] else ()
            assert all(bone.y != front.y for bone in behind)


@pytest.mark.parametrize("seats", SHARES)
@pytest.mark.parametrize("front", ["left", "right"])
def test_no_bone_moves_while_a_row_grows_shorter(seats, front):
    """Only the bone that comes to the front is raised."""

    def seen(count: int) -> tuple[float, float, list[float]]:
        racks = place_rows(tuple(row(seat, count, front) for seat in "ABCD"[:seats]))
        columns = [bone.x for bone in racks.rows[-1].bones]
        return racks.width, racks.height, columns if front == "right" else columns[::-1]

    width, height, full = seen(SHARES[seats])
    for count in range(SHARES[seats]):
        assert seen(count) == (width, height, full[:count])


@pytest.mark.parametrize("front", ["left", "right"])
def test_telling_the_front_moves_no_bone_but_that(front):
    before, after = (
        place_rows((row("A", 14, told), row("B", 14))).rows[0].bones for told in (None, front)
    )
    assert [b.x for b in before] == [b.x for b in after]
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def test_a_bone_that_lies_face_down_is_nothing_but_that():
    """The scene has no room for what is under it."""
    assert [field.name for field in fields(SeatRow)] == ["seat", "bones", "front", "active"]
    bone, _ = get_args(get_type_hints(SeatRow)["bones"])
    assert set(get_args(bone)) == {tuple[int, int], type(None)}


def picture(scene, width=1200) -> Image.Image:
    return Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])


@pytest.mark.parametrize("width", [160, 400, 1200, 1333])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_every_scene_is_as_wide_as_asked_and_not_too_tall(name, width):
    image = picture((SCENES | MORE_SCENES)[name], width)
    image.load()
    assert image.width == width
    assert width / 4 < image.height <= 1.25 * width


@pytest.mark.parametrize("name", SCENES)
def test_same_scene_same_bytes(name):
    scene = SCENES[name]
    assert render(scene) == render(replace(scene))


@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name):
    assert_golden(name, SCENES[name])


def brightest(one: Scene, other: Scene, width: int) -> float:
    """The greatest difference in brightness between two pictures, of 255."""
    greys = [picture(each, width).convert("L") for each in (one, other)]
    assert greys[0].size == greys[1].size
    return ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1]


@pytest.mark.parametrize("width", [400, 1200])
def test_marks_differ_in_brightness(width):
    """A back from a blank face, the front from the rest, the seat to move from the others."""
    plain = row("A", 7)
    variants = [
        replace(plain, bones=((0, 0), *plain.bones[1:])),
        replace(plain, front="left"),
        replace(plain, active=True),
    ]
    for other in variants:
        assert brightest(RowScene(plain), RowScene(other), width) > 60
        table, marked = (RowsScene(line(3), (each, each)) for each in (plain, other))
        assert brightest(table, marked, width) > 60


def test_pictures_are_small_files():
    sizes = []
    for seed in range(8):
        bones = long_line(Random(seed), 10, left=0.5)
        sizes.append(len(render(RowsScene(bones, (row("A", 14, "left", active=True), TWO[1])))))
    assert median(sizes) <= 30_000
