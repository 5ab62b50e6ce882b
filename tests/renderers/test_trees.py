"""Where the bones of branching tables lie: as for lines, and with a flag at up to 16 ends."""

from __future__ import annotations

import os
from itertools import combinations, pairwise

import pytest

from renderers import plans
from renderers.geometry import lay_out
from renderers.line import MARGIN
from renderers.lineage import BrokenScene
from renderers.places import Box, PlacedBone, Placement
from renderers.scene import LaidBone, LineScene, OpenEnd
from tests.renderers.test_geometry import gap, inside, seam
from tests.renderers.trees import KINDS, cut, games, labelled

TABLES = int(os.environ.get("BONEYARD_TREES", "400"))
"""How many tables of each kind the long tests lay out."""


def check(scene: LineScene) -> None:
    placement = lay_out(scene)
    assert len(placement.bones) == len(scene.bones)
    assert all(inside(bone.box, placement, MARGIN) for bone in placement.bones)
    assert {(bone.box.width, bone.box.height) for bone in placement.bones} <= {(1, 2), (2, 1)}
    check_bones(scene, placement)
    check_flags(scene, placement)
    assert placement.width <= 24
    assert 4 / 5 <= placement.width / placement.height <= 4 / 3


def check_bones(scene: LineScene, placement: Placement) -> None:
    joined = {(bone.parent, index) for index, bone in enumerate(scene.bones)}
    for (a, one), (b, other) in combinations(enumerate(placement.bones), 2):
        if (a, b) not in joined:
            assert gap(one.box, other.box) >= 0.5, (a, b)
        elif not any(gap(rod, one.box) == gap(rod, other.box) == 0 for rod in placement.rods):
            check_joint(one, other, scene.bones[b].side, first=a == 0)


def check_joint(one: PlacedBone, other: PlacedBone, side: str, *, first: bool) -> None:
    """Two halves touch with a whole edge, and they are those of the same number."""
    assert gap(one.box, other.box) == 0
    near = other.box if other.across else other.near
    if one.across or side in ("left", "right"):
        assert gap(one.box, near) == 0
        assert seam(one.box, near) == 1
        assert side_of(one, near, first=first) == side
    else:
        half = one.near if first and side == "l" else one.far
        assert gap(half, near) == 0
        assert seam(half, near) == 1


def side_of(one: PlacedBone, near: Box, *, first: bool) -> str:
    """On which side of a double's middle a half lies."""
    dx = near.x + near.width / 2 - one.box.x - one.box.width / 2
    dy = near.y + near.height / 2 - one.box.y - one.box.height / 2
    assert 0 in (dx, dy)
    if first:
        return "r" if dx > 0 else "l" if dx < 0 else "d" if dy > 0 else "u"
    aside = dy * one.heading.dx - dx * one.heading.dy
    return "right" if aside > 0 else "left" if aside < 0 else "end"


def check_flags(scene: LineScene, placement: Placement) -> None:
    assert len(placement.flags) == len(scene.ends)
    for end, flag in zip(scene.ends, placement.flags, strict=True):
        assert inside(flag.box, placement, 0.1)
        for index, bone in enumerate(placement.bones):
            if index != end.bone:
                assert gap(flag.box, bone.box) > 0.15, (end, index)
        assert 0.15 < gap(flag.box, placement.bones[end.bone].box) < 0.25
    for one, other in combinations(placement.flags, 2):
        assert gap(one.box, other.box) > 0.09


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind):
    for number, tree in enumerate(games(kind, 24, seed=1)):
        check(labelled(tree) if number % 2 else tree)
        check(cut(tree, 1 + number % len(tree.bones)))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_trees(kind):
    for number, tree in enumerate(games(kind, TABLES, seed=2)):
        check(labelled(tree) if number % 2 else tree)
        check(cut(tree, 1 + number % len(tree.bones)))


@pytest.mark.parametrize(("kind", "most"), [*zip(KINDS, (0.06, 0.06, 0.1, 0.09), strict=True)])
def test_bones_keep_their_places(kind, most):
    moves = pictures = 0
    for tree in games(kind, 12, seed=4):
        placements = [lay_out(cut(tree, count)) for count in range(1, len(tree.bones) + 1)]
        for before, after in pairwise(placements):
            # A larger table never lies in a smaller frame.
            assert (before.width, before.height) <= (after.width, after.height)
            same_frame = (before.width, before.height) == (after.width, after.height)
            moves += not same_frame or before.bones != after.bones[:-1]
            pictures += 1
    assert moves / pictures < most


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_scene_lies_the_same_way(kind):
    """Whatever was laid out before, and whatever the flags are called."""
    for tree in games(kind, 4, seed=5):
        grown = [lay_out(cut(tree, count)) for count in range(1, len(tree.bones) + 1)][-1]
        plans.laid.cache_clear()
        assert lay_out(tree).bones == grown.bones
        assert lay_out(labelled(tree)).bones == grown.bones


