"""What everybody knows of a piece before it is turned over: that it cannot fit."""

from bot.engine.contract import Seat
from bot.games.squares.events import PieceLaid, PieceReturned
from bot.games.squares.moves import Direction
from bot.games.squares.observation import SquareRowsSeen


def surely_misses(seen: SquareRowsSeen, seat: Seat, end: Direction) -> bool:
    """Return whether everybody knows that turning over that piece only ends the turn (SQM-5).

    It lies face up and does not fit, or nothing was laid since it was turned over.
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
