"""The move made for a player of Solitaire whose time is up."""

from bot.engine.contract import Move
from bot.games.solitaire.moves import Remove
from bot.games.solitaire.observation import SolitaireSeen


def risk(seen: SolitaireSeen, move: Move) -> tuple[int, ...]:
    """Prefer the leftmost removal of three bones, then of one, then the move that draws.

    Bones removed from the row no longer count against the player (SOLO-5).
    """
    del seen
    match move:
        case Remove(at=at, triple=triple):
            return 0, not triple, at
        case _:
            return (1,)
