"""The ownership of shards, as the service knows it, by the locks of PostgreSQL."""

import logging
from collections.abc import Callable, Collection

from bot.model.shards import Shards
from bot.service.ports.faults import StoreFault
from bot.store.coordination import handover
from bot.store.coordination.accepted_interactions import AcceptedInteractions
from bot.store.coordination.lock_table import Holder, describe_all
from bot.store.coordination.shard_locks import ShardLocks

log = logging.getLogger(__name__)


class PostgresOwnership:
    """Owns shards by advisory locks, and passes them on to a process that waits for them."""

    def __init__(self, locks: ShardLocks, accepted: AcceptedInteractions) -> None:
        self._locks = locks
        self._accepted = accepted
        self._shards: Shards | None = None
        self._accepted_by_others: frozenset[int] = frozenset()
        self._untold: frozenset[int] = frozenset()
        """Shards of predecessors that have not told yet what they accepted."""

    async def claim(self, shards: Shards) -> bool:
        """Become the owner of ``shards``; wait for a predecessor that is about to end.

        Returns ``False`` if the predecessor goes on until :meth:`take_over` is called. Raises
        :class:`~bot.store.coordination.shard_locks.ShardsHeld` if another process stays.
        """
        self._shards = shards
        claimed = await handover.claim(self._locks, shards, on_leave=self._note_predecessors)
        return claimed is handover.Claim.HELD

    async def take_over(self) -> None:
        """Tell the predecessor that this process is connected; return once it owns the shards."""
        await handover.take_over(self._locks, self._claimed)

    async def hand_over(self) -> bool:
        """Offer the shards to a successor that waits; return whether there is one."""
        if self._locks.shards is None:  # this process is itself waiting
            return False
        return await handover.hand_over(self._locks, self._locks.shards)

    async def announce_accepted(self, interactions: Collection[int]) -> None:
        """Tell the successor which of the newest interactions this process has accepted."""
        shards = self._locks.shards
        if shards is None:  # this process has accepted nothing
            return
        try:
            await self._accepted.announce_accepted(shards, interactions)
        except StoreFault as fault:
            log.warning("the successor does not know what was accepted: %s", fault)

    def on_accepted(self, heard: Callable[[frozenset[int]], None]) -> None:
        """Call ``heard`` with what was accepted, once all predecessors have told it."""

        def note(shards: frozenset[int], interactions: frozenset[int]) -> None:
            if not shards & self._untold:  # it is not a predecessor of this process
                return
            self._untold -= shards
            self._accepted_by_others |= interactions
            if not self._untold:
                heard(self._accepted_by_others)

        self._accepted.on_accepted(note)

    async def others(self) -> str | None:
        """Return which other processes run, as the beginning of a sentence; ``None`` if none."""
        return describe_all(await self._locks.holders()) or None

    def _note_predecessors(self, holders: Collection[Holder]) -> None:
        self._untold = frozenset().union(*(each.shards for each in holders))

    @property
    def _claimed(self) -> Shards:
        if self._shards is None:
            raise RuntimeError("no shards were claimed")
        return self._shards
