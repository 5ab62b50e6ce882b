"""The move made for a player of Solitaire whose time is up."""

from bot.engine.contract import Move
from bot.games.solitaire.seen import Remove, SolitaireSeen


def timeout_move(seen: SolitaireSeen) -> Move:
    """Return the leftmost removal of three bones, else of one, else the move that draws.

    Bones removed from the row no longer count against the player (SOLO-5).
    """
    return min(seen.legal, key=_risk)


def _risk(move: Move) -> tuple[int, ...]:
    match move:
        case Remove(at=at, triple=triple):
            return 0, not triple, at
        case _:
            return (1,)
