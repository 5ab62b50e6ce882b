"""A match's agenda: when something is to be done for it though nobody does anything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.engine.contract import Seat


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time that a person has for the decision before them."""

    seat: Seat
    ply: int
    """The length of the log from which on they have had this choice."""
    due_at: datetime | None
    """When the move is made for them; ``None``: there is no end to it."""
    reminded: int = 0
    """How many of the reminders are behind them."""
    away_until: datetime | None = None
    """The end of the holiday that their clock stands still for."""
    plays_at: datetime | None = None
    """When their only move is made for them, as they have asked for."""
    strict_at: datetime | None = None
    """``due_at``, were it not for their quiet hours."""


@dataclass(frozen=True, slots=True)
class Agenda:
    """Whose time is running, and until when the match may lie untouched."""

    clocks: tuple[SeatClock, ...] = ()
    """By seat; those of people who are to act and play for themselves."""
    lapses_at: datetime | None = None
    """When it is given up unless something happens."""
    wakes_at: datetime | None = None
    """The first moment at which something is to be done: a reminder, a move, the end."""

    @property
    def told(self) -> list[tuple[object, ...]]:
        """What the table tells of it."""
        return [(each.seat, each.due_at, each.away_until) for each in self.clocks]

    def clock(self, seat: Seat) -> SeatClock | None:
        """The clock that runs for a seat."""
        return next((clock for clock in self.clocks if clock.seat == seat), None)


NOTHING = Agenda()
"""Of a match that is over."""
