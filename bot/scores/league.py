"""The league: who did best in the deals of a week's days."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from heapq import nlargest

DAYS = 7
COUNTED = 5
"""The most days of a week that count for a person: their best."""
ALONE = 0.5
"""The share for a day's only player, who neither won nor lost: what one reaches on average."""
ACCOUNT_AGE = timedelta(days=30)
MATCHES = 5
"""How old an account is, and how many matches it has finished, to be in the table of everybody."""
_FIRST_ID = 1_420_070_400_000
"""When Discord's ids begin, in milliseconds since 1970."""


def league_days(day: date) -> tuple[date, ...]:
    """Return the days of a league's week: Sunday to Saturday.

    So its last deal has been closed for hours when the table is posted on Monday.
    """
    first = day - timedelta(days=day.isoweekday() % DAYS)
    return tuple(first + timedelta(days=nth) for nth in range(DAYS))


def day_points(beaten: float | None) -> int:
    """Return the points for the share of players beaten, in whole per cents as people see it."""
    return round(Decimal(str(ALONE if beaten is None else beaten)) * 100)


def league_points(days: Iterable[int]) -> int:
    return sum(nlargest(COUNTED, days))


def newest_account(at_milliseconds: int) -> int:
    """Return the highest id of accounts that are old enough at a time, in ms since 1970."""
    age = int(ACCOUNT_AGE / timedelta(milliseconds=1))
    return max(at_milliseconds - age - _FIRST_ID, 0) << 22
