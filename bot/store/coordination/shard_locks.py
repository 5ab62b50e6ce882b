"""Which process holds which shards, as advisory locks of PostgreSQL."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from bot.model.shards import Shards
from bot.service.ports.faults import StoreFault
from bot.store.coordination.direct_connection import DirectConnection, Session
from bot.store.coordination.lock_table import Holder, LockKind, describe, read_locks
from bot.store.transactions import uncancellable

log = logging.getLogger(__name__)

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
_SHARE = "SELECT pg_try_advisory_lock_shared($1, id) AS got FROM unnest($2::int[]) AS id"
_RELEASE = "SELECT pg_advisory_unlock($1, id) FROM unnest($2::int[]) AS id"
_RELEASE_SHARED = "SELECT pg_advisory_unlock_shared($1, id) FROM unnest($2::int[]) AS id"


class ShardsHeld(StoreFault):
    """Another process holds some of the shards; the message says which, and since when."""

    def __init__(self, holders: Sequence[Holder], shards: Shards, *, all_leave: bool) -> None:
        super().__init__(
            describe(holders, shards)
            or f"Another process was about to take some of the shards {shards}; try again."
        )
        self.holders = tuple(holders)
        self.all_leave = all_leave
        """True if all of them have called `ShardLocks.leave`."""


class ShardLocks:
    """The locks of this process, which it takes again when its connection was lost.

    All methods raise :class:`StoreFault` if PostgreSQL cannot be asked, except ``release``.
    """

    def __init__(self, connection: DirectConnection, *, lost: Callable[[str], None]) -> None:
        """Keep the locks on a connection.

        Args:
            connection: one that is kept up.
            lost: called with a sentence if another process took the shards while the connection
                was lost; this one must end.
        """
        self._connection = connection
        self._lost = lost
        self._shards: Shards | None = None
        self._announced: dict[LockKind, frozenset[int]] = {}
        """The shared locks, by which this process tells the others what it is doing."""
        self._taken_in: Session | None = None
        """The session that has the locks of the shards."""
        self._announced_in: Session | None = None
        """The session that has the shared locks."""
        self._ended: set[Session] = set()
        """The former sessions that this process has asked PostgreSQL to end."""
        self._changing = asyncio.Lock()
        connection.on_restored(self._restore)

    @property
    def shards(self) -> Shards | None:
        """The shards that this process has taken; ``None`` before it has any."""
        return self._shards

    @uncancellable
    async def take(self, shards: Shards) -> None:
        """Hold all of these shards, or none.

        Raises:
            ShardsHeld: Another process holds some of them, or has another number of shards.
        """
        async with self._changing:
            if self._shards == shards:
                return
            if self._shards is not None:
                raise RuntimeError(f"this process holds the shards {self._shards} already")
            await self._take(shards)
            self._shards, self._taken_in = shards, self._connection.session

    async def wait_for(self, shards: Shards) -> None:
        """Let the processes that hold these shards know that this one wants them."""
        await self._announce(LockKind.WAITING, shards.ids)

    async def stop_waiting(self) -> None:
        """Release the locks of ``wait_for`` and ``stand_by``."""
        await self._withdraw(LockKind.WAITING, LockKind.STANDBY)

    async def has_successor(self, shards: Shards) -> bool:
        """Return whether another process waits for any of these shards."""
        return bool((await read_locks(self._connection)).waiting & shards.ids)

    async def leave(self, shards: Shards) -> None:
        """Let successors know that they may connect to Discord: this process is about to end."""
        await self._announce(LockKind.LEAVING, shards.ids)

    async def stand_by(self, shards: Shards) -> None:
        """Let the processes that leave know that this one receives what happens on Discord."""
        await self._announce(LockKind.STANDBY, shards.ids)

    async def has_standby(self, shards: Shards) -> bool:
        """Return whether others stand by for all those of these shards that are waited for."""
        table = await read_locks(self._connection)
        return table.waiting & shards.ids <= table.standby

    async def holders(self) -> Sequence[Holder]:
        """Return all other processes that hold shards."""
        return (await read_locks(self._connection)).holders

    @uncancellable
    async def release(self) -> None:
        """Release all locks. If the connection is lost, PostgreSQL releases them by itself."""
        async with self._changing:
            shards, self._shards = self._shards, None
            announced, self._announced = self._announced, {}
            try:
                if shards is not None:
                    await self._give_back(shards, shards.ids)
                for kind, ids in announced.items():
                    await self._connection.fetch(_RELEASE_SHARED, kind, sorted(ids))
            except StoreFault as fault:
                log.warning("the shards could not be released: %s", fault)

    async def _take(self, shards: Shards) -> None:
        """Lock the number of shards and each shard.

        The number is compared after it is locked: of two processes that start with different
        numbers, the second to look sees the first.
        """
        ids = sorted(shards.ids)
        try:
            await self._connection.fetch(_SHARE, LockKind.COUNT, [shards.count])
            (row,) = await self._connection.fetch(_TAKE_IN_ORDER, LockKind.HOLD, ids)
            table = await read_locks(self._connection)
            blocking = table.in_the_way_of(shards)
            if row["got"] < len(ids) or blocking:
                await self._give_back(shards, ids[: row["got"]])
                raise ShardsHeld(blocking, shards, all_leave=table.all_leave(blocking))
        except ShardsHeld:
            raise
        except StoreFault:
            self._connection.begin_new_session()  # which locks this one has is unknown
            raise

    async def _give_back(self, shards: Shards, ids: Collection[int]) -> None:
        await self._connection.fetch(_RELEASE, LockKind.HOLD, sorted(ids))
        await self._connection.fetch(_RELEASE_SHARED, LockKind.COUNT, [shards.count])

    @uncancellable
    async def _announce(self, kind: LockKind, ids: Collection[int]) -> None:
        async with self._changing:
            await self._announce_again()
            new = frozenset(ids) - self._announced.get(kind, frozenset())
            if new:
                await self._connection.fetch(_SHARE, kind, sorted(new))
                self._announced[kind] = self._announced.get(kind, frozenset()) | new

    @uncancellable
    async def _withdraw(self, *kinds: LockKind) -> None:
        async with self._changing:
            await self._announce_again()
            for kind in kinds:
                if ids := self._announced.pop(kind, None):
                    await self._connection.fetch(_RELEASE_SHARED, kind, sorted(ids))

    async def _announce_again(self) -> None:
        """Take the shared locks in the present session, if they were taken in a former one."""
        if self._announced_in != self._connection.session:
            for kind, ids in self._announced.items():
                await self._connection.fetch(_SHARE, kind, sorted(ids))
            self._announced_in = self._connection.session

    async def _restore(self) -> None:
        """Take all locks again in a new session."""
        async with self._changing:
            await self._announce_again()
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
                self._taken_in = self._connection.session
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
