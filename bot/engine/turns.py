"""A check that it is the actor's turn."""

from bot.engine.contract import NATURE, Actor, Lot, Seat, Shuffle
from bot.engine.errors import NotYourTurn


def check_asked(asked: Shuffle | Lot | frozenset[Seat], actor: Actor) -> None:
    """Raise :class:`NotYourTurn` unless ``actor`` is one of those who must act now."""
    if actor not in asked if isinstance(asked, frozenset) else actor is not NATURE:
        raise NotYourTurn
