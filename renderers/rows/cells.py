"""The layout of bones in a grid. One unit is half a bone.

Bones stand upright or lie on their sides, whichever makes them larger in the frame.
"""

from dataclasses import dataclass
from math import ceil

from renderers.geometry.places import Box

GAP = 0.2  # the felt between two bones side by side, in units
GAP_BELOW = 0.36  # the felt between two rows, which badges of seats reach into, in units
HEAD = 0.5  # the breadth of the felt with the names of columns and rows, in units
RING = 0.1  # the felt between the columns' names and the bones, for a ring, in units
MARGIN = 0.3  # the felt along the edges, in units
MARGIN_BELOW = 0.45  # the felt below the last row, in units
TALLEST = 1.7  # the largest height of the picture, as a multiple of its width


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
    ways = (_cells(columns, count, upright=upright) for upright in (True, False))
    return max(ways, key=lambda cells: cells.unit(width))


def _cells(columns: int, count: int, *, upright: bool) -> Cells:
    wide, high = (1, 2) if upright else (2, 1)
    rows = max(1, ceil(count / columns))
    across, down = wide + GAP, high + GAP_BELOW
    left, top = MARGIN + HEAD, MARGIN + HEAD + RING
    bones = tuple(
        Box(left + n % columns * across, top + n // columns * down, wide, high)
        for n in range(count)
    )
    return Cells(
        left + columns * across - GAP + MARGIN,
        top + rows * down - GAP_BELOW + MARGIN_BELOW,
        upright,
        bones,
        tuple(Box(left + n * across, MARGIN, wide, HEAD) for n in range(columns)),
        tuple(Box(MARGIN, top + n * down, HEAD, high) for n in range(rows)),
    )
