from dataclasses import fields, replace
from typing import get_args, get_type_hints

import pytest

from renderers.rows.racks import GAP, RAISE, Racks, place_row, place_rows
from renderers.scene.bones import LineScene, RowScene, RowsScene, Scene, SeatRow
from tests.renderers.lines import line
from tests.renderers.pictures import assert_in_racks

SHARES = {2: 14, 3: 9, 4: 7}
"""The number of bones of each seat at the start, by the number of seats."""
FRONTS = (None, "left", "right")


def row(seat, count, front=None, *, active=False, up=()) -> SeatRow:
    """Return a row of `count` bones; `up` holds the places of face-up bones, and their pips."""
    faces = dict(up)
    bones = tuple((faces[n], faces[n]) if n in faces else None for n in range(count))
    return SeatRow(seat, bones, front, active)


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
    "row_fourteen": RowScene(row("B", 14, active=True)),
    "row_thirteen": RowScene(row("A", 13, "left", active=True, up=[(3, 3), (9, 6)])),
}
HEIGHTS = (0.12, 1.45)
MORE_SCENES: dict[str, Scene] = {
    "rows_at_the_start": RowsScene(LineScene(), (row("A", 14, active=True), row("B", 14))),
    "rows_under_a_whole_set": RowsScene(line(28), TWO),
    "rows_of_three_under_a_whole_set": RowsScene(line(28), THREE),
    "rows_of_four_under_a_whole_set": RowsScene(line(28), FOUR),
    "rows_of_three_shown": RowsScene(line(14), THREE, shown=True),
    "rows_of_nobody": RowsScene(line(3), ()),
    "rows_of_six": RowsScene(line(28), tuple(row(seat, 4, "right") for seat in "ABCDEF")),
    "row_empty": RowScene(row("B", 0, "right")),
}


@pytest.fixture(scope="module", params=[(n, held) for n in SHARES for held in range(15)], ids=str)
def placed(request) -> list[tuple[tuple[SeatRow, ...], Racks]]:
    seats, count = request.param
    found = []
    for front in FRONTS:
        rows = tuple(row(seat, max(0, count - n), front) for n, seat in enumerate("ABCD"[:seats]))
        found += [(rows, place_rows(rows)), (rows[:1], place_row(rows[0]))]
    return found


def test_every_bone_has_a_place_of_its_own_in_a_rack_in_its_order(placed):
    for rows, racks in placed:
        assert_in_racks(racks, [len(each.bones) for each in rows], GAP)


def test_the_front_is_raised_and_pointed_at(placed):
    for rows, racks in placed:
        for each, seat in zip(rows, racks.rows, strict=True):
            assert [*seat.signs] == ([each.front] if each.bones and each.front else [])
            heights = [bone.y for bone in seat.pieces]
            if each.front and heights[1:]:
                front, *rest = heights if each.front == "left" else heights[::-1]
                assert rest == pytest.approx([front + RAISE] * len(rest))


@pytest.mark.parametrize("count", [1, 7, 9, 14])
def test_who_is_to_choose_a_front_sees_one_row_with_a_sign_at_both_ends(count):
    (placed,) = place_row(row("A", count, active=True)).rows
    assert len({bone.y for bone in placed.pieces}) == 1
    left, right = placed.signs["left"], placed.signs["right"]
    assert left.right < placed.pieces[0].x
    assert right.x > placed.pieces[-1].right
    assert not place_row(row("A", count)).rows[0].signs


@pytest.mark.parametrize("seats", SHARES)
@pytest.mark.parametrize("front", ["left", "right"])
def test_no_bone_moves_while_a_row_grows_shorter(seats, front):

    def seen(count: int) -> tuple[float, float, list[float]]:
        racks = place_rows(tuple(row(seat, count, front) for seat in "ABCD"[:seats]))
        columns = [bone.x for bone in racks.rows[-1].pieces]
        return racks.width, racks.height, columns if front == "right" else columns[::-1]

    width, height, full = seen(SHARES[seats])
    for count in range(SHARES[seats]):
        assert seen(count) == (width, height, full[:count])


def test_a_bone_that_lies_face_down_is_nothing_but_that():
    assert [field.name for field in fields(SeatRow)] == ["seat", "bones", "front", "active"]
    bone, _ = get_args(get_type_hints(SeatRow)["bones"])
    assert set(get_args(bone)) == {tuple[int, int], type(None)}


PLAIN = row("A", 7)
MARKED = (
    replace(PLAIN, bones=((0, 0), *PLAIN.bones[1:])),
    replace(PLAIN, front="left"),
    replace(PLAIN, active=True),
)
TOLD_APART: list[tuple[Scene, Scene]] = [
    *((RowScene(PLAIN), RowScene(each)) for each in MARKED),
    *((RowsScene(line(3), (PLAIN,) * 2), RowsScene(line(3), (each,) * 2)) for each in MARKED),
]
