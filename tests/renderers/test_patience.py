from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from renderers.framing import _content
from renderers.geometry.places import Box
from renderers.ink.canvas import border
from renderers.paint import pixels
from renderers.rows.lines import LINE, RAISE, Lines, place_lines
from renderers.scene.bones import PatienceScene, Scene
from renderers.shared_frame import in_one_frame
from tests.renderers.lines import SET
from tests.renderers.pictures import apart

BONES = tuple(Random(4).sample(SET, 28))

SCENES: dict[str, Scene] = {
    "patience_empty": PatienceScene((), 0, 28),
    "patience_two": PatienceScene(BONES[:2], 24, 2, newest=(1,)),
    "patience_six": PatienceScene(BONES[:6], 16, 6, ((2, 3), (4, 0)), (2, 3), (5,)),
    "patience_twelve": PatienceScene(BONES[:12], 9, 7, ((3, 5),), (9,), (10, 11)),
    "patience_close": PatienceScene(BONES[:3], 25, 0, ((1, 2),), close=True),
    "patience_whole_set": PatienceScene(
        BONES, 0, 0, ((4, 1), (9, 2), (12, 6)), (10, 18, 25), (27,)
    ),
}
HEIGHTS = (0.25, 1.1)
MORE_SCENES: dict[str, Scene] = {
    "patience_one": PatienceScene(BONES[:1], 27, 0, newest=(0,)),
    "patience_all_marked": PatienceScene(
        BONES, 2, 1, tuple((n, n % 7) for n in range(28)), tuple(range(1, 27))
    ),
}


@pytest.fixture(scope="module", params=range(29))
def placed(request) -> tuple[int, Lines]:
    count = request.param
    middles, triples = tuple(range(0, count, 3)), tuple(range(1, count - 1))
    return count, place_lines(count, middles, triples)


def test_every_bone_and_sign_has_a_place_of_its_own(placed):
    count, lines = placed
    holder = (lines.holder,) if lines.holder else ()
    boxes = [*lines.bones, *lines.flags, *lines.signs, *holder]
    assert len(lines.bones) == count
    assert bool(holder) == (not count)
    assert all(map(Box(0, 0, lines.width, lines.height).holds, boxes))
    assert apart(*boxes)


def test_bones_read_like_a_text(placed):
    count, lines = placed
    order = [(n // LINE, bone.x) for n, bone in enumerate(lines.bones)]
    assert order == sorted(order)
    assert len(lines.signs) == 2 * max(0, -(-count // LINE) - 1)
    for n, bone in enumerate(lines.bones[LINE:], LINE):
        assert bone.x == lines.bones[n - LINE].x
        assert bone.y > lines.bones[n - LINE].bottom


def test_bones_that_can_be_removed_are_raised_and_flagged(placed):
    _, lines = placed
    for n, bone in enumerate(lines.bones):
        row = lines.bones[n // LINE * LINE].y
        raised = n % 3 == 0
        middle = bone.x + bone.width / 2
        under = [
            box
            for box in lines.flags
            if box.x < middle < box.right and 0 <= box.y - bone.bottom < RAISE
        ]
        assert len(under) == raised
        first_raised = n // LINE * LINE % 3 == 0
        assert bone.y - row == pytest.approx(RAISE * (first_raised - raised))


def test_brackets_hold_three_neighbours_each_and_never_touch(placed):
    count, lines = placed
    middles = {(n, round(bone.x + 0.5, 6)) for n, bone in enumerate(lines.bones)}
    parts = iter(lines.brackets)
    for middle in range(1, count - 1):
        held: list[float] = []
        while len(held) < 3:
            part = next(parts)
            assert part.bar.y > lines.bones[middle - 1].bottom
            assert part.bar.x <= part.teeth[0]
            assert part.teeth[-1] <= part.bar.right + 1e-9
            assert bool(part.open) == (len(part.teeth) < 3)
            held += part.teeth
        assert {(middle + n - 1, round(x, 6)) for n, x in enumerate(held)} <= middles
    assert next(parts, None) is None
    bars = [part.bar for part in lines.brackets]
    for one, other in combinations(bars, 2):
        assert one.y != other.y or one.right < other.x or other.right < one.x


def test_no_bone_moves_sideways_when_another_is_dealt():
    for count in range(1, 28):
        before, after = (place_lines(n, (), ()).bones for n in (count, count + 1))
        assert before == after[:-1]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_a_short_row_and_the_piles_beside_it_fill_their_frame(count):
    drawn = _content(pixels(PatienceScene(BONES[:count], 24, 3), 600))
    assert drawn.width >= 0.8 * (600 - 2 * border(600))


def test_in_an_animation_a_short_row_has_room_for_a_whole_line():
    row = PatienceScene(BONES[:3], 22, 3)
    (shared,) = in_one_frame([row])
    rail, picture = border(600), pixels(shared, 600)
    box = picture.crop((rail, rail, 600 - rail, picture.height // 2)).getbbox()
    assert box
    assert 600 - 2 * rail - box[2] > 10 * box[0]


PLAIN = PatienceScene(BONES[:12], 5, 3)
TOLD_APART: list[tuple[Scene, Scene]] = [
    (PLAIN, replace(PLAIN, middles=((4, 2),))),
    (PLAIN, replace(PLAIN, triples=(9,))),
    (PLAIN, replace(PLAIN, newest=(11,))),
    (PLAIN, replace(PLAIN, stock=6)),
    (PLAIN, replace(PLAIN, gone=4)),
]
