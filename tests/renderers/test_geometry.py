"""Where bones lie, over random lines: joined halves touch, nothing else does, all is inside."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

from renderers.geometry import lay_out
from renderers.line import MARGIN, SHIFT, SIDESTEP, TIERS
from renderers.lineage import BrokenScene
from renderers.places import Box, Heading, Placement
from renderers.scene import LaidBone, LineScene, OpenEnd
from tests.renderers.lines import cut, long_line, random_line

LEFT = (0.5, 0.0, 1.0, 0.2, 0.8, 0.03)
"""How one-sided a line is: the chance of its left end."""


def lines(count: int, seed: int):
    rng = Random(seed)
    for number in range(count):
        crosswise = 0.5 if number % 5 == 0 else 1.0
        labels = "AB" if number % 2 else ""
        line = random_line(rng, left=LEFT[number % len(LEFT)], crosswise=crosswise, labels=labels)
        yield cut(line, rng.randint(1, len(line.bones)), labels) if number % 3 else line


def gap(one: Box, other: Box) -> float:
    """The distance of two boxes along the axis on which they are further apart; < 0: overlap."""
    across = max(one.x - other.right, other.x - one.right)
    down = max(one.y - other.bottom, other.y - one.bottom)
    return max(across, down)


def seam(one: Box, other: Box) -> float:
    """The length of the edge that two touching boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(wide, high)


def inside(box: Box, placement: Placement, margin: float) -> bool:
    return (
        box.x >= margin
        and box.y >= margin
        and box.right <= placement.width - margin
        and box.bottom <= placement.height - margin
    )


def check(scene: LineScene) -> None:
    placement = lay_out(scene)
    bones = placement.bones
    assert len(bones) == len(scene.bones)
    assert all(inside(bone.box, placement, MARGIN) for bone in bones)
    assert {(bone.box.width, bone.box.height) for bone in bones} <= {(1, 2), (2, 1)}
    check_neighbours(scene, placement)
    check_flags(scene, placement)
    check_frame(placement)


def check_neighbours(scene: LineScene, placement: Placement) -> None:
    joined = {(bone.parent, index) for index, bone in enumerate(scene.bones)}
    for (a, one), (b, other) in combinations(enumerate(placement.bones), 2):
        if (a, b) not in joined:
            assert gap(one.box, other.box) >= 0.5, (a, b)
            continue
        assert gap(one.box, other.box) == 0
        assert seam(one.box, other.box) >= 1
        if other.across:
            continue
        # The half that touches is the near one, and it touches the parent's half of its number.
        parent = one.box if one.across else one.near if opens_left(scene, b) else one.far
        assert gap(parent, other.near) == 0
        assert seam(parent, other.near) == 1


def opens_left(scene: LineScene, index: int) -> bool:
    return scene.bones[index].parent == 0 and scene.bones[index].side == "l"


def check_flags(scene: LineScene, placement: Placement) -> None:
    assert len(placement.flags) == len(scene.ends)
    for end, flag in zip(scene.ends, placement.flags, strict=True):
        assert inside(flag.box, placement, 0.1)
        assert all(gap(flag.box, bone.box) > 0.1 for bone in placement.bones)
        assert gap(flag.box, placement.bones[end.bone].box) < 0.3
    for one, other in combinations(placement.flags, 2):
        assert gap(one.box, other.box) > 0.1


def check_frame(placement: Placement) -> None:
    assert placement.width <= 16
    assert 1 <= placement.width / placement.height <= 4 / 3 + 1e-9


def check_growth(scene: LineScene) -> tuple[int, int]:
    """Bones keep their places while the frame and the start do; how often did they move?"""
    placements = [lay_out(cut(scene, count)) for count in range(1, len(scene.bones) + 1)]
    moves = 0
    for before, after in pairwise(placements):
        # A larger line never lies in a smaller frame.
        assert (before.width, before.height) <= (after.width, after.height)
        same_frame = (before.width, before.height) == (after.width, after.height)
        same_start = before.bones[0] == after.bones[0]
        if same_frame and same_start:
            assert before.bones == after.bones[:-1]
        else:
            moves += 1
    return moves, len(placements)


def test_random_lines():
    for scene in lines(2000, seed=1):
        check(scene)


