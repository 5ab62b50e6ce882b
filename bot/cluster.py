"""Opens the database of a process, and connects it with the others that use it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.config import Settings
from bot.model.shards import Shards
from bot.service.ports.cluster import Cluster
from bot.service.ports.store import Store
from bot.store import SqlStore, open_store, upgrade
from bot.store.coordination.change_feed import PostgresChangeFeed
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.lock_table import describe_all, read_holders
from bot.store.coordination.shard_locks import IdentifyLocks, ShardLocks


def single_process(settings: Settings) -> Cluster:
    """Return one process with one shard, as in tests and in the demo."""
    return Cluster(lambda: _upgraded(_store(settings, exclusive=not _is_postgres(settings))))


@asynccontextmanager
async def join_cluster(
    settings: Settings, lost: Callable[[str], None], *, exclusive: bool
) -> AsyncIterator[Cluster]:
    """Connect with the other processes until the block ends, which gives up this one's locks.

    On SQLite there are no others. ``lost`` is called with a sentence if another process took the
    shards while the connection was lost, so that this one cannot go on. ``exclusive`` promises that
    no other process uses the database, a file. Raises :class:`StoreFault` if PostgreSQL cannot be
    reached.
    """
    shards = Shards.from_settings(settings.shard_count, settings.shard_ids)
    if not _is_postgres(settings):
        yield Cluster(lambda: _upgraded(_store(settings, exclusive=exclusive)), shards)
        return
    connection = DirectConnection(settings.database_direct_url or settings.database_url)
    locks, change_feed = ShardLocks(connection, lost=lost), PostgresChangeFeed(connection)

    async def others_running() -> str | None:
        return describe_all(await read_holders(connection)) or None

    async def opened() -> Store:
        store = _store(settings, exclusive=False)
        store.changes = change_feed
        return await _upgraded(store, others_running)

    await connection.open()
    try:
        yield Cluster(opened, shards, locks.claim, IdentifyLocks(connection))
    finally:
        await change_feed.close()
        await connection.close()


def _store(settings: Settings, *, exclusive: bool) -> SqlStore:
    return open_store(
        settings.database_url,
        exclusive=exclusive,
        connections=settings.database_connections,
        pooled=settings.database_direct_url is not None,
    )


async def _upgraded(
    store: SqlStore, others_running: Callable[[], Awaitable[str | None]] | None = None
) -> Store:
    try:
        await upgrade(store.database, others_running=others_running)
    except BaseException:
        await store.dispose()
        raise
    return store


def _is_postgres(settings: Settings) -> bool:
    return settings.database_url.startswith("postgresql")
