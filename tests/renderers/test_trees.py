"""The layout of tables that branch: as for lines, and with a flag at up to 16 ends."""

from itertools import combinations, pairwise

import pytest

from renderers.geometry.lineage import BrokenScene
from renderers.geometry.places import Box, PlacedBone, Placement
from renderers.line.frame import FLAG_MARGIN, MARGIN, NARROWEST, TALLEST, frame_of
from renderers.line.layout import lay_out
from renderers.scene.bones import LaidBone, LineScene, OpenEnd
from renderers.tree import plans
from tests.renderers.pictures import ROUNDING, gap, seam, within
from tests.renderers.trees import KINDS, cut, games, labelled
from tests.seeds import SEEDS

TABLES = 100 * len(SEEDS)
"""The number of tables of each kind in the long tests."""


def check(scene: LineScene) -> None:
    """Check everything, with half a unit of felt between bones that are not joined."""
    check_frame(scene, placement := lay_out(scene))
    check_bones(scene, placement, felt=0.5)
    check_flags(scene, placement)


def is_crowded(scene: LineScene) -> bool:
    """Return whether bones are closer than that, or a flag has no room."""
    check_frame(scene, placement := lay_out(scene))
    try:
        check_bones(scene, placement, felt=0.5)
        check_flags(scene, placement)
    except AssertionError:
        return True
    return False


def is_heaped(scene: LineScene) -> bool:
    """Return whether a bone overlaps another one."""
    bones = lay_out(scene).bones
    return any(gap(one.box, other.box) < 0 for one, other in combinations(bones, 2))


def check_frame(scene: LineScene, placement: Placement) -> None:
    frame = frame_of(scene, placement)
    assert len(placement.bones) == len(scene.bones)
    assert all(within(bone.box, frame, MARGIN) for bone in placement.bones)
    assert all(within(flag.box, frame, FLAG_MARGIN) for flag in placement.flags)
    assert {(bone.box.width, bone.box.height) for bone in placement.bones} <= {(1, 2), (2, 1)}
    assert NARROWEST <= frame.width <= 24
    assert frame.height <= TALLEST * frame.width + ROUNDING


def check_bones(scene: LineScene, placement: Placement, felt: float) -> None:
    joined = {(bone.parent, index) for index, bone in enumerate(scene.bones)}
    for (a, one), (b, other) in combinations(enumerate(placement.bones), 2):
        if (a, b) not in joined:
            assert gap(one.box, other.box) >= felt, (a, b)
        else:
            check_joint(one, other, scene.bones[b].side, first=a == 0)


def check_joint(one: PlacedBone, other: PlacedBone, side: str, *, first: bool) -> None:
    """Check that the halves that should be joined share a whole edge."""
    assert gap(one.box, other.box) == 0
    near = other.box if other.across else other.near
    half = one.near if first and side == "l" else one.far
    if one.across or side in ("left", "right"):
        half = one.box
        assert side_of(one, near, first=first) == side
    assert gap(half, near) == 0
    assert seam(half, near) == (2 if one.across and other.across else 1)


def side_of(one: PlacedBone, near: Box, *, first: bool) -> str:
    """Return the side of a double's middle on which a half lies."""
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
        felt = 0.09 if flag.small else 0.15
        for index, bone in enumerate(placement.bones):
            if index != end.bone:
                assert gap(flag.box, bone.box) > felt, (end, index)
        assert felt < gap(flag.box, placement.bones[end.bone].box) < 0.25
    for one, other in combinations(placement.flags, 2):
        assert gap(one.box, other.box) > (-0.01 if one.small or other.small else 0.09)


CALM, CROWDED = KINDS[:4], KINDS[4]


@pytest.mark.parametrize("count", [4, pytest.param(24, marks=pytest.mark.deep)])
@pytest.mark.parametrize("kind", CALM)
def test_random_trees(kind, count):
    for number, tree in enumerate(games(kind, count, seed=1)):
        check(labelled(tree) if number % 2 else tree)
        check(cut(tree, 1 + number % len(tree.bones)))


