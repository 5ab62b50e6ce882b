"""The layout of square pieces. A lattice's cell is a piece; one unit is half the side of a piece.

The lattice is unbounded but the picture is not, so the felt around the first pieces grows with
them. It is worked out again from the first piece on, as if every picture before this one were
drawn: the frame stays while all pieces lie in it, and when one would not, the next frame has room
for them and for whatever may be laid next, in its middle. If places have letters, all possible
places must lie in it, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil

from renderers.geometry.lineage import BrokenScene
from renderers.geometry.places import Box, around
from renderers.scene.squares import SquaresScene

Cell = tuple[int, int]  # a place on the lattice: its column and row
SIDE = 2  # the side of a piece, in units
NARROWEST = 5.0  # the width of the first frame, in cells; no piece is drawn larger
GROWTH = 0.5  # the frame grows in steps of this, in cells
TALLEST = 1.2  # the height, in widths, of the highest frame
LOWEST = 0.625  # the height, in widths, of the lowest frame
MARGIN = 0.3  # the felt along the frame, in cells, besides `RAIL`
RAIL = 0.012
"""The felt along the frame, in widths: a rail is as wide around small pieces as around large."""
SECOND = 2  # with this many pieces, the first one is no longer both ends but one of two


@dataclass(frozen=True, slots=True)
class SquaresPlacement:
    """The layout of a scene in a frame of `width` by `height` units.

    `left` and `top` are the column and the row of the frame's corner, which may lie within a cell.
    """

    width: float
    height: float
    left: float
    top: float

    def box(self, x: int, y: int) -> Box:
        return Box(SIDE * (x - self.left), SIDE * (y - self.top), SIDE, SIDE)


def lay_out_squares(scene: SquaresScene, tallest: float = TALLEST) -> SquaresPlacement:
    """Return the frame of a scene, at most `tallest` times as high as wide.

    Raises `BrokenScene` if two pieces, or a piece and a spot, lie in one place.
    """
    laid = [(piece.x, piece.y) for piece in scene.pieces]
    spots = [(spot.x, spot.y) for spot in scene.spots]
    if len({*laid, *spots}) < len(laid) + len(spots):
        raise BrokenScene("two squares lie in one place")
    if scene.close:
        area = area_of([*laid, *spots] or [(0, 0)])
        frame = _frame_around(area, NARROWEST, tallest, close=True)
    else:
        frame = _frame(laid, tallest, lettered=bool(spots))
    return SquaresPlacement(SIDE * frame.width, SIDE * frame.height, frame.x, frame.y)


def _frame(laid: list[Cell], tallest: float, *, lettered: bool) -> Box:
    path: set[Cell] = set()
    ends: list[Cell] = []
    frame = _frame_around(area_of([(0, 0)]), NARROWEST, tallest)
    for cell in laid:
        path.add(cell)
        ends = [end for end in ends if cell not in _around(end) or len(path) == SECOND] + [cell]
        openings = list(_openings(path, ends))
        needed = [cell, *openings] if lettered else [cell]
        if len(path) == 1 or not all(_encloses(frame, Box(x, y, 1, 1)) for x, y in needed):
            frame = _frame_around(area_of([*path, *openings]), frame.width, tallest)
    return frame


def _openings(path: set[Cell], ends: list[Cell]) -> Iterator[Cell]:
    for end in ends:
        for near in _around(end):
            if near not in path and sum(cell in path for cell in _around(near)) == 1:
                yield near


def _around(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def area_of(cells: Iterable[Cell]) -> Box:
    return around([Box(x, y, 1, 1) for x, y in cells])


def _frame_around(area: Box, least: float, tallest: float, *, close: bool = False) -> Box:
    """Return the narrowest, then lowest, frame around an area of cells; it is `least` wide or more.

    A `close` one is no higher than it must be, others grow in steps in height, too.
    """
    for step in count():
        width = least + step * GROWTH
        height = max(LOWEST * width, area.height + 2 * _margin(width))
        if not close:
            height = min(ceil(height / GROWTH) * GROWTH, tallest * width)
        left = area.x + (area.width - width) / 2
        frame = Box(left, area.y + (area.height - height) / 2, width, height)
        if height <= tallest * width and _encloses(frame, area):
            return frame
    raise AssertionError("the frames grow without end")


def _encloses(frame: Box, area: Box) -> bool:
    return frame.grown(1e-9 - _margin(frame.width)).holds(area)


def _margin(width: float) -> float:
    return MARGIN + RAIL * width
