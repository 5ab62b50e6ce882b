"""Free and taken room on the felt in cells: squares with sides of half a unit.

A set of cells is the bits of one integer, row after row. So one `&` shows if a place is free, no
matter how many bones lie there.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from renderers.geometry.places import Box, Heading

CELL = 0.5  # the side of a cell, in units
COMPASS = (Heading.EAST, Heading.SOUTH, Heading.WEST, Heading.NORTH)
"""Headings by their number: one more is a turn to the right, one less a turn to the left."""
STEPS = tuple((heading.dx, heading.dy) for heading in COMPASS)
"""The step to the next cell, by the number of the heading."""
EAST, SOUTH, WEST, NORTH = range(4)


class Area(NamedTuple):
    """An upright rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def ahead(cls, x: int, y: int, heading: int, length: int, breadth: int) -> "Area":
        """Return the area of this `length` that starts at the middle `(x, y)` of its rear edge."""
        half, (dx, dy) = breadth // 2, STEPS[heading]
        if dx:
            return cls(x if dx > 0 else x - length, y - half, length, breadth)
        return cls(x - half, y if dy > 0 else y - length, breadth, length)

    @property
    def box(self) -> Box:
        return Box(self.x * CELL, self.y * CELL, self.width * CELL, self.height * CELL)

    def moved(self, dx: int, dy: int) -> "Area":
        return Area(self.x + dx, self.y + dy, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Felt:
    """A frame of `width` by `height` cells; the outermost cells are margin, where no bone lies."""

    width: int
    height: int
    apart: int = 1
    """The number of cells kept free between bones that are not joined."""

    def holds(self, area: Area) -> bool:
        x, y, width, height = area
        return x > 0 and y > 0 and x + width < self.width and y + height < self.height

    def cells(self, area: Area) -> int:
        x, y, width, height = area
        return _shape(width, height, self.width) << (y * self.width + x)

    def around(self, area: Area) -> int:
        x, y, width, height = area
        free = self.apart
        shape = _shape(width + 2 * free, height + 2 * free, self.width)
        return shape << ((y - free) * self.width + x - free)

    def taken_over(self, cells: int, smaller: "Felt", dx: int, dy: int) -> int:
        """Return the same cells on this felt; `smaller` lies at `(dx, dy)` on it."""
        row, found, place = (1 << smaller.width) - 1, 0, dy * self.width + dx
        while cells:
            found |= (cells & row) << place
            cells >>= smaller.width
            place += self.width
        return found


@lru_cache(maxsize=256)
def _shape(width: int, height: int, stride: int) -> int:
    """Return a rectangle, as cells, in the upper left corner of a frame `stride` cells wide."""
    row = (1 << width) - 1
    return sum(row << (line * stride) for line in range(height))
