"""SQLite for an event loop: what may wait for the disk is done in a thread.

A trip to a thread and back takes longer than most statements, so the store takes a single one for a
whole transaction (:func:`elsewhere`). What uses a connection on the event loop takes one for each
statement, and gets its rows with it.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteExecutionContext
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import await_

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


def elsewhere(connection: sa.Connection, work: Callable[[], T]) -> T:
    """Do what waits for the database: if that is SQLite in a thread, in a single trip."""
    raw: Any = connection.connection.driver_connection
    return raw.in_thread(work) if isinstance(raw, ThreadedConnection) else work()


class ThreadedConnection(sqlite3.Connection):
    """A connection whose calls on an event loop, in a greenlet of SQLAlchemy, are made in a thread.

    Anywhere else, they are made at once.
    """

    threads: Executor

    def in_thread(self, function: Callable[..., T], *args: Any) -> T:  # noqa: ANN401
        if not _is_on_loop():
            return function(*args)
        running = asyncio.get_running_loop().run_in_executor(self.threads, function, *args)
        return await_(outlast(running))

    def cursor(self, *, server_side: bool = False) -> Any:  # type: ignore[override] # noqa: ANN401
        if not _is_on_loop():
            return super().cursor()
        return super().cursor(_Streaming if server_side else _Buffered)

    def commit(self) -> None:
        self.in_thread(super().commit)

    def rollback(self) -> None:
        if self.in_transaction:
            self.in_thread(super().rollback)

    def close(self) -> None:
        self.in_thread(super().close)

    def terminate(self) -> None:
        super().close()


def _is_on_loop() -> bool:
    # The public function raises an error if there is none, which takes longer.
    return asyncio._get_running_loop() is not None  # noqa: SLF001


def _in_thread(method: Callable[..., T]) -> Callable[..., T]:
    return lambda cursor, *args: cursor.connection.in_thread(method, cursor, *args)


class _Streaming(sqlite3.Cursor):
    """A cursor for the event loop that reads rows when they are asked for."""

    execute = _in_thread(sqlite3.Cursor.execute)
    executemany = _in_thread(sqlite3.Cursor.executemany)
    fetchmany = _in_thread(sqlite3.Cursor.fetchmany)
    fetchall = _in_thread(sqlite3.Cursor.fetchall)


class _Buffered(sqlite3.Cursor):
    """A cursor for the event loop that reads all rows as soon as a statement is executed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._rows = deque[Any]()

    def _execute(self, *args: Any) -> "_Buffered":  # noqa: ANN401
        super().execute(*args)
        self._rows.extend(super().fetchall())
        return self

    execute = _in_thread(_execute)
    executemany = _in_thread(sqlite3.Cursor.executemany)

    def fetchone(self) -> Any:  # noqa: ANN401
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        count = min(size or self.arraysize, len(self._rows))
        return [self._rows.popleft() for _ in range(count)]

    def fetchall(self) -> list[Any]:
        return self.fetchmany(len(self._rows))

    async def _async_soft_close(self) -> None:
        """Do nothing: SQLAlchemy calls this before the rows are read."""


class _Context(SQLiteExecutionContext):
    def create_server_side_cursor(self) -> Any:  # noqa: ANN401
        return self._dbapi_connection.cursor(server_side=True)


class Dialect(SQLiteDialect_pysqlite):
    """SQLite as Python has it, for an engine of asyncio."""

    driver = "boneyard"
    is_async = True
    has_terminate = True
    supports_statement_cache = True
    supports_server_side_cursors = True
    execution_ctx_cls = _Context

    def connect(self, *args: Any, threads: Executor, **options: Any) -> Any:  # noqa: ANN401
        opening = partial(sqlite3.connect, *args, factory=ThreadedConnection, **options)
        opened = asyncio.get_running_loop().run_in_executor(threads, opening)
        connection: Any = await_(outlast(opened))
        connection.threads = threads
        return connection

    def do_terminate(self, dbapi_connection: Any) -> None:  # noqa: ANN401
        dbapi_connection.terminate()


registry.register(f"sqlite.{Dialect.driver}", __name__, Dialect.__name__)
