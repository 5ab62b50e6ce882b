"""What a table agrees on: its pace, hints, and the phrases that people can say."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum


class Pace(Enum):
    LIVE = "live"
    """90 seconds."""
    RELAXED = "relaxed"
    """15 minutes."""
    DAY = "day"
    SLOW = "slow"
    """Three days."""
    NONE = "none"

    @property
    def allowance(self) -> timedelta | None:
        return _ALLOWANCES.get(self)

    @property
    def grace(self) -> timedelta:
        """The time left at least on a clock that ran on while the bot was away."""
        return _GRACES[self]

    @property
    def is_quick(self) -> bool:
        """True if people are expected to stay at the table."""
        return self in {Pace.LIVE, Pace.RELAXED}

    @property
    def counts_days(self) -> bool:
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


class HintRule(Enum):
    """Whether the people at a table may take hints; where only one person sits, they always may."""

    OFF = "off"
    ON = "on"


class Phrase(Enum):
    """A friendly phrase; none of them says anything about a hand."""

    HELLO = "hello"
    LUCK = "luck"
    KNOCK = "knock"
    NICE = "nice"
    WELL = "well"
    TIME = "time"
    GAME = "game"
    THANKS = "thanks"


@dataclass(frozen=True, slots=True)
class Said:
    phrase: Phrase | None
    """``None`` once its person has left: it is deleted, but they have had their say for now."""
    ply: int
