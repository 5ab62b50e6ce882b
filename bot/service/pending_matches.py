"""Finds matches with something to do: at a start, after an outage, and what others left to us."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence

from bot.model.match import MatchId
from bot.model.shards import Shards
from bot.service.clock.scheduler import LOOK
from bot.service.ports.store import Store
from bot.service.retry_queue import RetryQueue

_ALL = 0
"""Key that stands for all matches; no match has this id."""
RESUMED_AT_ONCE = 400
"""Matches resumed right after a start: as many as Discord accepts in ten seconds."""
BATCH_SIZE, BATCH_INTERVAL = 60, 10.0
"""The others are resumed in groups of ``BATCH_SIZE``, ``BATCH_INTERVAL`` seconds apart.

Discord bans clients that collect 10,000 refusals in ten minutes, and many requests may be refused
by then.
"""


class PendingMatches:
    """Reads which matches need something, and has them attended to.

    If other processes use the store, it looks again every :data:`LOOK`: notifications of what they
    have changed may be lost.
    """

    def __init__(
        self,
        store: Store,
        read: Callable[[Shards], Awaitable[Sequence[MatchId]]],
        shards: Callable[[], Shards],
        attend: RetryQueue,
        is_expected: Callable[[MatchId], bool],
    ) -> None:
        """Take the store and the queue.

        Args:
            store: where matches are read.
            read: returns the matches of the given shards that need something.
            shards: returns the shards whose matches are this process's.
            attend: the queue that does what a match waits for.
            is_expected: returns whether a match is under way or about to be retried.
        """
        self._store = store
        self._read = read
        self._shards = shards
        self._attend = attend
        self._is_expected = is_expected
        self._timer: asyncio.TimerHandle | None = None
        self._resume_queue = RetryQueue("resuming", self._resume)
        self._look_queue = RetryQueue("looking", self.look)

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        """The background jobs."""
        return (self._resume_queue, self._look_queue)

    def resume_soon(self) -> None:
        """Attend to all pending matches, in the background."""
        self._resume_queue.enqueue(_ALL)

    def stop(self) -> None:
        """Don't look again."""
        if self._timer is not None:
            self._timer.cancel()

    async def _resume(self, _: int) -> None:
        """Attend to all pending matches; the first at once, the others gradually."""
        try:
            self._attend_to(await self._read(self._shards()))
        finally:
            if not self._store.is_exclusive:
                self._look_later()

    def _look_later(self) -> None:
        self.stop()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(LOOK.total_seconds(), self._look_queue.enqueue, _ALL)

    async def look(self, _: int = _ALL) -> None:
        """Attend to pending matches, except those that are retried already."""
        try:
            pending = await self._read(self._shards())
        finally:
            self._look_later()
        self._attend_to([each for each in pending if not self._is_expected(each)])

    def _attend_to(self, pending: Sequence[MatchId]) -> None:
        for nth, match_id in enumerate(pending):
            behind = max(nth - RESUMED_AT_ONCE, 0) / BATCH_SIZE
            self._attend.enqueue_later(match_id, math.ceil(behind) * BATCH_INTERVAL)
