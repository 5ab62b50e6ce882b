"""Calls: messages to people for whom a table waits, or who wait for one, each sent once."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.model.match import UserId

LONG_PAUSE = timedelta(hours=1)
"""The time without a move after which the next one counts as going on."""


class Occasion(Enum):
    INVITED = "invited"
    REMINDED = "reminded"
    """They are to move, and part of their time is over."""
    GOES_ON = "goes_on"
    """A match that they watch had been still for :data:`LONG_PAUSE` or longer, and goes on."""
    ENDED = "ended"
    """A match that they watch is over, or was cancelled."""


@dataclass(frozen=True, slots=True)
class Call:
    """A reason to call people, and what identifies it."""

    occasion: Occasion
    token: str
    """Identifies the occasion: Discord drops a message that repeats a token within some minutes."""
    invited_by: UserId | None = None
    ply: int = 0
    """The length of the log up to which watchers know of the match before this call; it differs
    between any two calls about a match. For a reminder, when the player got their choice."""


@dataclass(frozen=True, slots=True)
class Reminder:
    user_id: UserId
    ply: int
    """The length of the log when they got this choice."""
    claimed_at: datetime | None = None
    """The time at which somebody began to remind them, if it is not known whether that was done."""


@dataclass(frozen=True, slots=True)
class WatchReminders:
    """The reminders that somebody wants of a match in which they have no seat."""

    goes_on: bool = False
    ends: bool = False

    def __bool__(self) -> bool:
        return self.goes_on or self.ends


@dataclass(frozen=True, slots=True)
class Watcher:
    user_id: UserId
    reminders: WatchReminders
    told_ply: int
    """The length of the log up to which they know that the match has gone on. While a call is
    claimed, :attr:`Call.ply` of that call."""
    claimed_at: datetime | None = None
    """The time at which somebody began to call them, if it is not known whether that was done."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who is invited to a lobby and has not been called yet."""

    user_id: UserId
    invited_by: UserId | None
    """The person who invited them; ``None`` if that person's data was deleted."""
    claimed_at: datetime | None = None
    """The time at which somebody began to call them, if it is not known whether that was done."""


@dataclass(frozen=True, slots=True)
class Digest:
    user_id: UserId
    due_at: datetime
    claimed_at: datetime | None
    """The time at which somebody began to send it, if it is not known whether that was done."""
