"""Draws a hand of square pieces in rows, the playable ones a little higher, with a mark."""

from collections.abc import Iterator
from math import ceil

from renderers.ink.canvas import Canvas
from renderers.ink.marks import playable_mark
from renderers.ink.theme import Theme
from renderers.scene.squares import HandSquare, SquareHandScene
from renderers.squares.spots import no_square
from renderers.squares.sprites import dimmed_square, square

PITCH = 2.24
"""The distance from one piece to the next, in units: halves of a piece's side."""
RAISE = 0.3
"""The distance that a playable piece is raised, in units."""
MARK = 2.12
"""The distance from the top of a playable piece to the mark under it, in units."""
ROW = 2.72
"""The height of a row in units: the piece, the raise with the mark in it, a gap."""
FOOT = 2.36
"""The distance from the top of the last row to the margin, in units."""
MARGIN = 0.35
"""The felt along the edges, in units."""
LENGTHS = ((10, 5), (21, 7), (48, 10))
"""Pairs of a hand's largest size and the most pieces in one of its rows."""


def draw_square_hand(scene: SquareHandScene, width: int, theme: Theme) -> Canvas:
    """Draw the hand on felt of `width` pixels, as high as its rows need.

    If no piece can be played, it is not the owner's turn, and none is dimmed.
    """
    longest = longest_row(len(scene.pieces))
    rows = list(_rows(scene.pieces, longest))
    unit = int(width / (longest * PITCH - (PITCH - 2) + 2 * MARGIN))
    height = round(unit * (ROW * max(0, len(rows) - 1) + FOOT + 2 * MARGIN))
    canvas = Canvas(width, height, theme)
    if not rows:
        canvas.put(no_square(theme, unit), width // 2 - unit, height // 2 - unit)
    waiting = not any(piece.playable for piece in scene.pieces)
    for number, row in enumerate(rows):
        top = round(unit * (MARGIN + ROW * number))
        left = (width - unit * (len(row) * PITCH - (PITCH - 2))) / 2
        for place, piece in enumerate(row):
            x = round(left + place * PITCH * unit)
            face = square(theme, unit, piece.symbols)
            if waiting:
                canvas.put(face, x, top + round(RAISE / 2 * unit))
            elif piece.playable:
                canvas.put(face, x, top)
                canvas.put(playable_mark(theme, unit), x + unit // 2, top + round(MARK * unit))
            else:
                face = dimmed_square(theme, unit, piece.symbols)
                canvas.put(face, x, top + round(RAISE * unit))
    return canvas


def longest_row(pieces: int) -> int:
    """Return the most pieces in one row of a hand with this number of pieces."""
    return next((length for most, length in LENGTHS if pieces <= most), LENGTHS[-1][1])


def _rows(pieces: tuple[HandSquare, ...], longest: int) -> Iterator[tuple[HandSquare, ...]]:
    """Yield rows of nearly the same length, none longer than `longest`."""
    count, start = ceil(len(pieces) / longest), 0
    for row in range(count):
        end = start + ceil((len(pieces) - start) / (count - row))
        yield pieces[start:end]
        start = end