@pytest.mark.parametrize("kind", ["lucky", "cross"])
def test_bones_rarely_lie_apart(kind):
    apart = [bool(lay_out(tree).rods) for tree in games(kind, 30, seed=6)]
    assert sum(apart) <= (4 if kind == "lucky" else 0)


def test_four_arms_never_turn_the_same_way():
    for tree in games("cross", 40, seed=7):
        turns = first_turns(tree, lay_out(tree))
        assert len(turns) < 4 or len(set(turns.values())) == 2


def first_turns(tree: LineScene, placement: Placement) -> dict[str, int]:
    """For each arm that turns, which way it does so first: 1 right, -1 left."""
    arms = [""]
    turns: dict[str, int] = {}
    for index, bone in enumerate(tree.bones[1:], 1):
        parent = bone.parent or 0
        arms.append(arms[parent] or bone.side)
        here = placement.bones[index].heading
        toward = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}
        before = placement.bones[parent].heading
        dx, dy = (before.dx, before.dy) if parent else toward[bone.side]
        if (turn := dx * here.dy - dy * here.dx) and arms[index] not in turns:
            turns[arms[index]] = turn
    return turns


def test_a_cross_goes_straight():
    """The first bones of all arms form a cross."""
    for tree in games("cross", 20, seed=8):
        first, *arms = [bone.box for bone in lay_out(cut(tree, 5)).bones]
        x, y = first.x + 0.5, first.y + 1
        assert all(x in (b.x + b.width / 2, x) or y == b.y + b.height / 2 for b in arms)
        assert first == Box(8, 6, 1, 2)


def test_a_line_that_may_branch_keeps_its_places_when_it_does():
    line = (LaidBone(6, 4), LaidBone(4, 2, 0, "r"), LaidBone(2, 2, 1, "end", crosswise=True))
    ends = (OpenEnd(0, "l", 6), *(OpenEnd(2, side, 2) for side in ("end", "left", "right")))
    before = lay_out(LineScene(line[:2], branching=True))
    after = lay_out(LineScene(line, ends, branching=True))
    assert before.bones == after.bones[:2]
    assert after.bones[2].across


def test_a_larger_set_gets_a_larger_frame():
    """Sixteen doubles that branch, side by side: no game has them, and yet nothing breaks."""
    bones = [LaidBone(0, 0, crosswise=True)]
    for number in range(1, 16):
        parent = len(bones) - 1 if number % 3 else max(0, len(bones) - 5)
        taken = {(bone.parent, bone.side) for bone in bones}
        sides = ("r", "l", "u", "d") if parent == 0 else ("end", "left", "right")
        crosswise = bones[parent].crosswise
        side = next(s for s in sides if (parent, s) not in taken) if crosswise else "end"
        if (parent, side) in taken:
            continue
        bones.append(LaidBone(number - 1, number, parent, side))
        bones.append(LaidBone(number, number, len(bones) - 1, "end", crosswise=True))
    ends = tuple(OpenEnd(len(bones) - 1, side, 15) for side in ("end", "left", "right"))
    placement = lay_out(LineScene(tuple(bones), ends, branching=True))
    assert all(inside(bone.box, placement, MARGIN) for bone in placement.bones)


def test_where_there_is_no_room_at_all_bones_lie_on_each_other(monkeypatch):
    monkeypatch.setattr(plans, "TIERS", ((17, 14),))
    monkeypatch.setattr(plans, "MOST", ())
    monkeypatch.setattr(plans, "LARGER", 0)
    plans.laid.cache_clear()
    for tree in games("lucky", 5, seed=9):
        placement = lay_out(tree)
        assert len(placement.bones) == len(tree.bones)
        assert len(placement.flags) == len(tree.ends)
    plans.laid.cache_clear()


DOUBLE = LaidBone(1, 1, crosswise=True)


@pytest.mark.parametrize(
    ("bones", "ends"),
    [
        ((DOUBLE, LaidBone(1, 2, 0, "end")), ()),
        ((DOUBLE, LaidBone(1, 2, 0, "u"), LaidBone(1, 3, 0, "u")), ()),
        ((DOUBLE, LaidBone(1, 2, 0, "u"), LaidBone(2, 3, 1, "left")), ()),
        ((DOUBLE, LaidBone(1, 2, 0, "u"), LaidBone(2, 3, 1, "u")), ()),
        ((DOUBLE, LaidBone(1, 2, 2, "end")), ()),
        ((DOUBLE, LaidBone(1, 2, 0, "u")), (OpenEnd(0, "u", 1),)),
        ((DOUBLE, LaidBone(1, 2, 0, "u")), (OpenEnd(1, "left", 2),)),
        ((DOUBLE,), (OpenEnd(0, "d", 1), OpenEnd(0, "d", 1))),
        ((DOUBLE,), (OpenEnd(1, "end", 1),)),
    ],
)
def test_what_cannot_lie_there_is_refused(bones, ends):
    with pytest.raises(BrokenScene):
        lay_out(LineScene(bones, ends))
