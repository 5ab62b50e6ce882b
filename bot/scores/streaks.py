"""Streaks: how long somebody has played the deals of the days without a break."""

from collections.abc import Callable, Collection
from datetime import date, timedelta

DAY = timedelta(days=1)
FORGIVEN = 1
"""The missed days of a week, from Monday on, that do not end a streak."""


def streak(
    played: Collection[date],
    today: date,
    *,
    is_open: Callable[[date], bool] = lambda _: False,
    is_away: Callable[[date], bool] = lambda _: False,
) -> int:
    """Return how many days have been ``played`` up to ``today`` without a break.

    A day is not missed while its deal is open, or if the player was away. The last missed day
    of a week is forgiven; like days away, it does not count.
    """
    days, missed = set(played), dict[tuple[int, int], int]()
    length, day, first = 0, today, min(played, default=today)
    while day >= first:
        if day in days:
            length += 1
        elif not is_open(day) and not is_away(day):
            week = day.isocalendar()[:2]
            missed[week] = missed.get(week, 0) + 1
            if missed[week] > FORGIVEN:
                break
        day -= DAY
    return length
