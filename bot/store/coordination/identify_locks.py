"""Advisory locks for the starts of shards, of which Discord allows few at once."""

import asyncio
from contextlib import suppress

from bot.service.ports.faults import StoreFault
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.lock_table import LockKind


class IdentifyLocks:
    """Lets one process at a time start a shard of a bucket.

    Both methods raise :class:`StoreFault` if PostgreSQL cannot be asked.
    """

    def __init__(self, connection: DirectConnection) -> None:
        self._connection = connection

    async def try_take(self, bucket: int) -> bool:
        """Take a bucket if no other process has it; return whether it was taken."""
        query = "SELECT pg_try_advisory_lock($1, $2) AS got"
        try:
            (row,) = await self._connection.fetch(query, LockKind.IDENTIFY, bucket)
        except asyncio.CancelledError:  # nobody hears that it was taken
            with suppress(StoreFault):
                await self.give_back(bucket)
            raise
        return bool(row["got"])

    async def give_back(self, bucket: int) -> None:
        """Let other processes take the bucket."""
        query = "SELECT pg_advisory_unlock($1, $2)"
        await self._connection.fetch(query, LockKind.IDENTIFY, bucket)
