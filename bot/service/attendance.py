"""Work that matches wait for after a start or an outage, or that other processes leave to us."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence

from bot.model.match import MatchId
from bot.model.shards import Shards
from bot.service.clock.scheduler import CHECK_INTERVAL
from bot.service.match_changes import MatchChanges
from bot.service.play.match_cache import MatchCache
from bot.service.ports.store import Store
from bot.service.publishing.calls import Calls
from bot.service.retry_queue import ALL, RetryQueue

RESUMED_AT_ONCE = 400
"""Matches resumed right after a start: as many as Discord accepts in ten seconds."""
BATCH_SIZE, BATCH_INTERVAL = 60, 10.0
"""The others are resumed in groups of ``BATCH_SIZE``, ``BATCH_INTERVAL`` seconds apart.

Discord bans clients that collect 10,000 refusals in ten minutes, and many requests may be refused
by then.
"""


class PendingMatches:
    """Reads which matches of ours need something, and puts them into a queue.

    If other processes use the store, it checks again every :data:`CHECK_INTERVAL`: notifications of
    what they have changed may be lost.
    """

    def __init__(
        self,
        store: Store,
        changes: MatchChanges,
        read: Callable[[Shards], Awaitable[Sequence[MatchId]]],
        queue: RetryQueue,
    ) -> None:
        self._store, self._changes, self._read, self._queue = store, changes, read, queue
        self._timer: asyncio.TimerHandle | None = None
        self._resume_queue = RetryQueue("resuming", self._resume)
        self._check_queue = RetryQueue("looking", self.check)

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        return (self._resume_queue, self._check_queue)

    def resume_soon(self) -> None:
        self._resume_queue.enqueue(ALL)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _resume(self, _: int) -> None:
        try:
            self._enqueue(await self._read(self._changes.shards))
        finally:
            if not self._store.is_exclusive:
                self._check_later()

    def _check_later(self) -> None:
        self.stop()
        loop = asyncio.get_running_loop()
        pause = CHECK_INTERVAL.total_seconds()
        self._timer = loop.call_later(pause, self._check_queue.enqueue, ALL)

    async def check(self, _: int = ALL) -> None:
        """Enqueue what is pending, except matches that are attended to already."""
        try:
            pending = await self._read(self._changes.shards)
        finally:
            self._check_later()
        changes, queue = self._changes, self._queue
        self._enqueue(
            [each for each in pending if not (queue.is_pending(each) or changes.is_under_way(each))]
        )

    def _enqueue(self, pending: Sequence[MatchId]) -> None:
        """Enqueue the first ones for now, the others gradually."""
        for nth, match_id in enumerate(pending):
            behind = max(nth - RESUMED_AT_ONCE, 0) / BATCH_SIZE
            self._queue.enqueue_later(match_id, math.ceil(behind) * BATCH_INTERVAL)


class Attendance:
    """Attends to matches whose tables or computers wait: does what they wait for."""

    def __init__(
        self, store: Store, cache: MatchCache, changes: MatchChanges, computers: RetryQueue
    ) -> None:
        """Take the queue in which computers move."""
        self._cache, self._changes, self._computers = cache, changes, computers
        self.queue = RetryQueue("attending", self._attend)
        self.pending = PendingMatches(store, changes, store.pending_matches, self.queue)

    async def _attend(self, match_id: MatchId) -> None:
        async with self._cache.locked(match_id) as loaded:
            match = loaded.match
        self._changes.attend(match)

    def recheck(self, match_id: MatchId) -> None:
        """Continue from what the store has after it failed, unless that is under way already."""
        if not (self.queue.is_pending(match_id) or self._computers.is_pending(match_id)):
            self.queue.enqueue(match_id)


class PendingCalls:
    """Delivers the calls of our matches: after a table was published, and at a start."""

    def __init__(self, store: Store, changes: MatchChanges, calls: Calls) -> None:
        self._calls = calls
        self.queue = RetryQueue("calling", self.deliver)
        self.pending = PendingMatches(store, changes, store.matches_to_call, self.queue)

    async def deliver(self, match_id: MatchId) -> None:
        """Call people about a match, and again when those who may not be disturbed now may be."""
        at = await self._calls.deliver(match_id)
        if at is not None:
            pause = (at - self._calls.clock.now()).total_seconds()
            self.queue.enqueue_again(match_id, max(pause, 0))
