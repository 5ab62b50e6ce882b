"""Opens the database of a process, and connects it with the others that use it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.config import Settings
from bot.model.shards import Shards
from bot.service.ports.cluster import Cluster
from bot.service.ports.store import Store
from bot.store import SqlStore, open_store, upgrade
from bot.store.coordination.links import linked


def single(settings: Settings) -> Cluster:
    """Return one process with one shard, as in tests and in the demo."""

    async def opened() -> Store:
        store = _store(settings, exclusive=not _is_postgres(settings))
        return await _upgraded(store)

    return Cluster(opened)


@asynccontextmanager
async def joined(
    settings: Settings, end: Callable[[str], None], *, exclusive: bool
) -> AsyncIterator[Cluster]:
    """Connect with the other processes until the block ends; on SQLite there are none.

    Args:
        settings: the settings of this process.
        end: called with a sentence if this process cannot go on, as another one has its shards.
        exclusive: the caller has made sure that no other process uses the database, a file.

    Raises:
        StoreFault: PostgreSQL cannot be reached.
    """
    shards = Shards.chosen(settings.shard_count, settings.shard_ids)
    if not _is_postgres(settings):

        async def opened_file() -> Store:
            return await _upgraded(_store(settings, exclusive=exclusive))

        yield Cluster(opened_file, shards)
        return
    async with linked(settings.database_direct_url or settings.database_url, end) as links:

        async def opened() -> Store:
            store = _store(settings, exclusive=False)
            store.changes = links.change_feed
            return await _upgraded(store, links.ownership.others)

        yield Cluster(opened, shards, links.ownership, links.identify_turns, end)


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
    """Upgrade the database to the tables of this release; dispose of the store if that fails."""
    try:
        await upgrade(store.engine, others_running=others_running)
    except BaseException:
        await store.dispose()
        raise
    return store


def _is_postgres(settings: Settings) -> bool:
    return settings.database_url.startswith("postgresql")
