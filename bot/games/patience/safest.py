"""What is done for a player of Solitaire whose time is up."""

from __future__ import annotations

from bot.engine.contract import Move
from bot.games.patience.seen import Remove, SolitaireSeen


def safest(seen: SolitaireSeen) -> Move:
    """Three at once, else one, the leftmost; nothing is laid while something can be removed.

    What is out of the row is counted against nobody any more (SOLO-5).
    """
    return min(seen.legal, key=_risk)


def _risk(move: Move) -> tuple[int, ...]:
    match move:
        case Remove(at=at, triple=triple):
            return 0, not triple, at
        case _:
            return (1,)
