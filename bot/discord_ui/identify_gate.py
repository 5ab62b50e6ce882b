"""Spaces the starts of shards, of which Discord allows few at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from bot.service.keyed_locks import KeyedLocks
from bot.service.ports.cluster import IdentifyTurns
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

SPACING = 5.0
"""Seconds between two starts of a bucket; Discord ends a session that starts sooner."""
POLL = 0.25
"""Seconds between two checks whether another process is done with a bucket."""
LONGEST_WAIT = 300.0
"""Seconds after which a shard starts even if another process still has its bucket."""


class IdentifyGate:
    """Lets the shards of a bucket (`shard % max_concurrency`) start one after the other.

    Discord says how many shards may start at once (``max_concurrency``). With ``turns``, the shards
    of other processes count, too; without, this one is alone. If they cannot be asked, a shard
    starts all the same: at worst Discord refuses it once.
    """

    def __init__(
        self,
        max_concurrency: int,
        turns: IdentifyTurns | None = None,
        *,
        now: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._buckets = max_concurrency
        self._turns = turns
        self._now = now
        self._sleep = sleep
        self._waiting: KeyedLocks[int] = KeyedLocks()
        self._pauses: dict[int, asyncio.Task[None]] = {}

    async def wait_turn(self, shard_id: int) -> None:
        """Wait until this shard may identify, which it should do right afterwards."""
        bucket = shard_id % self._buckets
        async with self._waiting[bucket]:
            if bucket in self._pauses:
                await asyncio.wait([self._pauses[bucket]])
            taken_from = await self._take(bucket)
            pause = asyncio.create_task(self._pause(bucket, taken_from), name="identify gate")
            self._pauses[bucket] = pause

    async def close(self) -> None:
        """Stop giving buckets back: the locks end with the connection."""
        for pause in self._pauses.values():
            pause.cancel()
        await asyncio.gather(*self._pauses.values(), return_exceptions=True)

    async def _take(self, bucket: int) -> IdentifyTurns | None:
        """Take the bucket from other processes; return to whom it has to be given back."""
        deadline = self._now() + LONGEST_WAIT
        try:
            while self._turns is not None and not await self._turns.try_take(bucket):
                if self._now() >= deadline:
                    log.warning("another process has been starting shards for too long")
                    return None
                await self._sleep(POLL)
        except StoreFault as fault:
            log.warning("a shard starts without asking the other processes: %s", fault)
            return None
        return self._turns

    async def _pause(self, bucket: int, taken_from: IdentifyTurns | None) -> None:
        """Keep the bucket for a while, from this process and from others."""
        await self._sleep(SPACING)
        if taken_from is not None:
            try:
                await taken_from.give_back(bucket)
            except StoreFault as fault:
                log.debug("bucket %s is free once the connection ends: %s", bucket, fault)
