"""The layout of bones in a grid. One unit is half a bone.

Bones stand upright or lie on their sides, whichever makes them larger in the frame.
"""

from dataclasses import dataclass
from math import ceil

from renderers.geometry.places import Box

GAP = 0.2
"""The felt between two bones, in units."""
HEAD = 0.62
"""The felt above and left of the bones, with the names of columns and rows, in units."""
MARGIN = 0.36
"""The felt along the edges, in units."""
TALLEST = 1.1
"""The largest height of the picture, as a multiple of its width."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid in a frame of `width` by `height` units; `bones` lie row by row from the top.

    `columns` and `rows` are the places of the columns' names and of the rows' names.
    """

    width: float
    height: float
    upright: bool
    bones: tuple[Box, ...]
    columns: tuple[Box, ...]
    rows: tuple[Box, ...]

    def unit(self, width: int) -> int:
        """Return half the length of a bone in a picture of this width, both in pixels."""
        return int(min(width / self.width, TALLEST * width / self.height))


def place_cells(columns: int, count: int, width: int) -> Cells:
    """Lay out `count` bones in rows of `columns`, for a picture `width` pixels wide."""
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
