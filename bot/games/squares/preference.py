"""The moves of Domino Squares that a plain player likes."""

from bot.engine.contract import Move
from bot.games.squares.moves import Lay
from bot.games.squares.observation import SquaresSeen
from bot.games.squares.timeout_risk import risk


def preference(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    """Prefer the play with the most points, whatever its command; then the move with least risk."""
    match move:
        case Lay(scores=scores):
            return 1, sum(scores)
        case _:
            return (0, *(-each for each in risk(seen, move)))
