"""Moves, events and observations of Blind."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Dealing

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


@dataclass(frozen=True, slots=True)
class LotsDrawn(Event):
    """``seats`` have each drawn one of ``bones`` for the lead; everybody sees them (BLIND-2)."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


@dataclass(frozen=True, slots=True)
class RowsDealt(Dealing):
    """Everybody was dealt a row, and nobody has seen a bone of it."""

    counts: tuple[int, ...]
    """Number of bones, by seat."""
    aside: int
    """Number of bones out of play, unseen."""


@dataclass(frozen=True, slots=True)
class OddLaid(Event):
    """The bone left over was laid first in the line; no player laid it (BLIND-1)."""

    bone: Bone
    ends: tuple[int, ...]
    """Pips shown by the open ends."""


@dataclass(frozen=True, slots=True)
class DirectionChosen(Event):
    """A seat has chosen its direction, which is shown when all have chosen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DirectionsShown(Event):
    """All seats have chosen their directions."""

    directions: tuple[str | None, ...]
    """Directions by seat; ``None`` for a seat that does not play."""


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The front bone was turned over. The next event says whether it was laid or returned."""

    seat: Seat
    bone: Bone


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """The bone just turned over did not fit and went to the back of its row (BLIND-5)."""

    seat: Seat
    bone: Bone
    face_up: bool
    """True for a double, which stays face up."""


@dataclass(frozen=True, slots=True)
class BlindSeen:
    """A round as one seat sees it (``None``: a spectator); it has no field for unseen bones."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    draws: tuple[Seat, ...]
    """Seats that draw lots from the pending shuffle; empty if that is for the deal."""
    lots: tuple[Bone | None, ...]
    """The lot drawn last, by seat, while it is face up."""
    leader: Seat | None
    directions: tuple[str | None, ...]
    """Directions by seat; until all have chosen, only the player's own."""
    rows: tuple[tuple[Bone | None, ...], ...]
    """Rows by seat, front first. ``None`` is a bone that nobody has seen; the others were turned
    over for everybody to see, even if they are face down now."""
    stock: int
    """Number of unseen bones outside the rows."""
    layout: Layout
    pending: Bone | None
    """The front bone of the seat to act, turned over and no longer in its row, because it fits at
    both ends; ``None`` if there is none."""
    again: bool
    """True if the seat to act has laid a bone in this turn."""
    history: tuple[Event, ...]
    """All events of the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of bones left, by seat, including the pending one."""
        return tuple(
            len(row) + (self.pending is not None and seat in self.to_act)
            for seat, row in enumerate(self.rows)
        )

    def lying(self, seat: Seat) -> tuple[Bone | None, ...]:
        """Return a row from left to right; ``None`` is a face-down bone (BLIND-5, BLIND-10)."""
        over = self.outcome is not None
        row = [each if each and (each.double or over) else None for each in self.rows[seat]]
        if self.pending is not None and seat in self.to_act:
            row.insert(0, self.pending)
        return tuple(row if self.directions[seat] != FROM_RIGHT else reversed(row))
