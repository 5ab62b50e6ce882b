"""The periods of rankings: weeks, months and all time. A week starts on Monday at 00:00 UTC."""

from datetime import UTC, datetime, timedelta
from enum import Enum

WEEK = timedelta(days=7)


class Span(Enum):
    WEEK = "week"
    MONTH = "month"
    ALL = "all"

    def key(self, at: datetime) -> str:
        """Return the name of the period containing ``at``: ``2026-W47``, ``2026-11``, ``all``."""
        moment = at.astimezone(UTC)
        match self:
            case Span.WEEK:
                year, week, _ = moment.isocalendar()
                return f"{year}-W{week:02}"
            case Span.MONTH:
                return f"{moment.year}-{moment.month:02}"
            case Span.ALL:
                return "all"


def day_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def week_of(at: datetime) -> datetime:
    return day_of(at) - timedelta(days=at.astimezone(UTC).weekday())


def week_after(at: datetime) -> datetime:
    return week_of(at) + WEEK


def month_of(at: datetime) -> datetime:
    return day_of(at).replace(day=1)


def month_after(at: datetime) -> datetime:
    return month_of(month_of(at) + timedelta(days=31))
