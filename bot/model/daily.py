"""Deals of the day: one round against computers, the same for everybody."""

import hmac
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from bot.engine.chance import DAILY_SALT, commitment
from bot.engine.contract import Event, Observation
from bot.engine.options import OptionValue
from bot.engine.record import Record
from bot.engine.story import DealCheck
from bot.model.match import UserId

DAY = timedelta(days=1)
OPEN_FOR = timedelta(hours=36)
"""How long a deal counts, so that every time zone has it for part of its own day."""
SECRET_SIZE = 32
"""The number of bytes of a deal's secret."""
VOID = 0
"""Stands in place of a deal's version once that has changed while it was open."""
DAY_ONE = date(2026, 1, 1)
"""The day of deal 1."""


def number_of(day: date) -> int:
    """Return the number by which people know the deal of a day."""
    return (day - DAY_ONE).days + 1


def day_numbered(number: int) -> date:
    """Return the day of a deal; raises ``OverflowError`` if the number is no deal's."""
    return DAY_ONE + timedelta(days=number - 1)


def opens_at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def closes_at(day: date) -> datetime:
    return opens_at(day) + OPEN_FOR


def open_days(now: datetime) -> tuple[date, ...]:
    """Return the days whose deals are open, the newest first: one or two."""
    today = now.astimezone(UTC).date()
    return tuple(day for day in (today, today - DAY) if now < closes_at(day))


def last_closed(now: datetime) -> date:
    """Return the newest day whose deal is closed."""
    return (now - OPEN_FOR).astimezone(UTC).date()


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day, as it was made when it was first needed."""

    day: date
    game: str
    version: int
    """That of the rules and of the computers, without which it can't be played, or :data:`VOID`."""
    seats: int
    options: Mapping[str, OptionValue] = field(hash=False)
    secret: bytes = field(repr=False)
    """What all shuffles and all choices of computers follow from; revealed when it closes."""
    par: tuple[int, ...] = ()
    """The scores of strong computers that have played it so far."""
    is_revealed: bool = False
    """True once somebody has seen the secret: nothing counts then, whatever the clock says."""

    @property
    def is_void(self) -> bool:
        """True if it counts for nobody, because its version changed while it was open."""
        return self.version == VOID

    @property
    def number(self) -> int:
        return number_of(self.day)

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def salts(self) -> tuple[str, str]:
        return DAILY_SALT, self.day.isoformat()

    @property
    def closes_at(self) -> datetime:
        return closes_at(self.day)

    @property
    def dealt(self) -> tuple[str, int, Mapping[str, OptionValue], str, bytes]:
        """All that the deal follows from, as :func:`bot.ai.daily.daily_round` takes it."""
        return self.game, self.seats, self.options, self.day.isoformat(), self.secret

    def trace_of(self, user_id: UserId) -> bytes:
        """Return what is kept of a person's attempt if they delete their data.

        Nobody who doesn't know the secret can tell whose it is.
        """
        return hmac.digest(self.secret, str(user_id).encode(), "sha256")


class Mark(StrEnum):
    """How good a choice was."""

    BEST = "b"
    CLOSE = "c"
    COSTLY = "x"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's only attempt at a deal."""

    day: date
    user_id: UserId
    moves: tuple[str, ...] = ()
    """The codes of all their choices, in order."""
    guild_id: int | None = None
    """The server in which they began; ``None`` outside of servers."""
    score: int | None = None
    """What they are compared by, the highest being best; ``None`` until the round is over."""
    counts: bool = False
    """True if the round was over while the deal was open."""
    marks: tuple[Mark, ...] = ()
    """One for each choice among several moves, once they are judged."""

    @property
    def is_over(self) -> bool:
        return self.score is not None


def share_below(score: int, people: Mapping[int, int]) -> float | None:
    """Return the share of people with a lower score, equals counting half; ``None`` without any.

    ``people`` has their number by their score.
    """
    count = sum(people.values())
    if not count:
        return None
    lower = sum(number for each, number in people.items() if each < score)
    return (lower + people.get(score, 0) / 2) / count


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many people have each score in a deal."""

    people: Mapping[int, int]

    @property
    def count(self) -> int:
        return sum(self.people.values())

    def beaten_by(self, score: int) -> float | None:
        """Return the share of all others whom a player with that score beats."""
        return share_below(score, Counter(self.people) - Counter([score]))


@dataclass(frozen=True, slots=True)
class DailyMoment:
    """A deal as its player sees it: at a choice of theirs, or at the end."""

    deal: Deal
    attempt: Attempt
    seen: Observation
    events: tuple[Event, ...]
    """The events since their last choice."""
    is_closed: bool = False
    """True if the deal doesn't count any more."""
    is_late: bool = False
    """True if their press came too late: the choice had been made already."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How an attempt that is over compares with all others."""

    deal: Deal
    attempt: Attempt
    everybody: Distribution
    beaten: float | None
    """The share of the other players who did worse, equals counting half; ``None`` without any."""
    par: float | None
    """The same among strong computers."""
    streak: int = 0
    """The days that they have played without a break."""
    earned: tuple[str, ...] = ()
    """Achievements that it has just earned them."""


@dataclass(frozen=True, slots=True)
class BestOfDay:
    """One of those who did best in a deal in a server."""

    place: int
    """From 1; people with equal scores share a place."""
    user_id: UserId
    beaten: float | None
    """The share of all other players, everywhere, who did worse so far; ``None`` without any."""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class LeagueRow:
    place: int
    """From 1; people with equal points share a place."""
    user_id: UserId
    points: int
    days: int
    """The number of days played, of which the best count."""


@dataclass(frozen=True, slots=True)
class LeagueOrder:
    """Who is first, and how many people have how many points: all that places follow from."""

    first: tuple[UserId, ...]
    people: Mapping[int, int]

    def place(self, points: int) -> int:
        return 1 + sum(count for each, count in self.people.items() if each > points)


@dataclass(frozen=True, slots=True)
class LeagueTable:
    days: tuple[date, ...]
    rows: tuple[LeagueRow, ...] = ()
    own: LeagueRow | None = None
    """That of the person who asked, if they are in the table."""


@dataclass(frozen=True, slots=True)
class DailyPost:
    """What a server is told in the morning."""

    guild_id: int
    channel_id: int
    deal: Deal
    """That of the day that has just begun."""
    best: tuple[BestOfDay, ...] = ()
    """The best in the deal of the day before, which is still open; those who began it here."""
    is_void: bool = False
    """True if the rules have changed since the deal was made, so that nobody can play it."""


@dataclass(frozen=True, slots=True)
class DealProof:
    """Everything that a closed deal follows from, recomputed."""

    deal: Deal
    shuffles: tuple[DealCheck, ...] = ()
    """The shuffles and lots of the round; none if the deal is void."""
    record: Record | None = field(default=None, repr=False)
    """The round with the asker's moves, or up to the player's first choice; ``None`` if void."""
    attempt: Attempt | None = None
    """The asker's."""
    holds: bool = True
    """False if the asker's moves, played again, lead to another score than the stored one."""

    @property
    def is_void(self) -> bool:
        return self.record is None
