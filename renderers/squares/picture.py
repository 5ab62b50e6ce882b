"""Draws any scene of square pieces."""

from typing import assert_never

from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.squares import (
    AnySquares,
    SquareHandScene,
    SquareRowScene,
    SquareRowsScene,
    SquaresScene,
)
from renderers.squares.hand import draw_square_hand
from renderers.squares.rows import draw_square_row, draw_square_rows
from renderers.squares.table import SquaresTable


def draw_squares(scene: AnySquares, width: int, theme: Theme) -> Canvas:
    """Draw a table, a hand or rows of square pieces, `width` pixels wide."""
    match scene:
        case SquaresScene():
            table = SquaresTable(scene, width)
            canvas = Canvas(width, table.height, theme)
            table.draw(canvas)
            return canvas
        case SquareHandScene():
            return draw_square_hand(scene, width, theme)
        case SquareRowsScene():
            return draw_square_rows(scene, width, theme)
        case SquareRowScene():
            return draw_square_row(scene, width, theme)
        case _:
            assert_never(scene)
