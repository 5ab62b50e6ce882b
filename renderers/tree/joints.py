"""The ways in which a bone can lie at an opening.

Seen with the line running to the right, a bone lies

    ahead  [ a | b ][ b | c ]     hanging  [ a | b ]      at an elbow  [ a | b ][ b ]
                                               [ b ]                            [ c ]
                                               [ c ]

or, if it is a double, across its line. A double that branches has an opening at either tip as well.
If it has to lie along its line, these are in the middle of its long sides.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from renderers.geometry.lineage import ARMS
from renderers.tree.occupancy import EAST, NORTH, SOUTH, STEPS, WEST, Area

ALONG, ACROSS = 4, 2
"""The length of its line that a bone takes lying along it, and lying across it, in cells."""
TOWARDS = {"l": WEST, "r": EAST, "u": NORTH, "d": SOUTH}  # the headings of a first bone's arms


class Edge(Enum):
    """The open edge of a bone; it decides how a next bone may lie there."""

    END = "end"
    """The end of a bone that lies along its line."""
    TIP = "tip"
    """The short side of a double that lies across."""
    FLANK = "flank"
    """The middle of a double's long side."""


class JointShape(Enum):
    ACROSS = "across"
    AHEAD = "ahead"
    HANGING = "hanging"
    ELBOW = "elbow"


class OpenEdge(NamedTuple):
    """A place for a next bone: the middle of an open edge, in cells, and the heading from there."""

    x: int
    y: int
    heading: int
    edge: Edge


class Joint(NamedTuple):
    """A bone's place, the way it lies there, and the heading of its line through it."""

    area: Area
    heading: int
    shape: JointShape

    @property
    def across(self) -> bool:
        return self.shape is JointShape.ACROSS

    @property
    def turns(self) -> bool:
        return self.shape in (JointShape.HANGING, JointShape.ELBOW)

    @property
    def rear(self) -> tuple[int, int]:
        opening = self._opening((self.heading + 2) % 4, Edge.END)
        return opening.x, opening.y

    def moved(self, dx: int, dy: int) -> "Joint":
        return self._replace(area=self.area.moved(dx, dy))

    def openings(self, *, spinner: bool) -> list[OpenEdge]:
        end = self._opening(self.heading, Edge.FLANK if self.across else Edge.END)
        if not spinner:
            return [end]
        if not self.across:
            # A bone hanging from the side of a double would hide that the double branches.
            end = end._replace(edge=Edge.TIP)
        edge = Edge.TIP if self.across else Edge.FLANK
        return [end, *(self._opening((self.heading + turn) % 4, edge) for turn in (-1, 1))]

    def arms(self, *, spinner: bool) -> list[OpenEdge]:
        found = []
        for arm in ARMS[: 4 if spinner else 2]:
            edge = Edge.END if not self.across else Edge.FLANK if arm in "lr" else Edge.TIP
            found.append(self._opening(TOWARDS[arm], edge))
        return found

    def _opening(self, heading: int, edge: Edge) -> OpenEdge:
        x, y, width, height = self.area
        dx, dy = STEPS[heading]
        return OpenEdge(x + (1 + dx) * width // 2, y + (1 + dy) * height // 2, heading, edge)


def first_joint(x: int, y: int, *, crosswise: bool) -> Joint:
    width, height = (ACROSS, 4) if crosswise else (ALONG, 2)
    area = Area(x - width // 2, y - height // 2, width, height)
    return Joint(area, EAST, JointShape.ACROSS if crosswise else JointShape.AHEAD)


@lru_cache(maxsize=256)
def joints(heading: int, edge: Edge, *, double: bool, spinner: bool) -> tuple[Joint, ...]:
    """Return the ways a bone can lie at an opening at `(0, 0)`, the preferred one first.

    `double` is for one that should lie across, `spinner` for one that branches.
    """
    found = [Joint(Area.ahead(0, 0, heading, ALONG, 2), heading, JointShape.AHEAD)]
    if double:
        across = Area.ahead(0, 0, heading, ACROSS, 4)
        found.insert(0, Joint(across, heading, JointShape.ACROSS))
    turned = [(heading + turn) % 4 for turn in (1, -1)]
    if edge is Edge.END:
        found += [_turned(heading, to, JointShape.HANGING) for to in turned]
    if edge is not Edge.FLANK and not spinner:
        found += [_turned(heading, to, JointShape.ELBOW) for to in turned]
    return tuple(found)


def joints_at(opening: OpenEdge, *, double: bool = False, spinner: bool = False) -> list[Joint]:
    x, y, heading, edge = opening
    ways = joints(heading, edge, double=double, spinner=spinner)
    return [joint.moved(x, y) for joint in ways]


def _turned(heading: int, to: int, shape: JointShape) -> Joint:
    way = 1 if shape is JointShape.ELBOW else -1
    x, y = (way * (on - aside) for on, aside in zip(STEPS[heading], STEPS[to], strict=True))
    return Joint(Area.ahead(x, y, to, ALONG, 2), to, shape)
