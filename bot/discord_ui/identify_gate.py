"""Spaces the starts of shards, of which Discord allows few at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from bot.service.keyed_locks import KeyedLocks
from bot.service.ports.faults import StoreFault
from bot.service.ports.identifying import IdentifyTurns

log = logging.getLogger(__name__)

SPACING = 5.0
"""Seconds between two starts of a bucket; Discord ends a session that starts sooner."""
POLL = 0.25
"""Seconds between two looks whether another process is done with a bucket."""
LONGEST_WAIT = 60.0
"""Seconds after which a shard starts even if another process still has its bucket."""


class IdentifyGate:
    """Lets the shards of a bucket (`shard % max_concurrency`) start one after the other.

    With ``turns``, the shards of other processes count, too. If they cannot be asked, a shard
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
        """Take the limit and the way to the other processes.

        Args:
            max_concurrency: how many shards may start at once, which Discord says.
            turns: how processes take turns; None: this one is alone.
            now: the seconds of a clock that nobody sets.
            sleep: waits for that many seconds.
        """
        self._buckets = max_concurrency
        self._turns = turns
        self._now = now
        self._sleep = sleep
        self._free_at: dict[int, float] = {}
        self._waiting: KeyedLocks[int] = KeyedLocks()
        self._giving_back: set[asyncio.Task[None]] = set()

    async def wait_turn(self, shard_id: int) -> None:
        """Wait until this shard may identify, which it should do right afterwards."""
        bucket = shard_id % self._buckets
        async with self._waiting[bucket]:
            pause = self._free_at.get(bucket, self._now()) - self._now()
            if pause > 0:
                await self._sleep(pause)
            if self._turns is not None:
                await self._take(self._turns, bucket)
            self._free_at[bucket] = self._now() + SPACING

    async def close(self) -> None:
        """Stop giving buckets back: the locks end with the connection."""
        for task in self._giving_back:
            task.cancel()
        await asyncio.gather(*self._giving_back, return_exceptions=True)

    async def _take(self, turns: IdentifyTurns, bucket: int) -> None:
        """Take the bucket from other processes until the pause after this start is over."""
        deadline = self._now() + LONGEST_WAIT
        try:
            while not await turns.try_take(bucket):
                if self._now() >= deadline:
                    log.warning("another process has been starting shards for too long")
                    return
                await self._sleep(POLL)
        except StoreFault as fault:
            log.warning("a shard starts without asking the other processes: %s", fault)
            return
        task = asyncio.create_task(self._give_back(turns, bucket), name="identify gate")
        self._giving_back.add(task)
        task.add_done_callback(self._giving_back.discard)

    async def _give_back(self, turns: IdentifyTurns, bucket: int) -> None:
        await self._sleep(SPACING)
        try:
            await turns.give_back(bucket)
        except StoreFault as fault:
            log.debug("the turn to start shards ends with the connection: %s", fault)
