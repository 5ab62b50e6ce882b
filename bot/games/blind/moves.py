"""The moves of Blind."""

from dataclasses import dataclass

from bot.engine.contract import Move

FROM_LEFT, FROM_RIGHT = "from-left", "from-right"
"""The ends of a row from which its bones can be turned over (BLIND-3)."""


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """A secret choice of the end from which the player's own row is turned over."""

    direction: str


@dataclass(frozen=True, slots=True)
class TurnOver(Move):
    """A move that turns over the front bone of the player's own row."""


CHOICES = tuple(Choose(each, secret=True, direction=each) for each in (FROM_LEFT, FROM_RIGHT))
TURN = TurnOver("turn")
TURN_ON = TurnOver("turn", automatic=True)
"""The same move after a bone was laid in this turn; there is no choice in it."""
