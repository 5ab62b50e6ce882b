"""Pieces of which everybody knows, before they are turned over, that they cannot fit."""

from bot.engine.contract import Seat
from bot.games.squares.events import PieceLaid, PieceReturned
from bot.games.squares.moves import Direction
from bot.games.squares.observation import SquareRowsSeen


def surely_misses(seen: SquareRowsSeen, seat: Seat, end: Direction) -> bool:
    """Return whether everybody knows that turning over that piece only ends the turn (SQM-5).

    It lies face up and does not fit, or it did not fit when it was turned over and nothing was laid
    since.
    """
    row = seen.rows[seat]
    piece = (row[0] if end == "left" else row[-1]) if row else None
    if piece is None:
        return False
    if piece.wild:
        return not seen.path.fits(piece)
    for event in reversed(seen.history):
        match event:
            case PieceLaid():
                return False
            case PieceReturned(piece=returned) if returned is piece:
                return True
            case _:
                pass
    return False
