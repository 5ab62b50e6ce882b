"""Draws the square pieces that somebody has: a hand, or everybody's below the table."""

from renderers.geometry.places import Units
from renderers.hands.hand import OVERLAP, Hand, Kind
from renderers.ink import backs, flags
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.squares import HandSquare, SquareHandScene, SquareRowsScene, SquareSeat
from renderers.squares.racks import SquareRacks, place_seats
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
CORNER = 0.24  # the radius of a rack's corners, in units


def draw_square_rows(scene: SquareRowsScene, width: int, theme: Theme) -> Canvas:
    table = SquaresTable(scene.table, width, TABLE)
    largest, tallest = (LARGEST_SHOWN, TALLEST_SHOWN) if scene.shown else (LARGEST, TALLEST)
    racks = place_seats(scene.rows, tallest, shown=scene.shown)
    unit = int(min(width / racks.width, width / largest, tallest * width / racks.height))
    canvas = Canvas(width, table.height + round(racks.height * unit), theme)
    table.draw(canvas)
    canvas.rule(table.height)
    _draw(canvas, scene.rows, racks, Units(unit, (width - unit * racks.width) / 2, table.height))
    return canvas


def _draw(canvas: Canvas, rows: tuple[SquareSeat, ...], racks: SquareRacks, grid: Units) -> None:
    theme, unit = canvas.theme, grid.unit
    for row, placed in zip(rows, racks.rows, strict=True):
        for box in placed.racks:
            canvas.put(backs.rack(theme, *grid.size(box), round(CORNER * unit)), *grid.at(box))
        for piece, box in zip(row.pieces, placed.pieces, strict=True):
            face = square_back(theme, unit) if piece is None else square(theme, unit, piece)
            canvas.put(face, *grid.at(box))
        if placed.holder is not None:
            canvas.put(no_square(theme, unit), *grid.at(placed.holder))
        for front, box in zip(row.fronts, placed.signs, strict=False):
            sign = backs.front_sign(theme, *grid.size(box), on_left=front == "left")
            canvas.put(sign, *grid.at(box))
        side = grid.size(placed.letter)[0]
        flags.put_letter(canvas, side, row.seat, *grid.at(placed.letter), active=row.active)
        if placed.crown is not None:
            canvas.put(flags.crown(theme, grid.size(placed.crown)[0]), *grid.at(placed.crown))


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
    return Hand(scene.pieces, SQUARES, longest_row(len(scene.pieces)), width)


def longest_row(pieces: int) -> int:
    return next((length for most, length in LENGTHS if pieces <= most), LENGTHS[-1][1])
