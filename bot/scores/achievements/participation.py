"""A player's part in a finished match, which achievements are given for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from bot.engine.contract import Event, Seat
from bot.engine.options import OptionValue
from bot.scores.career import Career


@dataclass(frozen=True, slots=True)
class Participation:
    """A player's part in a match and their totals so far, this match included."""

    game: str
    options: Mapping[str, OptionValue]
    """The value of every option, defaults included."""
    seat: Seat
    seats: int
    partners: frozenset[Seat]
    """The seats that score together with this one, not including it."""
    place: int
    """The place, from 1; ties share a place."""
    won: bool
    left: bool
    """True if they left or a computer played for them at the end."""
    aided: bool
    """True if hints were taken or moves taken back, so that it counts as played and no more."""
    helped: bool
    """True if the clock, or a computer after it, has made a move for them."""
    totals: tuple[int, ...]
    """The points at the end, by seat; penalties if the game counts those."""
    computers: Mapping[Seat, str]
    """The levels of the computers that held their seat from the start, by seat."""
    pace: str
    lasted: timedelta
    """The time from the opening of the table to the end of the match."""
    events: tuple[Event, ...]
    """All events of the match, with nothing hidden."""
    career: Career = field(default_factory=Career)
    avenged: bool = False
    """True if this was the rematch of a match that they had lost."""
