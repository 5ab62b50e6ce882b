"""The moves that a plain player of matching squares likes."""

from bot.domino.square_set import SQUARES
from bot.engine.contract import Move
from bot.games.squares.moves import Lay
from bot.games.squares.observation import SquaresSeen

_PIECE_WORTH = 2
"""The pips that it is worth if one piece fewer fits that others may hold."""


def preference(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    """Prefer the play of a piece with many pips where few unseen pieces fit afterwards.

    Others who can't play keep their pips (SQB-3) or have to draw (SQD-1). A piece just drawn is
    laid rather than kept (SQD-2).
    """
    match move:
        case Lay(piece=piece, cell=cell, turn=turn):
            path = seen.path.lay(piece, cell, turn)
            known = {*seen.hand, *(laid.piece for laid in path.laid)}
            unseen = [each for each in SQUARES if each not in known]
            return 1, piece.pips - _PIECE_WORTH * sum(map(path.fits, unseen))
        case _:
            return (0,)
