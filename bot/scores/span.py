"""Weeks, months, all time: the spans that rankings are over. A week starts on Monday, 00:00 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum

WEEK = timedelta(days=7)


class Span(Enum):
    """How far back a ranking goes."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"

    def key(self, at: datetime) -> str:
        """The name of the span that a moment lies in: ``2026-W47``, ``2026-11``, ``all``."""
        moment = at.astimezone(UTC)
        match self:
            case Span.WEEK:
                year, week, _ = moment.isocalendar()
                return f"{year}-W{week:02}"
            case Span.MONTH:
                return f"{moment.year}-{moment.month:02}"
            case Span.ALL:
                return "all"


def week_of(at: datetime) -> datetime:
    """When the week began that a moment lies in."""
    moment = at.astimezone(UTC)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=moment.weekday())


def week_after(at: datetime) -> datetime:
    """When the week ends that a moment lies in, and the next one begins."""
    return week_of(at) + WEEK


def month_of(at: datetime) -> datetime:
    """When the month began that a moment lies in."""
    moment = at.astimezone(UTC)
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def month_after(at: datetime) -> datetime:
    """When the month ends that a moment lies in, and the next one begins."""
    return month_of(month_of(at) + timedelta(days=31))


def day_of(at: datetime) -> datetime:
    """When the day began that a moment lies in."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
