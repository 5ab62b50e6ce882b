"""Par: how strong computers do in the place of a deal's player, so that few players compare."""

import logging
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from bot.ai.daily import strong_score, version_of
from bot.model.daily import Deal
from bot.service.match_changes import MatchChanges
from bot.service.ports.faults import Conflict
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking
from bot.service.retry_queue import RetryQueue

log = logging.getLogger(__name__)

RUNS = 200
"""The number of strong computers that play a deal."""
_BATCH = 10
"""The runs after which what is found is saved, so that a restart loses little."""

Run = Callable[..., Awaitable[Any]]


class Par:
    """Has strong computers play each deal, one run after another, beside everything else."""

    def __init__(self, store: Store, thinking: Thinking, changes: MatchChanges) -> None:
        self._store, self._changes = store, changes
        self.run: Run = thinking.run
        self.queue = RetryQueue("par", self._play_on, about="day")

    def begin(self, deal: Deal) -> None:
        """Have a deal played, unless that was done; one of all processes does it."""
        if len(deal.par) < RUNS and self._changes.owns(None):
            self.queue.enqueue(deal.day.toordinal())

    async def _play_on(self, ordinal: int) -> None:
        day = date.fromordinal(ordinal)
        while (deal := await self._store.deal(day)) is not None and not has_changed(deal):
            known = len(deal.par)
            if known >= RUNS:
                return
            runs = range(known, min(known + _BATCH, RUNS))
            scores = [await self.run(strong_score, *deal.dealt, run) for run in runs]
            try:
                await self._store.add_par(day, scores, known)
            except Conflict:
                log.info("another process plays the deal of %s, too", day)


def has_changed(deal: Deal) -> bool:
    """Return whether the rules or the computers are others than when a deal was made."""
    return version_of(deal.game) != deal.version
