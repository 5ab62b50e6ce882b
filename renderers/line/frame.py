"""The frame of a table: the felt around its bones and flags, in units.

It fills the width of a picture, and follows the layout in height: a cross in its first moves is a
landscape, a long line a portrait. Bones are as large as that allows, up to the size they have in a
frame `NARROWEST` units wide.
"""

from renderers.geometry.places import Box, Placement, around
from renderers.scene.bones import LineScene

MARGIN, FLAG_MARGIN = 0.5, 0.2
"""The felt between each edge and the bones, and between a side edge and the flags, in units."""
NARROWEST, LOWEST = 12.0, 4.5
"""The least width and height, in units: few bones don't become huge, nor lie on a strip."""
TALLEST = 1.25
"""The largest height, as a multiple of the width, of a table that has the picture to itself.

A phone 400 points wide shows a message's pictures about 300 wide, so they are at most 375 high and
leave room for the seats and the buttons."""
FIRST = Box(-1, -0.5, 2, 1)  # the place of a first bone


def frame_of(scene: LineScene, placement: Placement, tallest: float = TALLEST) -> Box:
    extent = extent_of(scene, placement)
    height = max(extent.height + 2 * MARGIN, LOWEST)
    width = max(extent.width + 2 * MARGIN, NARROWEST, height / tallest)
    x, y = extent.x + extent.width / 2, extent.y + extent.height / 2
    return Box(x - width / 2, y - height / 2, width, height)


def extent_of(scene: LineScene, placement: Placement) -> Box:
    """Return the box around all bones, the flags of all ends, and the scene's own extent.

    If no end has a mark, no flag takes room. A flag may reach beyond its sides, into the margin of
    the frame.
    """
    boxes = [bone.box for bone in placement.bones] or [FIRST]
    if any(end.mark != "none" for end in scene.ends):
        boxes += [_less_margin(flag.box) for flag in placement.flags]
    return around(boxes if scene.extent is None else [*boxes, Box(*scene.extent)])


def _less_margin(flag: Box) -> Box:
    inset = MARGIN - FLAG_MARGIN
    return Box(flag.x + inset, flag.y, flag.width - 2 * inset, flag.height)
