"""What is laid where square pieces are only matched, for a player whose time is up."""

from __future__ import annotations

from bot.engine.contract import Move
from bot.games.lattice.moves import Lay
from bot.games.lattice.seen import SquaresSeen


def safest(seen: SquaresSeen) -> Move:
    """The piece with the most pips, as what is held at the end is paid for (SQB-3).

    It is laid where the most pieces of the hand fit afterwards. A piece just drawn is laid rather
    than kept (SQD-2).
    """
    return min(seen.legal, key=lambda move: _risk(seen, move))


def _risk(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    match move:
        case Lay(piece=piece, cell=cell, turn=turn):
            path = seen.path.lay(piece, cell, turn)
            fitting = sum(path.fits(each) for each in seen.hand if each is not piece)
            return 0, -piece.pips, -fitting
        case _:
            return (1,)
