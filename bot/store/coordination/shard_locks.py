"""Advisory locks of PostgreSQL: which process holds which shards, and whose shards may start."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from bot.model.shards import Shards
from bot.service.ports.faults import StoreFault
from bot.store.coordination.direct_connection import DirectConnection, Session
from bot.store.coordination.lock_table import Holder, LockKind, describe, read_holders
from bot.store.transactions import uncancellable

log = logging.getLogger(__name__)

LONGEST_WAIT = 15.0
"""Seconds for which a new process waits for shards that others hold."""
WAITING_POLL = 0.1
"""Seconds between its attempts."""
RETAKING = 3.0
"""Seconds for which a process tries to get its shards back before it counts them as lost.

Another process that needs more shards than it can get holds the others for an instant.
"""
BETWEEN_ATTEMPTS = 0.25
"""Seconds between these attempts."""

# One lock after the other, and none after the first that somebody else has. As all processes go
# by number, one of two that want overlapping shards always gets all of its own.
_TAKE_IN_ORDER = """
WITH RECURSIVE taken AS (
    SELECT 1 AS place, pg_try_advisory_lock($1, ($2::int[])[1]) AS got
    UNION ALL
    SELECT place + 1, pg_try_advisory_lock($1, ($2::int[])[place + 1])
    FROM taken WHERE got AND place < cardinality($2::int[])
)
SELECT count(*) FILTER (WHERE got) AS got FROM taken
"""
_RELEASE = "SELECT pg_advisory_unlock($1, id) FROM unnest($2::int[]) AS id"


class ShardsHeld(StoreFault):
    """Another process holds some of the shards; the message says which, and since when."""

    def __init__(self, holders: Sequence[Holder], shards: Shards) -> None:
        super().__init__(
            describe(holders, shards)
            or f"Another process was about to take some of the shards {shards}; try again."
        )
        self.holders = holders


class ShardLocks:
    """The locks of this process, which it takes again when its connection was lost.

    They end with the connection, so a process that ends releases them.
    """

    def __init__(self, connection: DirectConnection, *, lost: Callable[[str], None]) -> None:
        """Keep the locks on a connection.

        ``lost`` is called with a sentence if another process took the shards while the connection
        was lost; this one must end.
        """
        self._connection = connection
        self._lost = lost
        self._shards: Shards | None = None
        self._taken_in: Session | None = None
        """The session that has the locks."""
        self._ended: set[Session] = set()
        """The former sessions that this process has asked PostgreSQL to end."""
        self._changing = asyncio.Lock()
        connection.on_restored(self._restore)

    async def claim(self, shards: Shards) -> None:
        """Hold all of these shards; wait for processes that hold them and are about to end.

        After :data:`LONGEST_WAIT` it raises what :meth:`take` raises.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + LONGEST_WAIT
        waits = False
        while True:
            try:
                return await self.take(shards)
            except StoreFault as fault:  # a lost connection, too, may come back in time
                if loop.time() >= deadline:
                    raise
                if not waits:
                    text = "waiting for the shards %s for %.0f s: %s"
                    log.info(text, shards, LONGEST_WAIT, fault)
                waits = True
            await asyncio.sleep(WAITING_POLL)

    @uncancellable
    async def take(self, shards: Shards) -> None:
        """Hold all of these shards, or none.

        Raises:
            ShardsHeld: Another process holds some of them, or has another number of shards.
            StoreFault: PostgreSQL could not be asked.
        """
        async with self._changing:
            await self._take(shards)
            self._shards = shards

    async def _take(self, shards: Shards) -> None:
        """Lock the number of shards and each shard.

        The number is compared after it is locked: of two processes that start with different
        numbers, the second to look sees the first.
        """
        ids = sorted(shards.ids)
        fetch = self._connection.fetch
        try:
            await fetch("SELECT pg_try_advisory_lock_shared($1, $2)", LockKind.COUNT, shards.count)
            (row,) = await fetch(_TAKE_IN_ORDER, LockKind.HOLD, ids)
            holders = await read_holders(self._connection)
            blocking = [each for each in holders if each.is_in_the_way_of(shards)]
            if row["got"] < len(ids) or blocking:
                await fetch(_RELEASE, LockKind.HOLD, ids[: row["got"]])
                await fetch(
                    "SELECT pg_advisory_unlock_shared($1, $2)", LockKind.COUNT, shards.count
                )
                raise ShardsHeld(blocking, shards)
        except ShardsHeld:
            raise
        except StoreFault:
            self._connection.begin_new_session()  # which locks this one has is unknown
            raise
        self._taken_in = self._connection.session

    async def _restore(self) -> None:
        """Take the locks again in a new session."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RETAKING
        while (held := await self._retake()) is not None:
            if await self._end_former_sessions(held.holders):
                deadline = loop.time() + RETAKING  # nobody else can have them
            elif loop.time() >= deadline:
                log.error("the shards were lost: %s", held)
                self._lost(str(held))
                return
            await asyncio.sleep(BETWEEN_ATTEMPTS)

    async def _retake(self) -> ShardsHeld | None:
        """Try to hold the shards again; return why that is not possible."""
        async with self._changing:
            if self._shards is not None and self._taken_in != self._connection.session:
                try:
                    await self._take(self._shards)
                except ShardsHeld as held:
                    return held
        return None

    async def _end_former_sessions(self, holders: Collection[Holder]) -> bool:
        """End sessions whose connection this process lost; return whether nobody else holds."""
        former = {each.session for each in holders} & set(self._connection.former_sessions)
        for each in former:
            if each not in self._ended:
                self._ended.add(each)
                log.info("ending this process's former session %d, which still has locks", each.pid)
            await self._connection.fetch("SELECT pg_terminate_backend($1)", each.pid)
        return len(former) == len(holders)


class IdentifyLocks:
    """Lets one process at a time start a shard of a bucket.

    Both methods raise :class:`StoreFault` if PostgreSQL cannot be asked.
    """

    def __init__(self, connection: DirectConnection) -> None:
        self._connection = connection

    async def try_take(self, bucket: int) -> bool:
        query = "SELECT pg_try_advisory_lock($1, $2) AS got"
        try:
            (row,) = await self._connection.fetch(query, LockKind.IDENTIFY, bucket)
        except asyncio.CancelledError:  # nobody hears that it was taken
            with suppress(StoreFault):
                await self.give_back(bucket)
            raise
        return bool(row["got"])

    async def give_back(self, bucket: int) -> None:
        query = "SELECT pg_advisory_unlock($1, $2)"
        await self._connection.fetch(query, LockKind.IDENTIFY, bucket)
