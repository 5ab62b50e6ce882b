"""What an achievement is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.scores.deed import Deed


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that is earned once."""

    id: str
    """Stored; never changed."""
    symbol: str
    """A single emoji."""
    name: str
    """English, and the message's key."""
    text: str
    """What it takes, in a sentence; English, and the message's key."""
    of_match: Callable[[Deed], bool] | None = None
    """Whether somebody's part in a match earns it."""
    of_week: Callable[[int], bool] | None = None
    """Whether a place on a server's podium of the week earns it."""
