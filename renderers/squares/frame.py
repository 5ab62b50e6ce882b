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
from renderers.geometry.places import Box
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
        frame = _Frame.around(Area.of([*laid, *spots] or [(0, 0)]), NARROWEST, tallest, close=True)
    else:
        frame = _frame(laid, tallest, lettered=bool(spots))
    return SquaresPlacement(SIDE * frame.width, SIDE * frame.height, frame.left, frame.top)


def _frame(laid: list[Cell], tallest: float, *, lettered: bool) -> "_Frame":
    path: set[Cell] = set()
    ends: list[Cell] = []
    frame = _Frame.around(Area.of([(0, 0)]), NARROWEST, tallest)
    for cell in laid:
        path.add(cell)
        ends = [end for end in ends if cell not in _around(end) or len(path) == SECOND] + [cell]
        openings = list(_openings(path, ends))
        if len(path) == 1 or not frame.holds([cell, *openings] if lettered else [cell]):
            frame = _Frame.around(Area.of([*path, *openings]), frame.width, tallest)
    return frame


def _openings(path: set[Cell], ends: list[Cell]) -> Iterator[Cell]:
    for end in ends:
        for near in _around(end):
            if near not in path and sum(cell in path for cell in _around(near)) == 1:
                yield near


def _around(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


@dataclass(frozen=True, slots=True)
class Area:
    """An upright rectangle on the lattice, in cells."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> "Area":
        columns, rows = zip(*cells, strict=True)
        left, top = min(columns), min(rows)
        return cls(left, top, max(columns) + 1 - left, max(rows) + 1 - top)


@dataclass(frozen=True, slots=True)
class _Frame(Area):
    """The part of the lattice that the picture shows."""

    @classmethod
    def around(cls, area: Area, least: float, tallest: float, *, close: bool = False) -> "_Frame":
        """Return the narrowest, then lowest, frame around the area; it is `least` wide or more.

        A `close` one is no higher than it must be, others grow in steps in height, too.
        """
        for step in count():
            width = least + step * GROWTH
            height = max(LOWEST * width, area.height + 2 * _margin(width))
            if not close:
                height = min(ceil(height / GROWTH) * GROWTH, tallest * width)
            left = area.left + (area.width - width) / 2
            frame = cls(left, area.top + (area.height - height) / 2, width, height)
            if height <= tallest * width and frame.encloses(area):
                return frame
        raise AssertionError("the frames grow without end")

    def holds(self, cells: Iterable[Cell]) -> bool:
        return all(self.encloses(Area(x, y, 1, 1)) for x, y in cells)

    def encloses(self, area: Area) -> bool:
        margin = _margin(self.width) - 1e-9
        return (
            area.left - self.left >= margin
            and area.top - self.top >= margin
            and self.left + self.width - area.left - area.width >= margin
            and self.top + self.height - area.top - area.height >= margin
        )


def _margin(width: float) -> float:
    return MARGIN + RAIL * width
