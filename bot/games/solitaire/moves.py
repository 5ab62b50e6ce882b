"""The moves of Solitaire."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.engine.contract import Move


@dataclass(frozen=True, slots=True)
class Remove(Move):
    """A move that takes a bone out of the row, alone or with both neighbours: ``6-5``, ``6-5+``."""

    bone: Bone
    """The bone itself; with its neighbours, the middle one."""
    at: int
    triple: bool
    """True if both neighbours go with it (SOLO-3)."""


@dataclass(frozen=True, slots=True)
class DrawNext(Move):
    """A move that turns up the next bone at the right end of the row."""


DRAW_NEXT = DrawNext("draw")
DRAW_ON = DrawNext("draw", automatic=True)
"""The same move after a draw, as long as nothing can be removed; there is no choice in it."""
