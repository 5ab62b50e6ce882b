"""The layout of bones and flags, without Pillow or pixels: one unit is half a bone.

In a line with two ends, both arms go straight on from the first bone until the line is `SPAN` units
wide, wherever that is. From then on its edges are fixed: arm `"r"` turns down there and comes back,
arm `"l"` turns up. A bone's place, counted from the first bone's, depends only on the bones laid
before it, so no bone ever moves as a line grows: the frame grows around it.
"""

from dataclasses import dataclass

from renderers.geometry.lineage import Lineage
from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag, Placement
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
        """Return the flag of an arm; one straight ahead leaves less room for the other arm."""
        tip = self.tips[arm]
        flag = tip.flag(self._room(tip), labelled)
        if flag.heading is tip.row:
            self._take(flag.box)
        return flag

    def _room(self, tip: Tip) -> float:
        """Return the units from a tip to where the line would become wider than `SPAN`."""
        if tip.row is Heading.EAST:
            return self.left + SPAN - tip.x
        return tip.x - (self.right - SPAN)

    def _take(self, box: Box) -> None:
        self.left, self.right = min(self.left, box.x), max(self.right, box.right)
