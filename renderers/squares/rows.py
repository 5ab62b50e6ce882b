"""Draws the square pieces that somebody has: a hand, or everybody's below the table."""

from renderers.geometry.places import Units
from renderers.hands.hand import OVERLAP, Hand, Kind
from renderers.ink.canvas import Canvas
from renderers.ink.themes import Theme
from renderers.rows.rows import draw_row
from renderers.scene.squares import HandSquare, SquareHandScene, SquareRowsScene
from renderers.squares.racks import place_seats
from renderers.squares.sprites import (
    NUMBER,
    dimmed_square,
    no_square,
    number_sign,
    square,
    square_back,
)
from renderers.squares.table import SquaresTable

LARGEST, LARGEST_SHOWN = 22, 18
"""Half a piece in a row below the table is at most the picture's width divided by this; the second
in rows that are shown."""
TALLEST, TALLEST_SHOWN = 0.4, 0.6
"""The largest height of all rows below the table, in widths of the picture; the same."""
TABLE = 0.85  # the largest height of the table above them, in widths of the picture


def draw_square_rows(scene: SquareRowsScene, width: int, theme: Theme) -> Canvas:
    table = SquaresTable(scene.table, width, TABLE)
    largest, tallest = (LARGEST_SHOWN, TALLEST_SHOWN) if scene.shown else (LARGEST, TALLEST)
    racks = place_seats(scene.rows, tallest, shown=scene.shown)
    unit = int(min(width / racks.width, width / largest, tallest * width / racks.height))
    canvas = Canvas(width, table.height + round(racks.height * unit), theme)
    table.draw(canvas)
    canvas.rule(table.height)
    grid = Units(unit, (width - unit * racks.width) / 2, table.height)
    back, missing = square_back(theme, unit), no_square(theme, unit)
    for row, placed in zip(scene.rows, racks.rows, strict=True):
        faces = [back if each is None else square(theme, unit, each) for each in row.pieces]
        draw_row(canvas, row, placed, faces or [missing], grid)
    return canvas


SQUARES: Kind[HandSquare] = Kind(
    2,
    2.24,
    lambda theme, unit, piece: square(theme, unit, piece.symbols),
    lambda theme, unit, piece: dimmed_square(theme, unit, piece.symbols),
    no_square,
    number=number_sign,
    foot=2.3 + NUMBER - OVERLAP,
)
LENGTHS = ((10, 5), (21, 7), (48, 10))
"""Pairs of a hand's largest size and the most pieces in one of its rows."""


def squares_in_hand(scene: SquareHandScene, width: int) -> Hand[HandSquare]:
    count = len(scene.pieces)
    longest = next((length for most, length in LENGTHS if count <= most), LENGTHS[-1][1])
    return Hand(scene.pieces, SQUARES, longest, width)
