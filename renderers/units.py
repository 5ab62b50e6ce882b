"""Units on a picture: where a box in units lies in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from renderers.places import Box


@dataclass(frozen=True, slots=True)
class Units:
    """Units of `unit` pixels from the corner `(left, top)`, in pixels."""

    unit: int
    left: float
    top: int

    def at(self, box: Box) -> tuple[int, int]:
        """The corner of a box, in pixels."""
        x, y = self.left + box.x * self.unit, self.top + box.y * self.unit
        return floor(x + 0.5), floor(y + 0.5)

    def size(self, box: Box) -> tuple[int, int]:
        """Its width and height, in pixels."""
        return round(box.width * self.unit), round(box.height * self.unit)
