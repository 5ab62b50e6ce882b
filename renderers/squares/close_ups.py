"""The layout of a long path: the whole of it small, and each end that can be built on large.

All sizes are in pixels; places on the lattice are in cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from renderers.geometry.places import Box
from renderers.scene.squares import SquaresScene
from renderers.squares.frame import SIDE, area_of

READABLE = 0.0433
"""The smallest unit, in widths of the picture, at which numerals can be read on a phone: they are
11 pixels high in a picture 400 pixels wide."""
LARGE = 0.055  # the unit of the close-ups, in widths of the picture
EDGE, BETWEEN = 0.021, 0.013
"""The felt along the frame and between panels, in widths of the picture."""
WIDE, HIGH = 4.2, 3.7
"""The least width and height of a close-up, in cells: an end, what it touches, and some more."""
AROUND = 0.25  # the felt around the whole path, in cells


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the picture that shows a part of the lattice, in `unit` pixels to half a piece.

    `left` and `top` are the panel's corner in the picture, `origin` is where the corner of the
    lattice's first cell (0, 0) lies in the panel.
    """

    left: int
    top: int
    width: int
    height: int
    unit: int
    origin: tuple[int, int]

    def at(self, x: int, y: int) -> tuple[int, int]:
        return self.origin[0] + SIDE * self.unit * x, self.origin[1] + SIDE * self.unit * y

    def shows(self, x: int, y: int) -> bool:
        (left, top), side = self.at(x, y), SIDE * self.unit
        return -side < left < self.width and -side < top < self.height


@dataclass(frozen=True, slots=True)
class _Room:
    """A part of the picture without its content."""

    left: int
    top: int
    width: int
    height: int

    def showing(self, middle: tuple[float, float], unit: int) -> Panel:
        x = floor(self.width / 2 - SIDE * unit * middle[0])
        y = floor(self.height / 2 - SIDE * unit * middle[1])
        return Panel(self.left, self.top, self.width, self.height, unit, (x, y))


def lay_out_close_ups(
    scene: SquaresScene, width: int, height: int
) -> tuple[tuple[Panel, ...], int]:
    """Return the whole path and then its open ends as panels, and the height of the picture.

    That is at most `height`. The close-ups are below the path or beside it, whichever lets the
    path be larger.
    """
    pieces, spots = ([(each.x, each.y) for each in cells] for cells in (scene.pieces, scene.spots))
    path = area_of([*pieces, *spots])
    ends = sorted(
        (x, y)
        for x, y in (pieces[end] for end in scene.ends)
        if any(abs(x - a) + abs(y - b) == 1 for a, b in spots)
    )
    ways = (_below(path, len(ends), width, height), _beside(path, len(ends), width, height))
    unit, total, (whole, *rooms) = max(ways, key=lambda way: way[0])
    middle = path.x + path.width / 2, path.y + path.height / 2
    close_ups = (
        room.showing((x + 0.5, y + 0.5), round(LARGE * width))
        for room, (x, y) in zip(rooms, ends, strict=True)
    )
    return (whole.showing(middle, unit), *close_ups), total


def _below(path: Box, ends: int, width: int, height: int) -> tuple[int, int, Sequence[_Room]]:
    """Return the path's unit, the picture's height, and the rooms: the ends below the path."""
    edge, gap, high = _margins(width)
    across = width - 2 * edge
    unit = _unit(path, across, height - 2 * edge - gap - high)
    down = round(SIDE * unit * (path.height + 2 * AROUND))
    each, top = (across - (ends - 1) * gap) // ends, edge + down + gap
    rooms = [_Room(edge + at * (each + gap), top, each, high) for at in range(ends)]
    return unit, top + high + edge, [_Room(edge, edge, across, down), *rooms]


def _beside(path: Box, ends: int, width: int, height: int) -> tuple[int, int, Sequence[_Room]]:
    """Return the same with the ends at the right of the path."""
    edge, gap, high = _margins(width)
    wide = round(SIDE * LARGE * width * WIDE)
    across = width - 2 * edge - gap - wide
    unit = _unit(path, across, height - 2 * edge)
    least = ends * high + (ends - 1) * gap
    down = max(least, round(SIDE * unit * (path.height + 2 * AROUND)))
    each, left = (down - (ends - 1) * gap) // ends, edge + across + gap
    rooms = [_Room(left, edge + at * (each + gap), wide, each) for at in range(ends)]
    return unit, down + 2 * edge, [_Room(edge, edge, across, down), *rooms]


def _margins(width: int) -> tuple[int, int, int]:
    return round(EDGE * width), round(BETWEEN * width), round(SIDE * LARGE * width * HIGH)


def _unit(path: Box, width: int, height: int) -> int:
    across, down = path.width + 2 * AROUND, path.height + 2 * AROUND
    return max(1, int(min(width / across, height / down) / SIDE))
