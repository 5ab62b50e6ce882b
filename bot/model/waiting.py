"""What waits for a person, and the digest that tells them of it once a day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.match import MatchId, UserId


@dataclass(frozen=True, slots=True)
class Digest:
    """Somebody's next digest."""

    user_id: UserId
    due_at: datetime
    claimed_at: datetime | None
    """The time at which somebody began to send it, if it is not known whether that was done."""


def next_after(waiting: Sequence[MatchId], shown: MatchId) -> MatchId | None:
    """Return the match to show after ``shown``: the next one, and the first after the last."""
    if not waiting:
        return None
    following = waiting.index(shown) + 1 if shown in waiting else 0
    return waiting[following % len(waiting)]
