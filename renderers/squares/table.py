"""Draws square pieces on the table."""

from math import floor

from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.squares import SquaresScene
from renderers.squares import sprites
from renderers.squares.frame import SHAPES, lay_out_squares
from renderers.squares.spots import no_square, spot


class SquaresTable:
    """A table laid out for a picture `width` pixels wide; `height` is its height in pixels.

    That is at most `tallest` times the width.
    """

    def __init__(self, scene: SquaresScene, width: int, tallest: float = SHAPES[-1]) -> None:
        self._scene = scene
        frame = lay_out_squares(scene, tallest)
        self._unit = int(width // frame.width)
        self.height = round(self._unit * frame.height)
        # All pieces are whole pixels away from one corner, so that neighbours lie flush.
        corner, left = frame.box(0, 0), (width - self._unit * frame.width) / 2
        self._left = floor(left + self._unit * corner.x + 0.5)
        self._top = floor(self._unit * corner.y + 0.5)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table into the top of the canvas."""
        theme, unit, pieces = canvas.theme, self._unit, self._scene.pieces
        if not pieces:
            canvas.put(no_square(theme, unit), *self._at(0, 0))
        for place in self._scene.spots:
            canvas.put(spot(theme, unit, place.labels), *self._at(place.x, place.y))
        for number, piece in enumerate(pieces):
            end = number in self._scene.ends
            face = sprites.square(theme, unit, piece.symbols, end=end)
            canvas.put(face, *self._at(piece.x, piece.y))
        if self._scene.newest is not None:
            newest = pieces[self._scene.newest]
            canvas.put(sprites.square_ring(theme, unit), *self._at(newest.x, newest.y))

    def _at(self, x: int, y: int) -> tuple[int, int]:
        return self._left + 2 * self._unit * x, self._top + 2 * self._unit * y


def draw_squares(scene: SquaresScene, width: int, theme: Theme, below: int = 0) -> Canvas:
    """Draw the table, with `below` pixels of felt below it."""
    table = SquaresTable(scene, width)
    canvas = Canvas(width, table.height + below, theme)
    table.draw(canvas)
    return canvas