@pytest.mark.long
def test_many_random_lines():
    for scene in lines(20_000, seed=2):
        check(scene)


def test_every_length():
    rng = Random(3)
    for count in range(1, 29):
        for left in LEFT[:3]:
            check(long_line(rng, count, left=left, labels="AB"))


def test_bones_keep_their_places():
    counts = [check_growth(scene) for scene in lines(120, seed=4)]
    moves, pictures = (sum(column) for column in zip(*counts, strict=True))
    assert moves / pictures < 0.2


def test_the_start_moves_only_when_it_must():
    """A line that fits from the middle of the frame starts there."""
    for scene in lines(300, seed=5):
        placement = lay_out(scene)
        first = placement.bones[0].box
        aside = first.x + first.width / 2 - placement.width / 2
        lower = first.y + first.height / 2 - placement.height / 2
        assert aside % SIDESTEP == lower % SHIFT == 0
        if len(scene.bones) <= 4:
            assert (aside, lower) == (0, 0)


def test_few_bones_are_larger():
    rng = Random(6)
    widths = [lay_out(long_line(rng, count, left=0.5)).width for count in (1, 10, 28)]
    assert widths == sorted(widths)
    assert widths[0] == TIERS[0][0]


def test_a_longer_set_gets_a_larger_frame():
    """A hundred bones cannot be as large; they still lie in the frame."""
    bones = [LaidBone(1, 1)]
    bones += [LaidBone(1, 1, index, "r" if index == 0 else "end") for index in range(99)]
    placement = lay_out(LineScene(tuple(bones)))
    assert placement.width > 16
    assert all(inside(bone.box, placement, MARGIN) for bone in placement.bones)


def test_an_empty_table():
    placement = lay_out(LineScene())
    assert placement.bones == ()
    assert placement.flags == ()
    assert (placement.width, placement.height) == TIERS[0]


def test_the_first_bone_and_its_ends():
    ends = (OpenEnd(0, "l", 6), OpenEnd(0, "r", 4))
    placement = lay_out(LineScene((LaidBone(6, 4),), ends))
    assert placement.bones[0].box == Box(5, 4, 2, 1)
    assert placement.bones[0].near == Box(5, 4, 1, 1)
    assert [flag.heading for flag in placement.flags] == [Heading.WEST, Heading.EAST]


def test_a_first_double_lies_across():
    placement = lay_out(LineScene((LaidBone(6, 6, crosswise=True), LaidBone(6, 4, 0, "l"))))
    double, left = placement.bones
    assert double.box == Box(5.5, 3.5, 1, 2)
    assert (left.box, left.heading) == (Box(3.5, 4, 2, 1), Heading.WEST)
    assert left.near == Box(4.5, 4, 1, 1)


def test_doubles_side_by_side():
    """No double-six set has them, and yet nothing breaks."""
    bones = [LaidBone(1, 1, crosswise=True)]
    bones += [LaidBone(1, 1, i, "r" if i == 0 else "end", crosswise=True) for i in range(27)]
    check(LineScene(tuple(bones)))


@pytest.mark.parametrize(
    "bones",
    [
        (LaidBone(1, 2, parent=0),),
        (LaidBone(1, 2), LaidBone(2, 3)),
        (LaidBone(1, 2), LaidBone(2, 3, 5, "end")),
        (LaidBone(1, 1), LaidBone(1, 3, 0, "u")),
        (LaidBone(1, 2), LaidBone(2, 3, 0, "r"), LaidBone(2, 4, 0, "r")),
        (LaidBone(1, 2), LaidBone(2, 3, 0, "r"), LaidBone(3, 4, 1, "left")),
    ],
)
def test_a_bone_that_cannot_lie_there_is_refused(bones):
    with pytest.raises(BrokenScene):
        lay_out(LineScene(bones))


@pytest.mark.parametrize(
    "end", [OpenEnd(0, "r", 2), OpenEnd(1, "l", 3), OpenEnd(7, "end", 3), OpenEnd(0, "u", 1)]
)
def test_an_end_that_is_not_open_is_refused(end):
    bones = (LaidBone(1, 2), LaidBone(2, 3, 0, "r"))
    with pytest.raises(BrokenScene):
        lay_out(LineScene(bones, (end,)))
