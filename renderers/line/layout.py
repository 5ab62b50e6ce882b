"""The layout of bones and flags, without Pillow or pixels: one unit is half a bone.

In a line with two ends, both arms go straight on from the first bone until the line is `SPAN` units
wide, wherever that is. From then on its edges are fixed: arm `"r"` turns down there and comes back,
arm `"l"` turns up. A bone's place, counted from the first bone's, depends only on the bones laid
before it, so no bone ever moves as a line grows: the frame grows around it.

The frame around them fills the width of a picture, and follows the layout in height: a cross in its
first moves is a landscape, a long line a portrait. Bones are as large as that allows, up to the
size they have in a frame `NARROWEST` units wide.
"""

from dataclasses import dataclass

from renderers.geometry.lineage import Lineage
from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag, Placement, around
from renderers.geometry.snake import ACROSS, ALONG, Tip
from renderers.scene.bones import LineScene
from renderers.tree.layout import lay_out_tree


def lay_out(scene: LineScene) -> Placement:
    """Return the place of every bone and every flag of the scene.

    Raises `BrokenScene` if it names a bone or a side that does not exist or is taken.
    """
    lineage = Lineage.of(scene)
    if scene.bones and (scene.branching or lineage.spinners):
        return lay_out_tree(scene, lineage)
    return lay_out_line(scene)


SPAN = 11.0
"""The width of the widest line, in units: five or six bones, so a phone shows each of them large,
and all 28 bones of a set in a picture not much higher than wide."""
_DRIFTS = {"l": Heading.NORTH, "r": Heading.SOUTH}
_ROWS = {"l": Heading.WEST, "r": Heading.EAST}


def lay_out_line(scene: LineScene) -> Placement:
    if not scene.bones:
        return Placement((), ())
    line = _Line.started(across=scene.bones[0].crosswise)
    arms = [""]
    for bone in scene.bones[1:]:
        arms.append(arms[bone.parent or 0] or bone.side)
        line.lay(arms[-1], crosswise=bone.crosswise)
    flags = [line.flag(arms[e.bone] or e.side, labelled=bool(e.label)) for e in scene.ends]
    return Placement(tuple(line.bones), tuple(flags))


@dataclass(slots=True)
class _Line:
    """A growing line; its first bone's middle is at (0, 0).

    It reaches from x = `left` to x = `right`, the room kept beyond a crosswise double included.
    """

    bones: list[PlacedBone]
    tips: dict[str, Tip]
    left: float
    right: float

    @classmethod
    def started(cls, *, across: bool) -> "_Line":
        half, breadth = (ACROSS / 2, 2) if across else (ALONG / 2, 1)
        box = Box.ahead(-half, 0, Heading.EAST, 2 * half, breadth)
        tips = {arm: Tip(half * row.dx, 0, row, row, _DRIFTS[arm]) for arm, row in _ROWS.items()}
        kept = half + ALONG if across else half
        return cls([PlacedBone(box, Heading.EAST, across)], tips, -kept, kept)

    def lay(self, arm: str, *, crosswise: bool) -> None:
        tip = self.tips[arm]
        bone, self.tips[arm] = tip.lay(self._room(tip), crosswise)
        self.bones.append(bone)
        self._take(bone.box)
        if bone.across:
            # A bone that hung from the short side of a double would look like a branch.
            self._take(bone.box.moved(bone.heading.dx * ALONG, 0))

    def flag(self, arm: str, *, labelled: bool) -> PlacedFlag:
        tip = self.tips[arm]
        flag = tip.flag(self._room(tip), labelled)
        if flag.heading is tip.row:
            self._take(flag.box)
        return flag

    def _room(self, tip: Tip) -> float:
        if tip.row is Heading.EAST:
            return self.left + SPAN - tip.x
        return tip.x - (self.right - SPAN)

    def _take(self, box: Box) -> None:
        self.left, self.right = min(self.left, box.x), max(self.right, box.right)


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
        inset = MARGIN - FLAG_MARGIN
        flags = [flag.box for flag in placement.flags]
        boxes += [Box(f.x + inset, f.y, f.width - 2 * inset, f.height) for f in flags]
    return around(boxes if scene.extent is None else [*boxes, Box(*scene.extent)])
