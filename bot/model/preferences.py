"""A person's settings: language, theme, direct messages, quiet hours, holidays, forced moves."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.engine.errors import shortened
from bot.model.errors import OddHours, UnknownZone

LONGEST_LOCALE = 8
"""The most characters of a locale that is kept; Discord's longest, “es-419”, has six."""
LONGEST_ID = 16
"""The most characters of the id of a felt or of bones."""
LONGEST_QUIET = timedelta(hours=16)
"""The longest quiet hours; the rest of the day is left for reminders and moves."""


@dataclass(frozen=True, slots=True)
class ThemeChoice:
    """The ids of the felt and the bones that somebody chose; ``None`` where they chose none."""

    felt: str | None = None
    bones: str | None = None

    def or_else(self, other: "ThemeChoice") -> "ThemeChoice":
        return ThemeChoice(self.felt or other.felt, self.bones or other.bones)


NO_THEME = ThemeChoice()


class MessagePreference(Enum):
    ON = "on"
    """The hand whenever their turn comes, and reminders."""
    REMINDERS = "reminders"
    DIGEST = "digest"
    """Once a day what waits for them, and the last reminder."""
    OFF = "off"


class InvitationPreference(Enum):
    CHANNEL = "channel"
    """With a mention in the table's channel."""
    DM = "dm"
    """By DM, and in the channel only if DMs don't reach them."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class QuietHours:
    begins: int
    """Minutes after midnight."""
    ends: int
    """Minutes after midnight; on the next day if that is before the beginning."""
    zone: str
    """The person's time zone, by its IANA name."""

    def check(self) -> None:
        """Raise :class:`UnknownZone`, or :class:`OddHours` if too little of the day is left."""
        if self.zone not in _zones():
            raise UnknownZone(zone=shortened(self.zone))
        minutes = (self.ends - self.begins) % _DAY
        whole = {self.begins, self.ends} <= set(range(_DAY))
        if not whole or not timedelta() < timedelta(minutes=minutes) <= LONGEST_QUIET:
            raise OddHours(hours=LONGEST_QUIET // timedelta(hours=1))

    def end(self, moment: datetime, *, rest: timedelta = timedelta()) -> datetime:
        """Return the moment, or the end of the quiet hours (plus ``rest``) that it falls into."""
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
class DigestTime:
    minute: int
    """Minutes after midnight."""
    zone: str
    """The person's time zone, by its IANA name."""

    def check(self) -> None:
        """Raise :class:`UnknownZone` for a zone that there is not."""
        if self.zone not in _zones():
            raise UnknownZone(zone=shortened(self.zone))

    def next(self, moment: datetime) -> datetime:
        """Return the first time after ``moment`` at which it is that time of day."""
        zone = _zone(self.zone)
        today = moment.astimezone(zone).date()
        days = (today + timedelta(days=later) for later in range(3))
        return next(at for day in days if (at := min(_moments(day, self.minute, zone))) > moment)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences; the defaults are those of people who have set nothing."""

    messages: MessagePreference = MessagePreference.ON
    autoplay: bool = False
    quiet: QuietHours | None = None
    listed: bool = True
    """True if rankings and profiles show them to others."""
    language: str | None = None
    """The language they chose, as one of Discord's locales; ``None``: that of their Discord."""
    invitations: InvitationPreference = InvitationPreference.CHANNEL
    theme: ThemeChoice = NO_THEME
    """The felt and the bones of what only they see; ``None`` in it stands for the server's."""
    asked_autoplay: bool = False
    """True if they were asked whether they want forced moves made."""
    digest: DigestTime | None = None
    """When they want a digest, or wanted one before; set if :attr:`messages` is a digest."""

    @property
    def digest_time(self) -> DigestTime | None:
        return self.digest if self.messages is MessagePreference.DIGEST else None


@dataclass(frozen=True, slots=True)
class Holiday:
    """Days on which a person's clocks stop, where moves take days."""

    begins_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A person's settings, as far as a table has to know them."""

    preferences: Preferences = Preferences()
    holidays: tuple[Holiday, ...] = ()
    """The holidays of the last year, in order."""
    locale: str | None = None
    """The locale of their Discord when they last took a seat; ``None`` if they never did."""

    def holiday(self, now: datetime) -> Holiday | None:
        last = self.last_holiday(now)
        return last if last is not None and now < last.ends_at else None

    def last_holiday(self, now: datetime) -> Holiday | None:
        begun = (each for each in self.holidays if each.begins_at <= now)
        return max(begun, key=lambda each: (each.begins_at, each.ends_at), default=None)

    def away_until(self, now: datetime) -> datetime | None:
        holiday = self.holiday(now)
        return None if holiday is None else holiday.ends_at

    def quiet_end(self, moment: datetime) -> datetime:
        quiet = self.preferences.quiet
        return moment if quiet is None else quiet.end(moment)

    def reachable_at(self, now: datetime) -> datetime:
        """Return when the person may be disturbed: now, or after their holiday and quiet hours."""
        return self.quiet_end(self.away_until(now) or now)


DEFAULT_SETTINGS = PlayerSettings()


_DAY = 24 * 60


@cache
def _zones() -> set[str]:
    """Return the names of all time zones; cached, as collecting them takes many disk reads."""
    return available_timezones()


def _zone(name: str) -> tzinfo:
    """Return the time zone; UTC if a stored name is not a zone any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _moments(day: date, minutes: int, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return both moments that a local time may mean; they differ if clocks change that day."""
    local = datetime.combine(day, time(minutes // 60 % 24, minutes % 60), zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
