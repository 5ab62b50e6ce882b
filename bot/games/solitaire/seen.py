"""Moves, events and observations of Solitaire."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Closing, Dealing

WON, STUCK = "won", "stuck"
"""Reasons why a round ends: no bone is left, or some are and nothing can be done (SOLO-5)."""


@dataclass(frozen=True, slots=True)
class Remove(Move):
    """A move that takes a bone out of the row, alone or with both neighbours: ``6-5``, ``6-5+``."""

    bone: Bone
    """The bone itself; with its neighbours, the middle one."""
    at: int
    """Index of the bone in the row, from 0."""
    triple: bool
    """True if both neighbours go with it (SOLO-3)."""


@dataclass(frozen=True, slots=True)
class DrawNext(Move):
    """A move that turns up the next bone at the right end of the row."""


DRAW_NEXT = DrawNext("draw")


@dataclass(frozen=True, slots=True)
class RowLaid(Dealing):
    """The first bones were laid in a row, face up."""

    bones: tuple[Bone, ...]
    stock: int
    """Number of face-down bones."""


@dataclass(frozen=True, slots=True)
class Added(Event):
    """The next bone was laid at the right end of the row."""

    bone: Bone
    left: int
    """Number of bones still face down."""


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """Bones were taken out of the row, and the gap closed."""

    bones: tuple[Bone, ...]
    """The bones, from left to right."""
    at: int
    """Index of the first of them in the row, from 0."""
    together: bool
    """True if three were removed at once (SOLO-3)."""


@dataclass(frozen=True, slots=True)
class RowEnded(Closing):
    """The row is empty, or nothing more can be done (SOLO-5)."""

    reason: str
    """:data:`WON` or :data:`STUCK`."""
    winners: tuple[Seat, ...]
    left: tuple[Bone, ...]
    """The bones left in the row."""
    removed: int
    """Number of bones removed from the row."""
    draws: int
    """Number of bones laid after the first ones."""


@dataclass(frozen=True, slots=True)
class SolitaireSeen:
    """A round as its player sees it; it has no field for face-down bones."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    row: tuple[Bone, ...]
    """The row, from left to right."""
    stock: int
    """Number of face-down bones."""
    gone: tuple[Bone, ...]
    """Bones removed, in the order in which they were removed."""
    newest: int | None
    """Index in the row of the bone laid just now; ``None`` if none was."""
    history: tuple[Event, ...]
    """All events of the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of bones in the row, for the only seat."""
        return (len(self.row),)
