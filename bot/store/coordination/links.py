"""Puts together how a process works with the others, over one connection to PostgreSQL."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.store.coordination.accepted_interactions import AcceptedInteractions
from bot.store.coordination.change_feed import PostgresChangeFeed
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.identify_locks import IdentifyLocks
from bot.store.coordination.ownership import PostgresOwnership
from bot.store.coordination.shard_locks import ShardLocks


@dataclass(frozen=True, slots=True)
class Links:
    """What a process shares with the others: shards, changes, and turns to start shards."""

    ownership: PostgresOwnership
    change_feed: PostgresChangeFeed
    identify_turns: IdentifyLocks


@asynccontextmanager
async def linked(url: str, lost: Callable[[str], None]) -> AsyncIterator[Links]:
    """Connect a process with the others until the block ends, which gives up its locks.

    Args:
        url: the address of PostgreSQL, not of a connection pooler.
        lost: called with a sentence if another process took the shards while the connection was
            lost.

    Raises:
        StoreFault: PostgreSQL cannot be reached.
    """
    connection = DirectConnection(url)
    locks = ShardLocks(connection, lost=lost)
    ownership = PostgresOwnership(locks, AcceptedInteractions(connection))
    change_feed, turns = PostgresChangeFeed(connection), IdentifyLocks(connection)
    await connection.open()
    try:
        yield Links(ownership, change_feed, turns)
    finally:
        await change_feed.close()
        await connection.close()
