"""What is measured, as :mod:`bot.metrics` does.

The service reports what happens; the methods raise nothing and wait for nothing. The numbers
identify no person and no match; matches are named only so that an update can be matched with its
click.
"""

from datetime import timedelta
from enum import Enum

from bot.model.match import MoveMaker


class MessageKind(Enum):
    TABLE = "table"
    """Anything that a channel sees: lobby, table, end of a round, result."""
    DM = "letter"
    HAND = "hand"
    ANSWER = "answer"


class StandInReason(Enum):
    BUSY = "busy"
    SLOW = "slow"
    LOST = "lost"
    """The process that was thinking died, and so did the next."""
    FAILED = "failed"


class Metrics:
    """Receives events to count and time; this class itself counts nothing."""

    def clicked(self) -> None:
        """Start timing this task's response to something that somebody pressed or typed."""

    def committed(self, match_id: int, by: MoveMaker) -> None:
        """Count a committed move."""

    def shown(self, match_id: int) -> None:
        """Note that the channel was shown everything that is committed."""

    def sent(self, kind: MessageKind, *, arrived: bool) -> None:
        """Count something sent to Discord, and whether it arrived."""

    def deadline_handled(self, lag: timedelta) -> None:
        """Note that something due was handled ``lag`` late."""

    def stood_in(self, reason: StandInReason) -> None:
        """Count a move that a simpler computer chose for a stronger one."""

    def shard(self, shard_id: int, *, connected: bool) -> None:
        """Note that a shard of this process has a connection to Discord, or has lost it."""


NO_METRICS = Metrics()
