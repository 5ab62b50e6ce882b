"""The store's queries over all open matches, timed."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from statistics import median
from time import perf_counter

from benchmarks.crowd import CHANNELS, people
from bot.model.shards import Shards
from bot.store import open_store

REPEATED = 5


async def slowest_query(url: str, shards: Shards) -> tuple[str, float]:
    """Return the name of the slowest query, and its median in milliseconds."""
    times = await query_times(url, shards)
    return max(times.items(), key=lambda item: item[1])


async def query_times(url: str, shards: Shards) -> Mapping[str, float]:
    """Return the medians in milliseconds of queries that are made again and again."""
    store = open_store(url)
    queries: dict[str, Callable[[], Awaitable[object]]] = {
        "alarms": lambda: store.alarms(datetime.now(UTC), 100, shards),
        "next_alarm": lambda: store.next_alarm(shards),
        "pending_matches": lambda: store.pending_matches(shards),
        "guilds_in_play": lambda: store.guilds_in_play(shards),
        "stopped_matches": lambda: store.stopped_matches(shards),
        "census": lambda: store.census(shards),
        "open_in": lambda: store.open_in(CHANNELS),
        "open_of": lambda: store.open_of(people(0, 1)[0]),
        "waiting_for": lambda: store.waiting_for(people(0, 1)[0]),
        "unscored": lambda: store.unscored(20),
    }
    try:
        return {name: await _median(query) for name, query in queries.items()}
    finally:
        await store.dispose()


async def _median(query: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(REPEATED):
        began = perf_counter()
        await query()
        times.append(1000 * (perf_counter() - began))
    return median(times)
