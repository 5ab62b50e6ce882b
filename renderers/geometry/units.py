"""Converts boxes in units to pixels of a picture."""

from dataclasses import dataclass
from math import floor

from renderers.geometry.places import Box


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
