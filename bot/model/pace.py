"""Pace: the time allowed for one decision."""

from datetime import timedelta
from enum import Enum


class Pace(Enum):
    """The pace that a table has agreed on."""

    LIVE = "live"
    """90 seconds."""
    RELAXED = "relaxed"
    """15 minutes."""
    DAY = "day"
    SLOW = "slow"
    """Three days."""
    NONE = "none"
    """No limit."""

    @property
    def allowance(self) -> timedelta | None:
        """The time for a decision; ``None`` without a limit."""
        return _ALLOWANCES.get(self)

    @property
    def grace(self) -> timedelta:
        """The time left at least on a clock that ran on while the bot was away."""
        return _GRACES[self]

    @property
    def counts_days(self) -> bool:
        """Return whether it is slow enough for quiet hours and holidays to count."""
        return self in {Pace.DAY, Pace.SLOW}


_ALLOWANCES = {
    Pace.LIVE: timedelta(seconds=90),
    Pace.RELAXED: timedelta(minutes=15),
    Pace.DAY: timedelta(days=1),
    Pace.SLOW: timedelta(days=3),
}
_GRACES = {
    Pace.LIVE: timedelta(seconds=90),
    Pace.RELAXED: timedelta(minutes=5),
    Pace.DAY: timedelta(hours=1),
    Pace.SLOW: timedelta(hours=3),
    Pace.NONE: timedelta(0),
}
