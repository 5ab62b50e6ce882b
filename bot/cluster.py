"""The processes that share a database, and how this one becomes one of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.config import Settings
from bot.service.model.shards import ALONE, Shards
from bot.service.ports.changes import NO_CHANGE_FEED, ChangeFeed
from bot.service.ports.identifying import IdentifyTurns
from bot.service.ports.ownership import ShardOwnership, SoleOwner


@dataclass(frozen=True, slots=True)
class Cluster:
    """What connects this process with the others."""

    shards: Shards | None
    """The shards of this process; ``None``: all, as many as Discord recommends."""
    ownership: ShardOwnership
    change_feed: ChangeFeed = NO_CHANGE_FEED
    identify_turns: IdentifyTurns | None = None
    """How processes take turns in starting shards; ``None`` if there is only this one."""
    is_exclusive: bool = True
    """True if no other process writes to the database."""
    others: Callable[[], Awaitable[str | None]] | None = None
    """Says which other processes run, for a migration that needs them stopped."""


SINGLE = Cluster(ALONE, SoleOwner())
"""One process with one shard, as in tests and in the demo."""


@asynccontextmanager
async def joined(settings: Settings, end: Callable[[str], None]) -> AsyncIterator[Cluster]:
    """Connect with the other processes until the block ends.

    On SQLite there is no other process: the caller has locked the file.

    Args:
        settings: the settings of this process.
        end: called with a sentence if another process holds this one's shards.

    Raises:
        StoreFault: PostgreSQL cannot be reached.
    """
    shards = Shards.chosen(settings.shard_count, settings.shard_ids)
    if not settings.database_url.startswith("postgresql"):
        yield Cluster(shards, SoleOwner())
        return
    # The driver of PostgreSQL is an optional dependency.
    from bot.store.coordination import coordinated

    async with coordinated(settings.database_direct_url or settings.database_url, end) as links:
        yield Cluster(
            shards,
            links.ownership,
            links.change_feed,
            links.identify_turns,
            is_exclusive=False,
            others=links.others,
        )
