"""The layout of the bones and flags of a table that branches.

A flag in a tight place shows its number as well as its letter if it has room for both.
"""

from collections.abc import Iterator, Sequence

from renderers.geometry.lineage import End, Lineage
from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag, Placement, around
from renderers.geometry.snake import (
    FLAG_GAP,
    FLAG_HEIGHT,
    FLAG_SMALL,
    FLAG_SMALL_GAP,
    FLAG_SMALL_LABELLED,
    FLAG_WIDTH,
    FLAG_WIDTH_LABELLED,
)
from renderers.scene.bones import LineScene
from renderers.tree import plans
from renderers.tree.growth import Growth
from renderers.tree.joints import JointShape
from renderers.tree.occupancy import CELL, COMPASS


def lay_out_tree(scene: LineScene, lineage: Lineage) -> Placement:
    growth = plans.laid(lineage).growth
    first = growth.laid[0].area.box
    placement = Placement(
        bones=tuple([PlacedBone(j.area.box, COMPASS[j.heading], j.across) for j in growth.laid]),
        flags=tuple(
            [_flag(growth, (end.bone, end.side), labelled=bool(end.label)) for end in scene.ends]
        ),
    )
    if any(flag.small for flag in placement.flags):
        placement = with_numbers(scene, placement)
    return placement.moved(-first.x - first.width / 2, -first.y - first.height / 2)


def _flag(growth: Growth, end: End, *, labelled: bool) -> PlacedFlag:
    spot = growth.spots[end]
    joint, opening = spot.joint, spot.waiting.opening
    x: float
    y: float
    if spot.small:
        x, y = joint.moved(opening.x, opening.y).rear
        way = COMPASS[joint.heading]
        box = Box.ahead(x * CELL, y * CELL, way, FLAG_SMALL, FLAG_SMALL)
        return PlacedFlag(
            box.moved(way.dx * FLAG_SMALL_GAP, way.dy * FLAG_SMALL_GAP), way, small=True
        )
    length = FLAG_WIDTH_LABELLED if labelled else FLAG_WIDTH
    along, on = COMPASS[joint.heading], COMPASS[opening.heading]
    if joint.shape is not JointShape.ELBOW:
        x, y = joint.moved(opening.x, opening.y).rear
        box = Box.ahead(x * CELL, y * CELL, along, length, FLAG_HEIGHT)
        return PlacedFlag(box.moved(along.dx * FLAG_GAP, along.dy * FLAG_GAP), along)
    # The flag's rear end is in front of the opening, and the rest of it to the side.
    far = FLAG_GAP + FLAG_HEIGHT / 2
    x = opening.x * CELL + on.dx * far - along.dx * FLAG_HEIGHT / 2
    y = opening.y * CELL + on.dy * far - along.dy * FLAG_HEIGHT / 2
    box = Box.ahead(x, y, along, length, FLAG_HEIGHT)
    return PlacedFlag(box, on, along if labelled else None)


ROUNDING = 1e-9
NEAR = 3.0
"""How far the corner of a box may be from that of a small flag and still be in the way of its
number, in units: a bone is two units long."""


def with_numbers(scene: LineScene, placement: Placement) -> Placement:
    """Return the layout with every small flag made longer that has room for letter and number.

    It keeps away from everything else and takes the layout no further to any side, so that nothing
    else moves. The sign of a closed end shows no number.
    """
    flags = list(placement.flags)
    boxes = [bone.box for bone in placement.bones] + [flag.box for flag in flags]
    room = around(boxes)
    # The oldest ends come first, so that a new bone's ends don't push their flags about.
    for _, _, at in sorted(
        (end.bone, end.side, at)
        for at, end in enumerate(scene.ends)
        if flags[at].small and end.label and end.mark != "closed"
    ):
        x, y, *_ = spot = flags[at].box
        near = [box for box in boxes if abs(box[0] - x) < NEAR and abs(box[1] - y) < NEAR]
        near.remove(spot)
        longer = _longer(flags[at])
        flags[at] = next((each for each in longer if _fits(each.box, near, room)), flags[at])
        boxes[boxes.index(spot)] = flags[at].box
    return Placement(placement.bones, tuple(flags))


def _longer(flag: PlacedFlag) -> Iterator[PlacedFlag]:
    """Yield the ways to make a small flag longer, the preferred first: it covers the old one."""
    way, more = flag.heading, FLAG_SMALL_LABELLED - FLAG_SMALL
    yield flag._replace(box=_extended(flag.box, way, more))
    right = COMPASS[(COMPASS.index(way) + 1) % 4]
    over = _extended(flag.box, right, more).moved(-right.dx * more / 2, -right.dy * more / 2)
    yield flag._replace(box=over)
    for side in (right, right.back):
        yield flag._replace(box=_extended(flag.box, side, more), aside=side)


def _extended(box: Box, way: Heading, more: float) -> Box:
    x, y = box.x + min(0, way.dx * more), box.y + min(0, way.dy * more)
    return Box(x, y, box.width + abs(way.dx) * more, box.height + abs(way.dy) * more)


def _fits(box: Box, others: Sequence[Box], room: Box) -> bool:
    felt = box.grown(FLAG_SMALL_GAP - ROUNDING)
    return room.grown(ROUNDING).holds(box) and not any(map(felt.overlaps, others))
