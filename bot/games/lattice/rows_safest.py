"""What is done at a table of Domino Squares: Blind for a player whose time is up."""

from __future__ import annotations

from bot.domino.path import Path
from bot.engine.contract import Move, Seat
from bot.games.lattice.moves import Lay, TurnPiece
from bot.games.lattice.seen import SquareRowsSeen


def safest(seen: SquareRowsSeen) -> Move:
    """A piece that lies open and fits is laid, as turning one over may be in vain.

    The one with the most pips, where the own open pieces fit afterwards, and those of the others do
    not. Else a piece is turned over, from the left. What lies face down and was seen before is
    remembered for nobody: that is the game (SQM-6).
    """
    return min(seen.legal, key=lambda move: _risk(seen, move))


def _risk(seen: SquareRowsSeen, move: Move) -> tuple[int, ...]:
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
    """How many pieces that lie open in a row fit after ``move``."""
    open_ones = [piece for piece in seen.lying(seat) if piece and piece is not move.piece]
    return sum(map(path.fits, open_ones))
