"""Where the bones of a grid lie. One unit is half a bone.

Bones stand upright or lie on their sides, whichever leaves them larger in the frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from renderers.places import Box

GAP = 0.2
"""The felt between two bones, in units."""
HEAD = 0.62
"""The felt above the bones, and on their left, with the names of columns and rows, in units."""
MARGIN = 0.36
"""The felt along the edges, in units."""
TALLEST = 1.1
"""The height of the picture, in its widths, is at most this."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid in a frame of `width` by `height` units; `bones` lie row by row from the top.

    `columns` and `rows` are where the names of the columns and of the rows stand.
    """

    width: float
    height: float
    upright: bool
    bones: tuple[Box, ...]
    columns: tuple[Box, ...]
    rows: tuple[Box, ...]

    def unit(self, width: int) -> int:
        """Half a bone in a picture of this width, both in pixels."""
        return int(min(width / self.width, TALLEST * width / self.height))


def place_cells(columns: int, count: int, width: int) -> Cells:
    """The cells of `count` bones in rows of `columns`, for a picture of `width` pixels."""
    ways = (_cells(columns, count, upright=upright) for upright in (True, False))
    return max(ways, key=lambda cells: cells.unit(width))


def _cells(columns: int, count: int, *, upright: bool) -> Cells:
    wide, high = (1, 2) if upright else (2, 1)
    rows = max(1, ceil(count / columns))
    across, down, first = wide + GAP, high + GAP, MARGIN + HEAD
    bones = tuple(
        Box(first + n % columns * across, first + n // columns * down, wide, high)
        for n in range(count)
    )
    return Cells(
        first + columns * across - GAP + MARGIN,
        first + rows * down - GAP + MARGIN,
        upright,
        bones,
        tuple(Box(first + n * across, MARGIN, wide, HEAD) for n in range(columns)),
        tuple(Box(MARGIN, first + n * down, HEAD, high) for n in range(rows)),
    )
