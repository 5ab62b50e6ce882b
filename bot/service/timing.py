"""When a clock runs out, when somebody is reminded, and what a holiday does to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.service.agenda import SeatClock
from bot.service.habits import Habits
from bot.service.pace import Pace

REMINDERS = (0.5, 0.9)
"""Parts of the time after which somebody is reminded."""
BREATH = timedelta(hours=1)
"""After quiet hours, what is left at least: time to read the reminder and to move."""


def due(pace: Pace, now: datetime, habits: Habits) -> datetime | None:
    """When the time is up for a decision that somebody faces from now on."""
    if pace.allowance is None:
        return None
    return _awake(pace, (away_until(pace, now, habits) or now) + pace.allowance, habits)


def away_until(pace: Pace, now: datetime, habits: Habits) -> datetime | None:
    """The end of the holiday that a person's clock stands still for."""
    return habits.away_until(now) if pace.counts_days else None


def moved(clock: SeatClock, pace: Pace, now: datetime, habits: Habits) -> SeatClock:
    """The clock of a person whose habits have changed: a holiday began, or ended early."""
    away = away_until(pace, now, habits)
    before, after = clock.away_until or now, away or now
    if clock.due_at is None or max(before, now) == max(after, now):
        return replace(clock, away_until=away)
    later = clock.due_at + (max(after, now) - max(before, now))
    return replace(clock, away_until=away, due_at=_awake(pace, later, habits))


def reminders_due(clock: SeatClock, pace: Pace, now: datetime, habits: Habits) -> int:
    """How many of the reminders should have been given by now."""
    return sum(at <= now for at in _reminders(clock, pace, habits))


def next_alarm(clock: SeatClock, pace: Pace, habits: Habits) -> datetime | None:
    """The next moment at which something is to be done for this clock's owner."""
    moments = (clock.due_at, clock.plays_at, _next_reminder(clock, pace, habits))
    return min(filter(None, moments), default=None)


def _next_reminder(clock: SeatClock, pace: Pace, habits: Habits) -> datetime | None:
    return next(iter(_reminders(clock, pace, habits)[clock.reminded :]), None)


def _reminders(clock: SeatClock, pace: Pace, habits: Habits) -> list[datetime]:
    """When to remind somebody; never in their quiet hours."""
    if clock.due_at is None or pace.allowance is None:
        return []
    moments = [clock.due_at - pace.allowance * (1 - part) for part in REMINDERS]
    quiet = habits.preferences.quiet
    return moments if quiet is None else [quiet.end(at) for at in moments]


def _awake(pace: Pace, at: datetime, habits: Habits) -> datetime:
    """Where moves take days no time is up in quiet hours, nor as soon as they end."""
    quiet = habits.preferences.quiet
    if quiet is None or not pace.counts_days or quiet.end(at) == at:
        return at
    return quiet.end(at) + BREATH
