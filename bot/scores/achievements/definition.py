"""The definition of an achievement."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.scores.achievements.participation import Participation


@dataclass(frozen=True, slots=True)
class Achievement:
    """An award that a player can earn once."""

    id: str
    """The stored id; it must never change."""
    symbol: str
    """The symbol, a single emoji."""
    name: str
    """The name in English, which is also the message's key."""
    text: str
    """The condition in one English sentence, which is also the message's key."""
    of_match: Callable[[Participation], bool] | None = None
    """Returns True if a player's part in a match earns it; ``None`` if no match does."""
    for_playing: bool = False
    """True if it is given for playing alone, so that matches with hints count."""
    of_week: Callable[[int], bool] | None = None
    """Returns True if a place in a server's week earns it; ``None`` if no place does."""
