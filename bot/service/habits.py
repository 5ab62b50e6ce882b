"""What a person has set for themselves: letters, quiet hours, holidays, forced moves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.engine.errors import shortened
from bot.service.errors import OddHours, UnknownZone

LONGEST_QUIET = timedelta(hours=16)
"""Somebody has to be reminded, and to move, at some time of the day."""


class Letters(Enum):
    """Which direct messages a person wants."""

    ON = "on"
    """The hand whenever their turn comes, and reminders."""
    REMINDERS = "reminders"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A time of the day in which somebody is not to be disturbed."""

    begins: int
    """Minutes after midnight."""
    ends: int
    """Minutes after midnight, of the next day when that is before the beginning."""
    zone: str
    """Where they live, as the IANA calls the time zone."""

    def check(self) -> None:
        """Raise a refusal unless the zone exists and enough of the day is left.

        :class:`~bot.service.errors.UnknownZone`, :class:`~bot.service.errors.OddHours`
        """
        if self.zone not in _zones():
            raise UnknownZone(zone=shortened(self.zone))
        minutes = (self.ends - self.begins) % _DAY
        whole = {self.begins, self.ends} <= set(range(_DAY))
        if not whole or not timedelta() < timedelta(minutes=minutes) <= LONGEST_QUIET:
            raise OddHours(hours=LONGEST_QUIET // timedelta(hours=1))

    def end(self, moment: datetime, *, rest: timedelta = timedelta()) -> datetime:
        """The moment itself, or the end of the quiet hours (and of the ``rest``) it falls into."""
        zone = _zone(self.zone)
        today = moment.astimezone(zone).date()
        for day in (today - timedelta(days=1), today):
            begin = min(_moments(day, self.begins, zone))
            last = day + timedelta(days=self.ends < self.begins)
            end = max(_moments(last, self.ends, zone)) + rest
            if begin <= moment < end:
                return end
        return moment


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that a person has set; as it is for who has set nothing."""

    letters: Letters = Letters.ON
    autoplay: bool = False
    """Whether a move is made for them where they have no other, after a while."""
    quiet: QuietHours | None = None
    listed: bool = True
    """Whether rankings and profiles show them to others."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days on which somebody's clocks stand still where moves take days."""

    begins_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Habits:
    """What the table has to know of a person."""

    preferences: Preferences = Preferences()
    holidays: tuple[Holiday, ...] = ()
    """Of the last year, in order."""

    def holiday(self, now: datetime) -> Holiday | None:
        """The holiday that they are on."""
        last = self.last_holiday(now)
        return last if last is not None and now < last.ends_at else None

    def last_holiday(self, now: datetime) -> Holiday | None:
        """The last holiday that has begun, whether or not it is over."""
        begun = (each for each in self.holidays if each.begins_at <= now)
        return max(begun, key=lambda each: (each.begins_at, each.ends_at), default=None)

    def away_until(self, now: datetime) -> datetime | None:
        """The end of the holiday that they are on."""
        holiday = self.holiday(now)
        return None if holiday is None else holiday.ends_at


USUAL_HABITS = Habits()
"""Of somebody who has set nothing."""


_DAY = 24 * 60


@cache
def _zones() -> set[str]:
    """The names of all time zones; to gather them is many looks at the disk."""
    return available_timezones()


def _zone(name: str) -> tzinfo:
    """The time zone; the world's, when what was once set is no zone any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _moments(day: date, minutes: int, zone: tzinfo) -> tuple[datetime, datetime]:
    """What a clock on the wall may mean by a time: two moments on days on which it is set."""
    local = datetime.combine(day, time(minutes // 60 % 24, minutes % 60), zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
