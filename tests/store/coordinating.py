import asyncio
from contextlib import asynccontextmanager
from inspect import isawaitable

from bot.model.shards import Shards
from bot.service.ports.changes import Change
from bot.store.coordination.change_feed import PostgresChangeFeed
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.shard_locks import ShardLocks

HANG = 60


def shards(count: int, *ids: int) -> Shards:
    return Shards(count, frozenset(ids))


class Process:
    def __init__(self, url: str, **timing: float) -> None:
        self.connection = DirectConnection(url, **timing)
        self.before_the_locks: list = []
        """Awaited after each reconnect before the locks are taken again."""
        self.connection.on_restored(self._run_before_the_locks)
        self.lost: list[str] = []
        self.locks = ShardLocks(self.connection, lost=self.lost.append)
        self.feed = PostgresChangeFeed(self.connection)
        self.heard: list[Change | str] = []
        self.restored = asyncio.Event()
        self.feed.subscribe(self.heard.append, lambda: self.heard.append("missed"))
        self.connection.on_restored(self._note_restored)

    async def end_session(self, by: "Process") -> None:
        assert self.connection.session is not None
        self.restored.clear()
        pid = self.connection.session.pid
        await by.connection.fetch("SELECT pg_terminate_backend($1)", pid)
        async with asyncio.timeout(HANG):
            await self.restored.wait()

    async def release(self) -> None:
        """Release all locks, as at the end of the connection."""
        await self.connection.fetch("SELECT pg_advisory_unlock_all()")
        self.locks._shards = None

    async def _run_before_the_locks(self) -> None:
        for each in self.before_the_locks:
            await each()

    async def _note_restored(self) -> None:
        self.restored.set()


@asynccontextmanager
async def processes(url: str, number: int = 2, **timing: float):
    started = [Process(url, **timing) for _ in range(number)]
    try:
        for each in started:
            await each.connection.open()
        yield started
    finally:
        for each in started:
            await each.connection.close()


async def until(condition) -> None:
    async with asyncio.timeout(HANG):
        while not (await found if isawaitable(found := condition()) else found):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
