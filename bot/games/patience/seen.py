"""What is done, told and seen at a table of Solitaire."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Closing, Dealing

WON, STUCK = "won", "stuck"
"""How a round ends: no bone is left, or some are and nothing can be done (SOLO-5)."""


@dataclass(frozen=True, slots=True)
class Remove(Move):
    """Taking a bone out of the row, alone or with both its neighbours: ``6-5``, ``6-5+``."""

    bone: Bone
    """The middle one."""
    at: int
    """Its place in the row, from 0."""
    triple: bool
    """Whether its neighbours go with it (SOLO-3)."""


@dataclass(frozen=True, slots=True)
class DrawNext(Move):
    """Turning up the next bone at the right end of the row."""


DRAW_NEXT = DrawNext("draw")


@dataclass(frozen=True, slots=True)
class RowLaid(Dealing):
    """The first bones lie in a row, face up."""

    bones: tuple[Bone, ...]
    stock: int
    """Bones that lie face down."""


@dataclass(frozen=True, slots=True)
class Added(Event):
    """The next bone was laid at the right end of the row."""

    bone: Bone
    left: int
    """Bones that still lie face down."""


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """Bones were taken out of the row, and the gap closed."""

    bones: tuple[Bone, ...]
    """From left to right."""
    at: int
    """Where the first of them lay, from 0."""
    together: bool
    """Three at once (SOLO-3)."""


@dataclass(frozen=True, slots=True)
class RowEnded(Closing):
    """Nothing is left, or nothing can be done any more (SOLO-5)."""

    reason: str
    """:data:`WON` or :data:`STUCK`."""
    winners: tuple[Seat, ...]
    left: tuple[Bone, ...]
    """The row."""
    removed: int
    """How many bones are out of it."""
    draws: int
    """How many were laid after the first ones."""


@dataclass(frozen=True, slots=True)
class SolitaireSeen:
    """A round as its player sees it; there is no place for a bone that lies face down."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    row: tuple[Bone, ...]
    """From left to right."""
    stock: int
    """Bones that lie face down."""
    gone: tuple[Bone, ...]
    """In the order in which they were removed."""
    newest: int | None
    """Where in the row the bone lies that was laid just now."""
    history: tuple[Event, ...]
    """All that happened in the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Bones in the row."""
        return (len(self.row),)
