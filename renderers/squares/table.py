"""Draws square pieces on the table; a long path is small, and its open ends are shown large, too.

All sizes are in pixels; places on the lattice are in cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from PIL import Image

from renderers.geometry.places import Box
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import ring_around
from renderers.ink.themes import Theme
from renderers.scene.squares import SquaresScene
from renderers.squares import sprites
from renderers.squares.frame import SIDE, TALLEST, area_of, lay_out_squares
from renderers.squares.sprites import no_square, spot

BARE = 0.03  # below this unit, in widths of the picture, places have no outlines
SHADE = 1  # the shade of the felt in a close-up
LINE = 400  # the line around a close-up is the picture's width divided by this
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


_Room = tuple[int, int, int, int]
"""A part of the picture without its content: its left, top, width and height."""


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
        _showing(room, (x + 0.5, y + 0.5), round(LARGE * width))
        for room, (x, y) in zip(rooms, ends, strict=True)
    )
    return (_showing(whole, middle, unit), *close_ups), total


def _showing(room: _Room, middle: tuple[float, float], unit: int) -> Panel:
    _, _, width, height = room
    x = floor(width / 2 - SIDE * unit * middle[0])
    y = floor(height / 2 - SIDE * unit * middle[1])
    return Panel(*room, unit, (x, y))


def _below(path: Box, ends: int, width: int, height: int) -> tuple[int, int, Sequence[_Room]]:
    """Return the path's unit, the picture's height, and the rooms: the ends below the path."""
    edge, gap, high = _margins(width)
    across = width - 2 * edge
    unit = _unit(path, across, height - 2 * edge - gap - high)
    down = round(SIDE * unit * (path.height + 2 * AROUND))
    each, top = (across - (ends - 1) * gap) // ends, edge + down + gap
    rooms = [(edge + at * (each + gap), top, each, high) for at in range(ends)]
    return unit, top + high + edge, [(edge, edge, across, down), *rooms]


def _beside(path: Box, ends: int, width: int, height: int) -> tuple[int, int, Sequence[_Room]]:
    """Return the same with the ends at the right of the path."""
    edge, gap, high = _margins(width)
    wide = round(SIDE * LARGE * width * WIDE)
    across = width - 2 * edge - gap - wide
    unit = _unit(path, across, height - 2 * edge)
    least = ends * high + (ends - 1) * gap
    down = max(least, round(SIDE * unit * (path.height + 2 * AROUND)))
    each, left = (down - (ends - 1) * gap) // ends, edge + across + gap
    rooms = [(left, edge + at * (each + gap), wide, each) for at in range(ends)]
    return unit, down + 2 * edge, [(edge, edge, across, down), *rooms]


def _margins(width: int) -> tuple[int, int, int]:
    return round(EDGE * width), round(BETWEEN * width), round(SIDE * LARGE * width * HIGH)


def _unit(path: Box, width: int, height: int) -> int:
    across, down = path.width + 2 * AROUND, path.height + 2 * AROUND
    return max(1, int(min(width / across, height / down) / SIDE))


class SquaresTable:
    """A table laid out for a picture `width` pixels wide; `height` is its height in pixels.

    That is at most `tallest` times the width. `panels` are the parts of the picture: the whole
    path, then the close-ups of its ends, if any.
    """

    def __init__(self, scene: SquaresScene, width: int, tallest: float = TALLEST) -> None:
        self._scene, self._width = scene, width
        frame = lay_out_squares(scene, tallest)
        unit = int(width // frame.width)
        if scene.spots and unit < READABLE * width:
            self.panels, self.height = lay_out_close_ups(scene, width, round(tallest * width))
            return
        self.height = round(unit * frame.height)
        # All pieces are whole pixels away from one corner, so that neighbours lie flush.
        corner, left = frame.box(0, 0), (width - unit * frame.width) / 2
        origin = floor(left + unit * corner.x + 0.5), floor(unit * corner.y + 0.5)
        self.panels = (Panel(0, 0, width, self.height, unit, origin),)

    def draw(self, canvas: Canvas) -> None:
        whole, *close_ups = self.panels
        self._draw(canvas, whole, (whole.left, whole.top))
        for panel in close_ups:
            line = max(1, canvas.width // LINE)
            left, top = panel.left, panel.top
            box = (left, top, left + panel.width, top + panel.height)
            canvas.fill(box, canvas.theme.flag)
            size = panel.width - 2 * line, panel.height - 2 * line
            ground = Image.new("L", size, SHADE)
            part = Canvas(*size, canvas.theme, ground)
            self._draw(part, panel, (-line, -line))
            canvas.picture.paste(part.picture, (left + line, top + line))

    def _draw(self, canvas: Canvas, panel: Panel, offset: tuple[int, int]) -> None:
        """Draw what a panel shows, with the panel's corner at `offset` on the canvas."""
        theme, unit, pieces = canvas.theme, panel.unit, self._scene.pieces

        def at(x: int, y: int) -> tuple[int, int]:
            left, top = panel.at(x, y)
            return left + offset[0], top + offset[1]

        if not pieces:
            canvas.put(no_square(theme, unit), *at(0, 0))
        for place in self._scene.spots:
            if panel.shows(place.x, place.y):
                letter = spot(theme, unit, place.letter, bare=unit < BARE * self._width)
                canvas.put(letter, *at(place.x, place.y))
        for number, piece in enumerate(pieces):
            if panel.shows(piece.x, piece.y):
                end = number in self._scene.ends
                face = sprites.square(theme, unit, piece.symbols, end=end)
                canvas.put(face, *at(piece.x, piece.y))
        if self._scene.newest is not None:
            newest = pieces[self._scene.newest]
            if panel.shows(newest.x, newest.y):
                canvas.put(ring_around(theme, unit, SIDE, SIDE), *at(newest.x, newest.y))


def draw_squares(scene: SquaresScene, width: int, theme: Theme, below: int = 0) -> Canvas:
    table = SquaresTable(scene, width)
    canvas = Canvas(width, table.height + below, theme)
    table.draw(canvas)
    return canvas
