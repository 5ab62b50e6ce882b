"""Where the bones of branching tables lie: as for lines, and with a flag at up to 16 ends."""

from __future__ import annotations

import os
from itertools import combinations, pairwise

import pytest

from renderers.geometry import lay_out
from renderers.line import MARGIN
from renderers.lineage import BrokenScene
from renderers.places import Box, Heading, PlacedBone, Placement
from renderers.scene import LaidBone, LineScene, OpenEnd
from tests.renderers.test_geometry import gap, inside, seam
from tests.renderers.trees import KINDS, cut, games, labelled

TABLES = int(os.environ.get("BONEYARD_TREES", "1000"))
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
        if (a, b) in joined and linked(one.box, other.box, placement):
            continue
        if (a, b) in joined:
            check_joint(one, other, scene.bones[b].side, first=a == 0)
        else:
            assert gap(one.box, other.box) >= 0.5, (a, b)


def linked(one: Box, other: Box, placement: Placement) -> bool:
    """Whether the bones lie apart, with a rod from one to the other."""
    return any(gap(rod, one) == gap(rod, other) == 0 for rod in placement.links)


def check_joint(one: PlacedBone, other: PlacedBone, side: str, *, first: bool) -> None:
    """The halves that touch are the right ones, and they touch with a whole edge."""
    assert gap(one.box, other.box) == 0
    near = other.box if other.across else other.near
    if one.across or side in ("left", "right"):
        assert gap(one.box, near) == 0
        assert seam(one.box, near) == 1
        assert middle(one.box, near)
    else:
        assert gap(one.near if first and side == "l" else one.far, near) == 0
        assert seam(one.near if first and side == "l" else one.far, near) == 1
    assert side_of(one, near, first=first) == (side if one.across else side_of(one, near, first=first))


def middle(one: Box, other: Box) -> bool:
    """Whether the boxes' middles are on one line, or a short side is touched."""
    return (
        one.x + one.width / 2 == other.x + other.width / 2
        or one.y + one.height / 2 == other.y + other.height / 2
    )


def side_of(one: PlacedBone, near: Box, *, first: bool) -> str:
    dx = near.x + near.width / 2 - one.box.x - one.box.width / 2
    dy = near.y + near.height / 2 - one.box.y - one.box.height / 2
    if first:
        return ("r" if dx > 0 else "l") if abs(dx) > abs(dy) else ("d" if dy > 0 else "u")
    ahead = dx * one.heading.dx + dy * one.heading.dy
    aside = dy * one.heading.dx - dx * one.heading.dy
    return "end" if ahead > abs(aside) else "right" if aside > 0 else "left"


def check_flags(scene: LineScene, placement: Placement) -> None:
    assert len(placement.flags) == len(scene.ends)
    for end, flag in zip(scene.ends, placement.flags, strict=True):
        assert inside(flag.box, placement, 0.1)
        for index, bone in enumerate(placement.bones):
            if index != end.bone:
                assert gap(flag.box, bone.box) > 0.15, (end, index)
        assert 0.1 < gap(flag.box, placement.bones[end.bone].box) < 0.3
    for one, other in combinations(placement.flags, 2):
        assert gap(one.box, other.box) > 0.1


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees(kind):
    for number, tree in enumerate(games(kind, 60, seed=1)):
        check(labelled(tree) if number % 2 else tree)
        check(cut(tree, 1 + number % len(tree.bones)))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_trees(kind):
    for number, tree in enumerate(games(kind, TABLES, seed=2)):
        check(labelled(tree) if number % 2 else tree)
