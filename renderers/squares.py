"""Draws any scene of square pieces."""

from __future__ import annotations

from typing import assert_never

from renderers.canvas import Canvas
from renderers.squares_hand import draw_square_hand
from renderers.squares_rows import draw_square_row, draw_square_rows
from renderers.squares_scene import (
    AnySquares,
    SquareHandScene,
    SquareRowScene,
    SquareRowsScene,
    SquaresScene,
)
from renderers.squares_table import SquaresTable
from renderers.theme import Theme


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
