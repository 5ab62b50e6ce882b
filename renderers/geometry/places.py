"""Positions on the table. One unit is half a bone; x grows to the right, y downwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import floor
from typing import NamedTuple


class Heading(Enum):
    """One of the four directions on the table, as a step `(dx, dy)` of one unit."""

    EAST = (1, 0)
    SOUTH = (0, 1)
    WEST = (-1, 0)
    NORTH = (0, -1)

    dx: int
    """Units to the right in one step."""
    dy: int
    """Units downwards in one step."""

    def __init__(self, dx: int, dy: int) -> None:
        self.dx = dx
        self.dy = dy

    @property
    def back(self) -> "Heading":
        return next(each for each in Heading if (each.dx, each.dy) == (-self.dx, -self.dy))


class Box(NamedTuple):
    """An upright rectangle: its top left corner and its size, in units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def moved(self, dx: float, dy: float) -> "Box":
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def holds(self, other: "Box") -> bool:
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom

    def overlaps(self, other: "Box") -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    @classmethod
    def ahead(cls, x: float, y: float, heading: Heading, length: float, breadth: float) -> "Box":
        """Return the box of this `length` that starts at the middle `(x, y)` of its rear edge."""
        if heading.dx:
            left = x if heading.dx > 0 else x - length
            return cls(left, y - breadth / 2, length, breadth)
        top = y if heading.dy > 0 else y - length
        return cls(x - breadth / 2, top, breadth, length)


def around(boxes: Sequence[Box]) -> Box:
    left, top = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.right for box in boxes]), max([box.bottom for box in boxes])
    return Box(left, top, right - left, bottom - top)


class PlacedBone(NamedTuple):
    """A bone's rectangle, its line's heading through it, and whether it lies across that line.

    A bone that lies along its line has its near half at the rear and its far half in front; one
    that lies across is a double, whose halves are alike.
    """

    box: Box
    heading: Heading
    across: bool = False

    @property
    def upright(self) -> bool:
        return self.box.height > self.box.width

    @property
    def near_first(self) -> bool:
        return self.heading in (Heading.EAST, Heading.SOUTH)

    @property
    def near(self) -> Box:
        return self._half(0 if self.near_first else 1)

    @property
    def far(self) -> Box:
        return self._half(1 if self.near_first else 0)

    def _half(self, step: int) -> Box:
        x, y = (0, step) if self.upright else (step, 0)
        return Box(self.box.x + x, self.box.y + y, 1, 1)


class PlacedFlag(NamedTuple):
    """The place of an open end's flag, and the direction from its bone to it.

    A long flag faces the bone with its rear end, or with the middle of a long side. `aside` is the
    direction in which it extends if it is instead the side of its rear end that faces the bone. A
    `small` flag stands in a gap between bones.
    """

    box: Box
    heading: Heading
    aside: Heading | None = None
    small: bool = False

    @property
    def rear(self) -> tuple[float, float]:
        """The middle of the square at the end, or the side, that faces the bone."""
        box, way = self.box, self.aside or self.heading
        off = min(box.width, box.height) / 2
        x = {1: box.x + off, -1: box.right - off}.get(way.dx, box.x + box.width / 2)
        y = {1: box.y + off, -1: box.bottom - off}.get(way.dy, box.y + box.height / 2)
        return x, y

    @property
    def single(self) -> bool:
        """Return whether there is room for one sign only: a letter, or a number without one."""
        return self.box.width == self.box.height


@dataclass(frozen=True, slots=True)
class Placement:
    """The layout of a scene; `bones` and `flags` are in the order of the scene's bones and ends."""

    bones: tuple[PlacedBone, ...]
    flags: tuple[PlacedFlag, ...]

    def moved(self, dx: float, dy: float) -> "Placement":
        return Placement(
            tuple([bone._replace(box=bone.box.moved(dx, dy)) for bone in self.bones]),
            tuple([flag._replace(box=flag.box.moved(dx, dy)) for flag in self.flags]),
        )


@dataclass(frozen=True, slots=True)
class Units:
    """Units of `unit` pixels, counted from the corner `(left, top)`, in pixels."""

    unit: int
    left: float
    top: int

    def at(self, box: Box) -> tuple[int, int]:
        x, y = self.left + box.x * self.unit, self.top + box.y * self.unit
        return floor(x + 0.5), floor(y + 0.5)

    def size(self, box: Box) -> tuple[int, int]:
        return round(box.width * self.unit), round(box.height * self.unit)
