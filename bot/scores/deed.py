"""One person's part in a match that has ended: what achievements are given for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from bot.engine.contract import Event, Seat
from bot.engine.options import OptionValue
from bot.scores.career import Career


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did in a match, and what they have done so far, this match included."""

    game: str
    options: Mapping[str, OptionValue]
    """Every option in force, defaults included."""
    seat: Seat
    seats: int
    partners: frozenset[Seat]
    """The seats that score together with this one, without it."""
    place: int
    """From 1; ties share a place."""
    won: bool
    left: bool
    """Whether they left, or a computer played for them at the end."""
    helped: bool
    """Whether the clock, and perhaps a computer after it, has made a move for them."""
    totals: tuple[int, ...]
    """Everybody's points at the end, by seat; penalties where the game counts those."""
    computers: Mapping[Seat, str]
    """The levels of those seats that no person has sat in."""
    pace: str
    lasted: timedelta
    """From the opening of the table to the end."""
    events: tuple[Event, ...]
    """Everything that happened, as nobody alone saw it."""
    career: Career = field(default_factory=Career)
    avenged: bool = False
    """Whether this was a rematch of one that they had lost."""
