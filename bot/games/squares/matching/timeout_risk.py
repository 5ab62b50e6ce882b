"""The move that the games of matching squares make for a player whose time is up."""

from bot.engine.contract import Move
from bot.games.squares.moves import Lay
from bot.games.squares.observation import SquaresSeen


def risk(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    """Prefer the play of the most pips, since pips held at the end go to the winner (SQB-3).

    The piece is laid where the most pieces of the hand fit afterwards. A piece just drawn is laid
    rather than kept (SQD-2).
    """
    match move:
        case Lay(piece=piece, cell=cell, turn=turn):
            path = seen.path.lay(piece, cell, turn)
            fitting = sum(path.fits(each) for each in seen.hand if each is not piece)
            return 0, -piece.pips, -fitting
        case _:
            return (1,)
