"""Where the bones of a line lie. No Pillow, no pixels: one unit is half a bone.

The first bone lies in the middle of the frame. Arm `"r"` goes right, turns down and comes back;
arm `"l"` goes left and turns up. The frame is the smallest tier that holds the line with a flag at
either end. A bone keeps its place while the tier stays; when an arm would leave the frame at the
top or at the bottom, the whole line moves by the fewest half rows that make room.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil

from renderers.places import Box, Heading, PlacedBone, PlacedFlag, Placement
from renderers.scene import LaidBone, LineScene
from renderers.snake import Tip

MARGIN = 0.5
"""The felt kept free along the frame, in units; a flag may stand in half of it."""
SHIFT = 1.5
"""A line moves up or down in steps of half the distance of two rows, in units."""
TIERS = ((10.0, 7.5), (12.0, 9.0), (14.0, 10.5), (16.0, 12.0), (16.0, 15.0))
"""Width and height of the frames in units, from few large bones to a whole double-six set."""


class NotALine(ValueError):
    """The scene branches, or names a bone or an end that is not there."""


def lay_out(scene: LineScene) -> Placement:
    """The place of every bone and every flag of the scene.

    Raises `NotALine` for a scene that is not one line with two ends.
    """
    arms = _arms(scene.bones)
    for width, height in _frames():
        placement = _Line(scene, arms, width).fit(height)
        if placement is not None:
            return placement
    raise AssertionError("the frames grow without end")


def _frames() -> Iterator[tuple[float, float]]:
    yield from TIERS
    width, height = TIERS[-1]
    for more in count(1):
        yield width + 2 * more, height + 2 * more


def _arms(bones: tuple[LaidBone, ...]) -> tuple[str, ...]:
    """For each bone the arm it belongs to; the first bone's is empty."""
    arms: list[str] = []
    tips: dict[str, int] = {"l": 0, "r": 0}
    for index, bone in enumerate(bones):
        if index == 0 and bone.parent is None:
            arms.append("")
            continue
        if bone.parent is None or not 0 <= bone.parent < index:
            raise NotALine(f"bone {index} lies against no earlier bone")
        arm = bone.side if bone.parent == 0 else arms[bone.parent]
        if tips.get(arm) != bone.parent or (bone.parent != 0 and bone.side != "end"):
            raise NotALine(f"bone {index} leaves the line")
        arms.append(arm)
        tips[arm] = index
    return tuple(arms)


class _Line:
    """A line laid in rows of one width, its first bone around (0, 0)."""

    def __init__(self, scene: LineScene, arms: tuple[str, ...], width: float) -> None:
        self.width = width
        first = bool(scene.bones) and scene.bones[0].crosswise
        reach, edge = (0.5 if first else 1.0), width / 2 - MARGIN
        self.tips = {
            "l": Tip(-reach, 0, Heading.WEST, Heading.WEST, Heading.NORTH, -edge, edge),
            "r": Tip(reach, 0, Heading.EAST, Heading.EAST, Heading.SOUTH, -edge, edge),
        }
        self.last = {"l": 0, "r": 0}
        self.bones: list[PlacedBone] = []
        for index, (bone, arm) in enumerate(zip(scene.bones, arms, strict=True)):
            if not arm:
                box = Box.ahead(-reach, 0, Heading.EAST, 2 * reach, 2 if first else 1)
                self.bones.append(PlacedBone(box, Heading.EAST, across=first))
                continue
            placed, self.tips[arm] = self.tips[arm].lay(bone.crosswise)
            self.bones.append(placed)
            self.last[arm] = index
        self.flags = [self._flag(end.bone, end.side, bool(end.label), arms) for end in scene.ends]

    def _flag(self, bone: int, side: str, labelled: bool, arms: tuple[str, ...]) -> PlacedFlag:
        if not 0 <= bone < len(arms):
            raise NotALine(f"no bone {bone} shows an end")
        arm = arms[bone] or side
        if self.last.get(arm) != bone or (arms[bone] and side != "end"):
            raise NotALine(f"bone {bone} is not the tip of an arm")
        return self.tips[arm].flag(labelled)

    def fit(self, height: float) -> Placement | None:
        """The line in a frame of this height, or `None` where it is too tall."""
        # Both arms' flags count, shown or not: taking a flag away must not move a bone.
        tips = [tip.flag(labelled=False).box for tip in self.tips.values()] if self.bones else []
        spare = MARGIN / 2
        top = min(
            [b.box.y - MARGIN for b in self.bones] + [box.y - spare for box in tips], default=0
        )
        bottom = max(
            [b.box.bottom + MARGIN for b in self.bones] + [box.bottom + spare for box in tips],
            default=0,
        )
        shift = _least_shift(height / 2 + top, height / 2 - bottom)
        if shift is None:
            return None
        dx, dy = self.width / 2, height / 2 + shift
        return Placement(
            self.width,
            height,
            tuple(bone.moved(dx, dy) for bone in self.bones),
            tuple(flag.moved(dx, dy) for flag in self.flags),
        )


def _least_shift(above: float, below: float) -> float | None:
    """The units to move down by, given the room left above and below (negative: too little)."""
    if above < 0:
        shift = ceil(-above / SHIFT) * SHIFT
    elif below < 0:
        shift = -ceil(-below / SHIFT) * SHIFT
    else:
        shift = 0.0
    return shift if above + shift >= 0 and below - shift >= 0 else None
