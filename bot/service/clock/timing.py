"""Deadlines and reminders, and the effect of quiet hours and holidays on them."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.contract import Seat
from bot.model.calls import Reminder
from bot.model.deadlines import SeatClock
from bot.model.match import Match, UserId
from bot.model.preferences import PlayerSettings
from bot.model.terms import Pace

REMINDERS = (0.5, 0.9)
"""Fractions of the allowed time after which somebody is reminded."""
TIME_AFTER_QUIET = timedelta(hours=1)
"""The time left at least after quiet hours, to read the reminder and to move."""


def new_clock(
    seat: Seat, ply: int, pace: Pace, now: datetime, player_settings: PlayerSettings
) -> SeatClock:
    if pace.allowance is None:
        return SeatClock(seat, ply, None)
    away = away_until(pace, now, player_settings)
    strict = (away or now) + pace.allowance
    return SeatClock(
        seat,
        ply,
        _outside_quiet_hours(pace, strict, player_settings),
        away_until=away,
        strict_due_at=strict,
    )


def away_until(pace: Pace, now: datetime, player_settings: PlayerSettings) -> datetime | None:
    return player_settings.away_until(now) if pace.counts_days else None


def with_grace(clock: SeatClock, pace: Pace, since: datetime) -> SeatClock:
    if clock.due_at is None or clock.strict_due_at is None:
        return clock
    least = since + pace.grace
    return replace(
        clock, due_at=max(clock.due_at, least), strict_due_at=max(clock.strict_due_at, least)
    )


def replanned(
    clock: SeatClock, pace: Pace, now: datetime, player_settings: PlayerSettings
) -> SeatClock:
    """Replan the clock of somebody whose settings may have changed since it was planned.

    A holiday moves the deadline by the time it really lasts. New quiet hours, or a holiday that was
    cut short, may bring it forward, but leave :data:`TIME_AFTER_QUIET` from now on.
    """
    if clock.due_at is None or clock.strict_due_at is None or not pace.counts_days:
        return clock
    shift = _holiday_shift(clock, now, player_settings)
    strict, enough = (
        clock.strict_due_at + shift,
        _outside_quiet_hours(pace, now + TIME_AFTER_QUIET, player_settings),
    )
    due_at = max(
        _outside_quiet_hours(pace, strict, player_settings), min(clock.due_at + shift, enough)
    )
    if shift < timedelta() and due_at <= now:
        due_at = min(clock.due_at, enough)
    return replace(
        clock, due_at=due_at, strict_due_at=strict, away_until=player_settings.away_until(now)
    )


def reminders_due(
    clock: SeatClock, pace: Pace, now: datetime, player_settings: PlayerSettings
) -> int:
    """Return how many reminders should have been given by now; quiet hours add none."""
    if player_settings.quiet_end(now) > now:
        return clock.reminded
    due = sum(at <= now for at in _reminders(clock, pace, player_settings))
    return max(clock.reminded, due)


def has_choice(match: Match, user: UserId, ply: int) -> bool:
    """Return whether the person, and no computer for them, still has the choice of ``ply``.

    A reminder that comes too late for that choice is not meant for the next one.
    """
    seat = match.seat_of(user)
    clock = None if seat is None else match.agenda.clock(seat)
    return user in match.players and clock is not None and clock.ply == ply


def is_due(match: Match, reminder: Reminder, settings: PlayerSettings) -> bool:
    """Return whether it is about a choice that they have; with a digest, only the last one is due.

    A digest leaves out no reminder of a match in which people are expected to stay at the table.
    """
    if not has_choice(match, reminder.user_id, reminder.ply):
        return False
    clock = match.agenda.clock(match.seat_of(reminder.user_id) or 0)
    is_last = clock is not None and clock.reminded >= len(REMINDERS)
    return is_last or match.pace.is_quick or settings.preferences.digest_time is None


def next_alarm(
    clock: SeatClock, pace: Pace, now: datetime, player_settings: PlayerSettings
) -> datetime | None:
    reminder = _next_reminder(clock, pace, now, player_settings)
    moments = (clock.due_at, clock.autoplay_at, clock.away_until, reminder)
    return min(filter(None, moments), default=None)


def _next_reminder(
    clock: SeatClock, pace: Pace, now: datetime, player_settings: PlayerSettings
) -> datetime | None:
    """Return the time of the next reminder; in quiet hours an overdue one waits for their end."""
    at = next(iter(_reminders(clock, pace, player_settings)[clock.reminded :]), None)
    quiet_end = player_settings.quiet_end(now)
    return at if at is None or quiet_end == now else max(at, quiet_end)


def _reminders(clock: SeatClock, pace: Pace, player_settings: PlayerSettings) -> list[datetime]:
    if clock.due_at is None or pace.allowance is None:
        return []
    moments = (clock.due_at - pace.allowance * (1 - part) for part in REMINDERS)
    return [player_settings.quiet_end(at) for at in moments]


def _holiday_shift(clock: SeatClock, now: datetime, player_settings: PlayerSettings) -> timedelta:
    """Return the time that the last holiday adds to the plan; negative if it ended early."""
    last = player_settings.last_holiday(now)
    if last is None or (clock.away_until is None and last.ends_at <= now):
        return timedelta()
    planned = last.begins_at if clock.away_until is None else clock.away_until
    return last.ends_at - max(planned, last.begins_at)


def _outside_quiet_hours(pace: Pace, at: datetime, player_settings: PlayerSettings) -> datetime:
    """If moves take days, move a deadline past quiet hours plus :data:`TIME_AFTER_QUIET`.

    Never earlier for a later ``at``, so more time never makes anybody worse off.
    """
    quiet = player_settings.preferences.quiet
    return at if quiet is None or not pace.counts_days else quiet.end(at, rest=TIME_AFTER_QUIET)