@pytest.mark.deep
@pytest.mark.parametrize("kind", CALM)
def test_many_random_trees(kind):
    crowded = heaped = 0
    for number, tree in enumerate(games(kind, TABLES, seed=2)):
        for scene in (labelled(tree) if number % 2 else tree, cut(tree, 1 + number % 28)):
            crowded += is_crowded(scene)
            heaped += is_heaped(scene)
    assert heaped == 0
    assert crowded <= TABLES / 200


@pytest.mark.deep
def test_seven_doubles_side_by_side():
    """Whoever lays all doubles as soon as may be crowds the table; few tables have no felt left."""
    assert sum(map(is_crowded, games(CROWDED, 24, seed=1))) <= 5


@pytest.mark.deep
def test_many_tables_with_seven_doubles_side_by_side():
    tables = list(games(CROWDED, TABLES, seed=2))
    assert sum(map(is_crowded, tables)) <= TABLES / 6
    assert sum(map(is_heaped, tables)) <= TABLES / 100


MOVES = dict(zip(KINDS, (0.01, 0.01, 0.02, 0.03, 0.05), strict=True))


@pytest.mark.parametrize(
    ("kind", "count"),
    [("cross", 6), *(pytest.param(kind, 12, marks=pytest.mark.deep) for kind in KINDS)],
)
def test_bones_keep_their_places(kind, count):
    moves = pictures = 0
    for tree in games(kind, count, seed=4):
        placements = [lay_out(cut(tree, count)) for count in range(1, len(tree.bones) + 1)]
        for before, after in pairwise(placements):
            moves += before.bones != after.bones[:-1]
            pictures += 1
    assert moves / pictures < MOVES[kind]


@pytest.mark.parametrize(
    ("kind", "count"),
    [("cross", 1), ("lucky", 1), *(pytest.param(k, 4, marks=pytest.mark.deep) for k in KINDS)],
)
def test_the_same_scene_lies_the_same_way(kind, count):
    """Whatever was laid out before, and whatever the flags are called."""
    for tree in games(kind, count, seed=5):
        grown = [lay_out(cut(tree, count)) for count in range(1, len(tree.bones) + 1)][-1]
        plans.laid.cache_clear()
        assert lay_out(tree).bones == grown.bones
        assert lay_out(labelled(tree)).bones == grown.bones


@pytest.mark.deep
@pytest.mark.parametrize(("kind", "most"), [*zip(KINDS, (0, 1, 12, 12, 20), strict=True)])
def test_there_is_room_for_nearly_every_number(kind, most):
    """Only where many doubles branch a few flags have no room for more than their letter."""
    small = [sum(flag.small for flag in lay_out(tree).flags) for tree in games(kind, 30, seed=6)]
    assert sum(map(bool, small)) <= most
    assert max(small) <= 6


@pytest.mark.parametrize("count", [5, pytest.param(40, marks=pytest.mark.deep)])
def test_four_arms_never_turn_the_same_way(count):
    for tree in games("cross", count, seed=7):
        turns = first_turns(tree, lay_out(tree))
        assert len(turns) < 4 or len(set(turns.values())) == 2


def first_turns(tree: LineScene, placement: Placement) -> dict[str, int]:
    """Return for each arm that turns the direction of its first turn: 1 right, -1 left."""
    arms, turns = [""], dict[str, int]()
    for index, bone in enumerate(tree.bones[1:], 1):
        parent = bone.parent or 0
        arms.append(arms[parent] or bone.side)
        here, before = (placement.bones[at].heading for at in (index, parent))
        toward = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}
        dx, dy = (before.dx, before.dy) if parent else toward[bone.side]
        if turn := dx * here.dy - dy * here.dx:
            turns.setdefault(arms[index], turn)
    return turns


@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.deep)])
def test_a_cross_goes_straight(count):
    """The first bones of all arms form a cross."""
    for tree in games("cross", count, seed=8):
        first, *arms = [bone.box for bone in lay_out(cut(tree, 5)).bones]
        assert all(0 in (b.x + b.width / 2, b.y + b.height / 2) for b in arms)
        assert first == Box(-0.5, -1, 1, 2)


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
    scene = LineScene(tuple(bones), ends, branching=True)
    check_frame(scene, lay_out(scene))
    assert not is_heaped(scene)


def test_where_there_is_no_room_at_all_bones_lie_on_each_other(monkeypatch):
    monkeypatch.setattr(plans, "TIERS", ((12, 12),))
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
