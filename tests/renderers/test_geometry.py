from itertools import pairwise
from random import Random

import pytest

from renderers.geometry.lineage import BrokenScene
from renderers.line.layout import NARROWEST, SPAN, TALLEST, extent_of, frame_of, lay_out
from renderers.scene.bones import LaidBone, LineScene, OpenEnd
from tests.renderers.lines import cut, random_line
from tests.renderers.pictures import gap
from tests.renderers.test_trees import check_bones, check_flags, check_frame
from tests.seeds import SEEDS

LEFT = (0.5, 0.0, 1.0, 0.2, 0.8, 0.03)  # how one-sided lines are: the chance to take the left end


def lines(count: int, seed: int):
    rng = Random(seed)
    for number in range(count):
        crosswise = 0.5 if number % 5 == 0 else 1.0
        labels = "AB" if number % 2 else ""
        line = random_line(rng, left=LEFT[number % len(LEFT)], crosswise=crosswise, labels=labels)
        yield cut(line, rng.randint(1, len(line.bones)), labels) if number % 3 else line


def check(scene: LineScene) -> None:
    placement = lay_out(scene)
    bones = placement.bones
    check_bones(scene, placement, felt=0.5)
    check_flags(scene, placement)
    boxes = [each.box for each in bones] + [each.box for each in placement.flags]
    for at, flag in enumerate(placement.flags, len(bones)):
        assert all(gap(flag.box, other) > 0.1 for other in boxes[:at])
    check_frame(scene, placement)
    assert extent_of(scene, placement).width <= SPAN


@pytest.mark.parametrize("count", [100, pytest.param(10_000 * len(SEEDS), marks=pytest.mark.deep)])
def test_random_lines(count):
    for scene in lines(count, seed=1):
        check(scene)


@pytest.mark.parametrize("count", [15, pytest.param(120, marks=pytest.mark.deep)])
def test_bones_keep_their_places(count):
    for scene in lines(count, seed=4):
        placements = [lay_out(cut(scene, count)) for count in range(1, len(scene.bones) + 1)]
        for before, after in pairwise(placements):
            assert before.bones == after.bones[:-1]


@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.deep)])
def test_bones_are_as_large_as_in_the_narrowest_frame(count):
    """Only the longest lines, which don't branch, make them a little smaller."""
    for scene in lines(count, seed=5):
        width = frame_of(scene, lay_out(scene)).width
        assert width == NARROWEST or len(scene.bones) > 20
        assert width <= 14


def test_a_longer_set_gets_a_larger_frame():
    """A hundred bones cannot be as large; they still lie in the frame."""
    bones = [LaidBone(1, 1)]
    bones += [LaidBone(1, 1, index, "r" if index == 0 else "end") for index in range(99)]
    scene = LineScene(tuple(bones))
    frame = frame_of(scene, lay_out(scene))
    assert frame.width > 16
    assert frame.height == pytest.approx(TALLEST * frame.width)


def test_doubles_side_by_side():
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
