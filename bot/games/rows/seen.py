"""What is done, told and seen at a table of Blind."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Dealing

FROM_LEFT, FROM_RIGHT = "from-left", "from-right"
"""The end of a row from which its bones are turned over (BLIND-3)."""


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """Saying, in secret, from which end the own row is turned over."""

    direction: str


@dataclass(frozen=True, slots=True)
class TurnOver(Move):
    """Turning over the front bone of the own row."""


CHOICES = tuple(Choose(each, secret=True, direction=each) for each in (FROM_LEFT, FROM_RIGHT))
TURN = TurnOver("turn")
TURN_ON = TurnOver("turn", automatic=True)
"""The same after a bone that was laid."""


@dataclass(frozen=True, slots=True)
class LotsDrawn(Event):
    """``seats`` have each drawn one of ``bones``, for the lead; all see them (BLIND-2)."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


@dataclass(frozen=True, slots=True)
class RowsDealt(Dealing):
    """Everybody has a row, and nobody has seen a bone of it."""

    counts: tuple[int, ...]
    """By seat."""
    aside: int
    """Bones out of play, unseen."""


@dataclass(frozen=True, slots=True)
class OddLaid(Event):
    """The bone that was left over is the first of the line; nobody has played it (BLIND-1)."""

    bone: Bone
    ends: tuple[int, ...]
    """What the open ends show."""


@dataclass(frozen=True, slots=True)
class DirectionChosen(Event):
    """A seat has chosen its direction; which, is told when all have."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DirectionsShown(Event):
    """All have chosen."""

    directions: tuple[str | None, ...]
    """By seat; ``None`` for one that does not play."""


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The front bone was turned over. Laying it or sending it back is told next."""

    seat: Seat
    bone: Bone


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """The bone just turned over did not fit and went to the back of its row (BLIND-5)."""

    seat: Seat
    bone: Bone
    face_up: bool
    """Of a double: it stays face up."""


@dataclass(frozen=True, slots=True)
class BlindSeen:
    """A round as one seat (``None``: a spectator) sees it; there is no place for an unseen bone."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    draws: tuple[Seat, ...]
    """Who draws lots from the shuffle that is awaited; nobody when that is the deal."""
    lots: tuple[Bone | None, ...]
    """What was drawn last, by seat, while it lies open."""
    leader: Seat | None
    directions: tuple[str | None, ...]
    """By seat; until all have chosen, of the own seat only."""
    rows: tuple[tuple[Bone | None, ...], ...]
    """By seat, front first. ``None`` is a bone that nobody has seen; the others have been turned
    over before everybody's eyes, whether they lie face up now or not."""
    stock: int
    """Bones that lie unseen outside the rows."""
    layout: Layout
    pending: Bone | None
    """The front bone of the seat to act, turned over and no longer in its row: it fits at both
    ends."""
    again: bool
    """Whether the seat to act has laid a bone in this turn."""
    history: tuple[Event, ...]
    """All that happened in the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Bones left, by seat, one that lies turned over included."""
        return tuple(
            len(row) + (self.pending is not None and seat in self.to_act)
            for seat, row in enumerate(self.rows)
        )

    def lying(self, seat: Seat) -> tuple[Bone | None, ...]:
        """A row as it lies, from left to right; ``None`` lies face down (BLIND-5, BLIND-10)."""
        over = self.outcome is not None
        row = [each if each and (each.double or over) else None for each in self.rows[seat]]
        if self.pending is not None and seat in self.to_act:
            row.insert(0, self.pending)
        return tuple(row if self.directions[seat] != FROM_RIGHT else reversed(row))
