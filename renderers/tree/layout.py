"""The layout of the bones and flags of a table that branches."""

from renderers.geometry.lineage import End, Lineage
from renderers.geometry.places import Box, PlacedBone, PlacedFlag, Placement
from renderers.geometry.snake import (
    FLAG_GAP,
    FLAG_HEIGHT,
    FLAG_SMALL,
    FLAG_SMALL_GAP,
    FLAG_WIDTH,
    FLAG_WIDTH_LABELLED,
)
from renderers.scene.bones import LineScene
from renderers.tree import plans
from renderers.tree.growth import Growth
from renderers.tree.joints import JointShape
from renderers.tree.occupancy import CELL, COMPASS
from renderers.tree.tight_flags import with_numbers


def lay_out_tree(scene: LineScene, lineage: Lineage) -> Placement:
    """Return the place of every bone and every flag of a scene that has a bone."""
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
    """Return a flag in the place of the next bone, its length in that bone's direction."""
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
    if joint.way is not JointShape.ELBOW:
        x, y = joint.moved(opening.x, opening.y).rear
        box = Box.ahead(x * CELL, y * CELL, along, length, FLAG_HEIGHT)
        return PlacedFlag(box.moved(along.dx * FLAG_GAP, along.dy * FLAG_GAP), along)
    # The flag's rear end is in front of the opening, and the rest of it to the side.
    far = FLAG_GAP + FLAG_HEIGHT / 2
    x = opening.x * CELL + on.dx * far - along.dx * FLAG_HEIGHT / 2
    y = opening.y * CELL + on.dy * far - along.dy * FLAG_HEIGHT / 2
    box = Box.ahead(x, y, along, length, FLAG_HEIGHT)
    return PlacedFlag(box, on, along if labelled else None)
