"""The events of Solitaire."""

from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat
from bot.games.common.events import DealEvent, DrawEvent, RoundEndEvent

WON, STUCK = "won", "stuck"
"""Reasons why a round ends: no bone is left, or some are and nothing can be done (SOLO-5)."""


class RowLaid(DealEvent):
    bones: tuple[Bone, ...]
    stock: int


class Added(DrawEvent):
    """The next bone was laid at the right end of the row, for everybody to see."""

    bone: Bone
    left: int

    @property
    def seat(self) -> Seat:
        return 0


class Removed(Event):
    """Bones were taken out of the row, and the gap closed."""

    bones: tuple[Bone, ...]
    at: int
    """Index of the first of them in the row, from 0."""
    together: bool
    """True if three were removed at once (SOLO-3)."""


class RowEnded(RoundEndEvent):
    """The row is empty, or nothing more can be done (SOLO-5)."""

    reason: str
    winners: tuple[Seat, ...]
    left: tuple[Bone, ...]
    removed: int
    draws: int
