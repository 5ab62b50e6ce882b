from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from renderers.geometry.lineage import BrokenScene
from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag, Placement, around
from renderers.geometry.snake import FLAG_SMALL_GAP, FLAG_SMALL_LABELLED
from renderers.line.layout import FLAG_MARGIN, MARGIN, NARROWEST, TALLEST, frame_of, lay_out
from renderers.scene.bones import LaidBone, LineScene, OpenEnd
from renderers.tree import plans
from renderers.tree.layout import with_numbers
from tests.renderers.pictures import ROUNDING, gap, seam, within
from tests.renderers.trees import KINDS, cut, games, labelled
from tests.seeds import SEEDS

TABLES = 100 * len(SEEDS)  # the number of tables of each kind in the long tests


def check(scene: LineScene) -> None:
    """Check everything, with half a unit of felt between bones that are not joined."""
    check_frame(scene, placement := lay_out(scene))
    check_bones(scene, placement, felt=0.5)
    check_flags(scene, placement)


def is_crowded(scene: LineScene) -> bool:
    """Return whether bones are closer than that, or a flag has no room."""
    check_frame(scene, lay_out(scene))
    try:
        check(scene)
    except AssertionError:
        return True
    return False


def overlaps(scene: LineScene) -> bool:
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
    assert gap(one.box, other.box) == 0
    near = other.box if other.across else other.near
    half = one.near if first and side == "l" else one.far
    if one.across or side in ("left", "right"):
        half = one.box
        assert side_of(one, near, first=first) == side
    assert gap(half, near) == 0
    assert seam(half, near) == (2 if one.across and other.across else 1)


def side_of(one: PlacedBone, near: Box, *, first: bool) -> str:
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
        lettered = any(flag.small and flag.single for flag in (one, other))
        assert gap(one.box, other.box) > (-0.01 if lettered else 0.09)


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
    crowded = overlapping = 0
    for number, tree in enumerate(games(kind, TABLES, seed=2)):
        for scene in (labelled(tree) if number % 2 else tree, cut(tree, 1 + number % 28)):
            crowded += is_crowded(scene)
            overlapping += overlaps(scene)
    assert overlapping == 0
    assert crowded <= TABLES / 200


@pytest.mark.deep
def test_many_tables_with_seven_doubles_side_by_side():
    """Whoever lays all doubles as soon as may be crowds the table; few have no felt left."""
    tables = list(games(CROWDED, TABLES, seed=2))
    assert sum(map(is_crowded, tables)) <= TABLES / 6
    assert sum(map(overlaps, tables)) <= TABLES / 100


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
@pytest.mark.parametrize(("kind", "most"), [*zip(KINDS, (0, 0, 1, 1, 3), strict=True)])
def test_there_is_room_for_nearly_every_number(kind, most):
    """Only where many doubles branch, few flags have no room for more than their letter."""
    trees = [lay_out(labelled(tree)) for tree in games(kind, 30, seed=6)]
    lettered = [sum(flag.single for flag in tree.flags) for tree in trees]
    assert sum(map(bool, lettered)) <= most
    assert max(lettered) <= 2


SPOT = PlacedFlag(Box(1.1, -0.4, 0.8, 0.8), Heading.EAST, small=True)
"""The place of a small flag at the right end of a bone whose middle is at (0, 0)."""


@pytest.mark.parametrize(
    ("changes", "room", "box", "aside"),
    [
        pytest.param({}, Box(-2, -2, 4.4, 4), Box(1.1, -0.4, 1.3, 0.8), None, id="ahead"),
        pytest.param({}, Box(-2, -2, 4, 4), Box(1.1, -0.65, 0.8, 1.3), None, id="over the middle"),
        pytest.param({}, Box(-2, -0.5, 4, 3), Box(1.1, -0.4, 0.8, 1.3), Heading.SOUTH, id="aside"),
        pytest.param({}, Box(-2, -2, 4, 2.5), Box(1.1, -0.9, 0.8, 1.3), Heading.NORTH, id="north"),
        pytest.param({}, Box(-2, -0.6, 4, 1.2), SPOT.box, None, id="no room"),
        pytest.param({"label": ""}, Box(-2, -2, 5, 4), SPOT.box, None, id="no letter"),
        pytest.param({"mark": "closed"}, Box(-2, -2, 5, 4), SPOT.box, None, id="closed"),
    ],
)
def test_a_small_flag_gets_its_number_where_there_is_room(changes, room, box, aside):
    """It takes the layout no further to any side than what is in the corners of the `room`."""
    boxes = [Box(room.x, room.y, 0, 0), Box(room.right, room.bottom, 0, 0), Box(-1, -0.5, 2, 1)]
    bones = tuple(PlacedBone(each, Heading.EAST) for each in boxes)
    ends = (replace(OpenEnd(0, "r", 4, "E"), **changes),)
    scene = LineScene((LaidBone(6, 4),), ends, branching=True)
    placed = with_numbers(scene, Placement(bones, (SPOT,))).flags[0]
    assert tuple(placed.box) == pytest.approx(tuple(box))
    assert (placed.heading, placed.aside, placed.small) == (Heading.EAST, aside, True)


