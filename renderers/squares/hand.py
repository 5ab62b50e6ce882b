"""Lays out a hand of square pieces, each with its number."""

from renderers.hands.hand import OVERLAP, Hand, Kind
from renderers.scene.squares import HandSquare, SquareHandScene
from renderers.squares.spots import NUMBER, no_square, number_sign
from renderers.squares.sprites import dimmed_square, square

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
