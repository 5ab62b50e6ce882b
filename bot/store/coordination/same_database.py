"""Finds out whether two addresses lead to the same database."""

import secrets

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.lock_table import LockKind
from bot.store.engine import reading, where
from bot.store.faults import faults_of

_SEEN = sa.text("""
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND classid::bigint = :kind AND objid::bigint = :id
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")


async def is_same_database(connection: DirectConnection, engine: AsyncEngine) -> bool:
    """Return whether a lock that is taken over the connection is seen by the engine.

    It is not if they lead to other servers or databases, or if the engine leads to a replica.

    Raises:
        StoreFault: One of them does not answer.
    """
    probe = secrets.randbelow(2**31)
    await connection.fetch("SELECT pg_try_advisory_lock($1, $2)", LockKind.PROBE, probe)
    try:
        with faults_of(where(engine)):
            async with reading(engine).connect() as other:
                seen = await other.execute(_SEEN, {"kind": LockKind.PROBE.value, "id": probe})
                return bool(seen.scalar_one())
    finally:
        await connection.fetch("SELECT pg_advisory_unlock($1, $2)", LockKind.PROBE, probe)
