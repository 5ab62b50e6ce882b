"""Draws square pieces on the table."""

from math import floor

from PIL import Image

from renderers.ink.canvas import Canvas
from renderers.ink.sprites import ring_around
from renderers.ink.themes import Theme
from renderers.scene.squares import SquaresScene
from renderers.squares import sprites
from renderers.squares.close_ups import READABLE, Panel, lay_out_close_ups
from renderers.squares.frame import SIDE, TALLEST, lay_out_squares
from renderers.squares.sprites import no_square, spot

BARE = 0.03  # below this unit, in widths of the picture, places have no outlines
SHADE = 1  # the shade of the felt in a close-up
LINE = 400  # the line around a close-up is the picture's width divided by this


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