def longer(box: Box, heading: Heading) -> list[Box]:
    """Return where a small flag could also have its number: ahead, over the middle, or aside."""
    side, more = box.width, FLAG_SMALL_LABELLED - box.width
    back = more if heading in (Heading.WEST, Heading.NORTH) else 0
    shifts = (0, more / 2, more)
    if heading.dx:
        ahead = Box(box.x - back, box.y, side + more, side)
        return [ahead, *(Box(box.x, box.y - shift, side, side + more) for shift in shifts)]
    ahead = Box(box.x, box.y - back, side, side + more)
    return [ahead, *(Box(box.x - shift, box.y, side + more, side) for shift in shifts)]


def outline(placement: Placement) -> Box:
    boxes = [bone.box for bone in placement.bones] + [flag.box for flag in placement.flags]
    return around(boxes)


def shut(scene: LineScene) -> LineScene:
    """Return the scene with all ends closed, so that no flag has to show its number."""
    return replace(scene, ends=tuple(replace(end, mark="closed") for end in scene.ends))


def tight_trees(count: int) -> Iterator[LineScene]:
    for kind in ("lucky", "classic", "eager"):
        for number, tree in enumerate(games(kind, count, seed=10)):
            yield labelled(cut(tree, len(tree.bones) - number % 12))


@pytest.mark.parametrize("count", [16, pytest.param(TABLES, marks=pytest.mark.deep)])
def test_a_flag_shows_its_number_wherever_there_is_room(count):
    """It is longer there, away from everything, nothing else moves, and the frame stays as it is.
    Without room it stays as it was."""
    numbered = 0
    for scene in tight_trees(count):
        before, after = lay_out(shut(scene)), lay_out(scene)
        frame = frame_of(scene, after)
        assert (frame, after.bones) == (frame_of(shut(scene), before), before.bones)
        room = outline(after)
        for at, (old, new) in enumerate(zip(before.flags, after.flags, strict=True)):
            others = [bone.box for bone in after.bones]
            others += [flag.box for flag in after.flags[:at] + after.flags[at + 1 :]]
            if not new.single and new != old:
                numbered += 1
                assert within(old.box, new.box)
                assert within(new.box, frame, FLAG_MARGIN)
                assert min(gap(new.box, box) for box in others) >= FLAG_SMALL_GAP - ROUNDING
                continue
            assert new == old
            if new.single:
                for box in longer(new.box, new.heading):
                    free = min(gap(box, other) for other in others) >= FLAG_SMALL_GAP - ROUNDING
                    assert not (free and within(box, room)), (at, box)
    assert numbered >= count / 2


def around_flags(scene: LineScene) -> dict[OpenEnd, tuple[Box, set[Box], PlacedFlag]]:
    placement, spots = lay_out(scene), lay_out(shut(scene)).flags
    room, found = _rounded(outline(placement)), {}
    boxes = [bone.box for bone in placement.bones] + [flag.box for flag in placement.flags]
    for at, (end, flag) in enumerate(zip(scene.ends, placement.flags, strict=True)):
        own = len(placement.bones) + at
        others = boxes[:own] + boxes[own + 1 :]
        near = {_rounded(box) for box in others if gap(box, spots[at].box) <= FLAG_SMALL_LABELLED}
        found[end] = room, near, flag._replace(box=_rounded(flag.box))
    return found


def _rounded(box: Box) -> Box:
    return Box(*(round(each, 6) for each in box))


@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.deep)])
def test_a_long_flag_stays_until_something_near_it_changes(count):
    stayed = 0
    for tree in games("eager", count, seed=11):
        scenes = [lettered_by_bone(cut(tree, laid)) for laid in range(1, len(tree.bones) + 1)]
        for before, after in pairwise(map(around_flags, scenes)):
            for end in before.keys() & after.keys():
                room, near, flag = before[end]
                if flag.small and not flag.single and (room, near) == after[end][:2]:
                    assert after[end][2] == flag
                    stayed += 1
    assert stayed >= count


def lettered_by_bone(tree: LineScene) -> LineScene:
    """Return the tree with a letter at each end that stays the same while the tree grows."""
    ends = tuple(replace(end, label=chr(ord("A") + end.bone % 26)) for end in tree.ends)
    return replace(tree, ends=ends)


@pytest.mark.parametrize("count", [5, pytest.param(40, marks=pytest.mark.deep)])
def test_four_arms_never_turn_the_same_way(count):
    for tree in games("cross", count, seed=7):
        turns = first_turns(tree, lay_out(tree))
        assert len(turns) < 4 or len(set(turns.values())) == 2


def first_turns(tree: LineScene, placement: Placement) -> dict[str, int]:
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
    assert not overlaps(scene)


def test_where_there_is_no_room_at_all_bones_lie_on_each_other(monkeypatch):
    monkeypatch.setattr(plans, "TIERS", ((12, 12),))
    plans.laid.cache_clear()
    for tree in games("lucky", 2, seed=9):
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
