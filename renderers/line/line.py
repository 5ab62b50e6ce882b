"""The layout of a line with two ends. One unit is half a bone.

The first bone lies in the middle of the frame. Arm `"r"` goes right, turns down and comes back;
arm `"l"` goes left and turns up. The frame is the smallest tier that holds the line with a flag at
either end. While the tier stays, so do the bones; only when an arm would leave the frame does the
start move, up or down by half rows and sideways by `SIDESTEP`, by as little as makes room.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil, floor

from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag, Placement
from renderers.geometry.snake import ACROSS, ALONG, PITCH, Depth, Tip, depth
from renderers.scene.bones import LaidBone, LineScene

MARGIN = 0.5
"""The felt kept free along the frame, in units; a flag may take up half of it."""
SHIFT = 1.5
"""The step in which the start moves up or down, in units: half the distance of two rows."""
SIDESTEP = 4.5
"""The step in which the start moves sideways, in units: large, to move once, not at every bone."""
TIERS = ((12.0, 9.0), (14.0, 10.5), (16.0, 12.0), (16.0, 15.0))
"""Widths and heights of the frames in units, from a few large bones to a whole double-six set."""


def lay_out_line(scene: LineScene) -> Placement:
    """Return the place of every bone and every flag of a scene whose bones form one line."""
    line = _Line.of(scene)
    for width, height in _frames():
        start = line.start(width, height)
        if start is not None:
            return line.place(scene, width, height, start)
    raise AssertionError("the frames grow without end")


def _frames() -> Iterator[tuple[float, float]]:
    yield from TIERS
    width, height = TIERS[-1]
    for more in count(1):
        yield width + 2 * more, height + 2 * more


@dataclass(frozen=True, slots=True)
class _Line:
    """A scene's bones sorted into two arms.

    `arms` holds each bone's arm, empty for the first; `crosswise` holds for each arm which of its
    bones lie across; `across` is true if the first bone does.
    """

    arms: tuple[str, ...]
    crosswise: dict[str, list[bool]]
    across: bool

    @classmethod
    def of(cls, scene: LineScene) -> "_Line":
        arms = _arms(scene.bones)
        crosswise: dict[str, list[bool]] = {"l": [], "r": []}
        for bone, arm in zip(scene.bones, arms, strict=True):
            if arm:
                crosswise[arm].append(bone.crosswise)
        return cls(arms, crosswise, bool(scene.bones) and scene.bones[0].crosswise)

    @property
    def half(self) -> float:
        """Half the length that the first bone takes of its row, in units."""
        return (ACROSS if self.across else ALONG) / 2

    def start(self, width: float, height: float) -> tuple[float, float] | None:
        """Return the middle of the first bone in a frame, or `None` if the line does not fit."""
        span = width - 2 * MARGIN
        rows = floor((height - 2 * MARGIN - 1) / PITCH) + 1
        length = sum(ACROSS if cross else ALONG for arm in self.crosswise.values() for cross in arm)
        if length + 2 * self.half > rows * span + (rows - 1) * ALONG:
            return None
        for aside in _sidesteps(span):
            room = span / 2 - self.half
            above = self._need(depth(self.crosswise["l"], room + aside, span))
            below = self._need(depth(self.crosswise["r"], room - aside, span))
            shift = _least_shift(height / 2 - above, height / 2 - below)
            if shift is not None:
                return width / 2 + aside, height / 2 + shift
        return None

    def _need(self, arm: Depth) -> float:
        first = 1.0 if self.across else 0.5
        # The flag counts even if it is not shown: removing it must not move a bone.
        return max(max(arm.bones, first) + MARGIN, arm.flag + MARGIN / 2)

    def place(
        self, scene: LineScene, width: float, height: float, start: tuple[float, float]
    ) -> Placement:
        """Place every bone and flag, with the first bone's middle at `start`."""
        x, y = start
        edges = MARGIN, width - MARGIN
        tips = {
            "l": Tip(x - self.half, y, Heading.WEST, Heading.WEST, Heading.NORTH, *edges),
            "r": Tip(x + self.half, y, Heading.EAST, Heading.EAST, Heading.SOUTH, *edges),
        }
        bones: list[PlacedBone] = []
        for bone, arm in zip(scene.bones, self.arms, strict=True):
            if arm:
                placed, tips[arm] = tips[arm].lay(bone.crosswise)
            else:
                breadth = 2 if self.across else 1
                box = Box.ahead(x - self.half, y, Heading.EAST, 2 * self.half, breadth)
                placed = PlacedBone(box, Heading.EAST, self.across)
            bones.append(placed)
        flags: list[PlacedFlag] = []
        for end in scene.ends:
            arm = self.arms[end.bone] or end.side
            flags.append(tips[arm].flag(labelled=bool(end.label)))
        return Placement(width, height, tuple(bones), tuple(flags))


def _arms(bones: tuple[LaidBone, ...]) -> tuple[str, ...]:
    arms: list[str] = []
    for bone in bones:
        arms.append("" if bone.parent is None else arms[bone.parent] or bone.side)
    return tuple(arms)


def _sidesteps(span: float) -> Iterator[float]:
    """Yield moves right (negative: left), in units, that leave a bone's room beside the first."""
    yield 0.0
    for step in count(1):
        if step * SIDESTEP > span / 2 - 1.5 * ALONG:
            return
        yield step * SIDESTEP
        yield -step * SIDESTEP


def _least_shift(above: float, below: float) -> float | None:
    """Return the units to move down by, or `None`; the room above and below may be negative."""
    if above < 0:
        shift = ceil(-above / SHIFT) * SHIFT
    elif below < 0:
        shift = -ceil(-below / SHIFT) * SHIFT
    else:
        shift = 0.0
    return shift if above + shift >= 0 and below - shift >= 0 else None
