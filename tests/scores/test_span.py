"""Weeks start on Monday at midnight in UTC, months on their first day."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.scores.span import Span, day_of, month_after, month_of, week_after, week_of

MOMENT = timedelta(microseconds=1)
MONDAY = datetime(2026, 11, 16, tzinfo=UTC)


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "week", "month"),
    [
        (MONDAY, "2026-W47", "2026-11"),
        (MONDAY - MOMENT, "2026-W46", "2026-11"),
        (at(2026, 11, 22, 23, 59), "2026-W47", "2026-11"),
        (at(2026, 12, 31), "2026-W53", "2026-12"),
        (at(2027, 1, 1), "2026-W53", "2027-01"),
        (at(2027, 1, 4), "2027-W01", "2027-01"),
        (at(2024, 12, 30), "2025-W01", "2024-12"),
    ],
)
def test_the_names_of_spans(moment, week, month):
    assert Span.WEEK.key(moment) == week
    assert Span.MONTH.key(moment) == month
    assert Span.ALL.key(moment) == "all"


def test_a_moment_is_the_same_wherever_its_clock_stands():
    there = MONDAY.astimezone(timezone(timedelta(hours=-5)))
    assert there.weekday() == 6
    assert Span.WEEK.key(there) == "2026-W47"
    assert week_of(there) == MONDAY
    assert day_of(there) == day_of(at(2026, 11, 16, 23, 59)) == MONDAY


def test_a_week_begins_and_ends_on_monday():
    for hours in range(0, 7 * 24, 5):
        moment = MONDAY + timedelta(hours=hours)
        assert week_of(moment) == MONDAY
        assert week_after(moment) == MONDAY + timedelta(days=7)
    assert week_after(MONDAY - MOMENT) == MONDAY


def test_each_week_has_a_name_of_its_own_and_later_ones_come_later():
    names = []
    for weeks in range(160):
        begins = MONDAY + timedelta(weeks=weeks)
        names.append(Span.WEEK.key(begins))
        assert Span.WEEK.key(week_after(begins) - MOMENT) == names[-1]
    assert names == sorted(set(names))


def test_a_month_begins_on_its_first_day_and_ends_with_the_next():
    assert month_of(at(2026, 11, 30, 23, 59)) == at(2026, 11, 1)
    assert month_after(at(2026, 11, 30, 23, 59)) == at(2026, 12, 1)
    assert month_after(at(2026, 12, 31)) == at(2027, 1, 1)
    assert month_after(at(2028, 1, 31)) == at(2028, 2, 1)
    assert month_after(at(2028, 2, 29)) == at(2028, 3, 1)
