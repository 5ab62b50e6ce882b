"""A database as the store uses it: work on it does not hold up the event loop."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.util import greenlet_spawn

from bot.service.ports.faults import StoreBusy
from bot.store.faults import faults_of
from bot.store.postgresql import is_pooled

LOCK_TIMEOUT = 5.0
"""Seconds that a transaction waits for others by default."""

READERS = 4
"""The most connections, and thus threads, that a SQLite file is read with."""

T = TypeVar("T")


async def outlast(future: asyncio.Future[T]) -> T:
    """Await what cannot be interrupted; if this is cancelled meanwhile, end so once it is done.

    However often it is cancelled, it waits.
    """
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        while not future.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([future])
        if not future.cancelled():
            future.exception()  # so that asyncio does not log it as never retrieved
        raise


class Database:
    """SQLite, used in threads, or PostgreSQL, whose driver is one for the event loop.

    A trip to a thread and back takes longer than most statements, so there is a single one for all
    the work on a connection. SQLAlchemy lets the same work wait on the event loop for PostgreSQL.
    """

    def __init__(
        self, engine: Engine, *, patience: float = LOCK_TIMEOUT, threads: Executor | None = None
    ) -> None:
        self.engine = engine
        self.where = where(engine)
        self.threads = threads
        """Where SQLite is used, on at most :data:`READERS` connections; None for PostgreSQL."""
        self._reading = _for_single_queries(engine)
        self._patience = patience
        self._writer = asyncio.Lock()
        # A database in memory exists only in its one connection.
        self._connections = 1 if is_in_memory(engine.url) else READERS
        self._unused = asyncio.Semaphore(self._connections)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do work each of whose queries sees one moment of the database."""

        def carry_out() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await self.do(carry_out)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction, which is committed at its end, or rolled back if it raises.

        Writers of SQLite queue: it only lets them poll, so that some would wait for long.
        """

        def carry_out() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        if self.threads is None:
            return await self.do(carry_out)
        async with self._turn(self._writer):
            return await self.do(carry_out)

    async def do(self, work: Callable[[], T]) -> T:
        """Do what waits for the database; its errors are raised as :class:`StoreFault`."""
        with faults_of(self.where):
            if self.threads is None:
                return await greenlet_spawn(work)
            async with self._turn(self._unused):
                return await self._in_thread(self.threads, work)

    async def dispose(self) -> None:
        """Close the connections when they are not in use; a database in memory is then deleted."""
        if self.threads is None:
            await greenlet_spawn(self.engine.dispose)
            return
        async with self._writer, AsyncExitStack() as connections:
            for _ in range(self._connections):
                await connections.enter_async_context(self._unused)
            await self._in_thread(self.threads, self.engine.dispose)

    @staticmethod
    async def _in_thread(threads: Executor, work: Callable[[], T]) -> T:
        return await outlast(asyncio.get_running_loop().run_in_executor(threads, work))

    @asynccontextmanager
    async def _turn(self, lock: asyncio.Lock | asyncio.Semaphore) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await lock.acquire()
        except TimeoutError:
            raise StoreBusy(f"{self.where} has too much to do just now.") from None
        try:
            yield
        finally:
            lock.release()


def where(engine: Engine) -> str:
    """Name the database for use in a sentence, without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "The database in memory"
    return f"{engine.url.host or 'the local server'}/{engine.url.database}"


def is_in_memory(url: URL) -> bool:
    """Return whether an address is that of SQLite in memory, which only one engine can reach."""
    return url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}


def _for_single_queries(engine: Engine) -> Engine:
    """Return the same engine for queries that need no transaction around them.

    Only a connection pooler does: it may carry out two steps of one query on two connections.
    """
    if engine.dialect.name == "sqlite":
        return engine.execution_options(boneyard_begin=None)
    if is_pooled(engine):
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")
