"""The move that Domino Squares: Blind makes for a player whose time is up."""

from bot.domino.path import Path
from bot.engine.contract import Move, Seat
from bot.games.squares.moves import Lay, TurnPiece
from bot.games.squares.observation import SquareRowsSeen


def risk(seen: SquareRowsSeen, move: Move) -> tuple[int, ...]:
    """Prefer the play of a face-up piece that fits, since turning one over may miss.

    It is the piece with the most pips, laid where the seat's own face-up pieces fit afterwards and
    those of others do not. Otherwise the left end is turned over. Pieces that were seen and are
    face down again are ignored: remembering them is the player's task (SQM-6).
    """
    match move:
        case Lay(piece=piece, cell=cell, turn=turn):
            path = seen.path.lay(piece, cell, turn)
            fitting = [_fitting(seen, seat, move, path) for seat in range(len(seen.rows))]
            own = sum(count for seat, count in enumerate(fitting) if seat == seen.seat)
            return 0, -piece.pips, -own, sum(fitting) - own
        case TurnPiece(end=end):
            return 1, end != "left"
        case _:
            return (2,)


def _fitting(seen: SquareRowsSeen, seat: Seat, move: Lay, path: Path) -> int:
    """Return the number of face-up pieces in a row that fit after ``move``."""
    open_ones = [piece for piece in seen.lying(seat) if piece and piece is not move.piece]
    return sum(map(path.fits, open_ones))
