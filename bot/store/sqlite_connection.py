"""Connections to SQLite, each with a thread of its own for what may wait for the disk.

A trip to that thread and back takes longer than most statements. What does not touch the database
is done on the event loop: to make a cursor and drop it, and to end a transaction that has ended.
"""

import asyncio
import sqlite3
from collections.abc import Iterable
from typing import Any

import aiosqlite
from aiosqlite.context import contextmanager


async def connect(*args: Any, **kwargs: Any) -> aiosqlite.Connection:  # noqa: ANN401
    """Open a file before aiosqlite starts a thread for it, which it would leak on failure."""
    opened = await asyncio.to_thread(sqlite3.connect, *args, **kwargs)
    connection = _Connection(lambda: opened, iter_chunk_size=64)
    # A store that nobody disposed of must not keep the process alive.
    connection._thread.daemon = True  # noqa: SLF001
    return await connection


class _Connection(aiosqlite.Connection):
    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        return _Cursor(self, self._conn.cursor())

    async def rollback(self) -> None:
        if self.in_transaction:
            await super().rollback()


class _Cursor(aiosqlite.Cursor):
    """A cursor that only has to be closed if it failed, or was left with rows to read.

    SQLite gives a statement up by itself after its last row. One that failed holds its connection
    open, even a closed one, for as long as somebody holds the exception.
    """

    _is_done = False

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> aiosqlite.Cursor:
        await super().execute(sql, parameters)
        self._is_done = not self.description
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> aiosqlite.Cursor:
        await super().executemany(sql, parameters)
        self._is_done = True
        return self

    async def fetchall(self) -> Iterable[sqlite3.Row]:
        rows = await super().fetchall()
        self._is_done = True
        return rows

    async def close(self) -> None:
        if not self._is_done:
            await super().close()
