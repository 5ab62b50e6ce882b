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
    """A cursor that only has to be closed if it was left with rows to read."""

    _has_read_all = False

    async def fetchall(self) -> Iterable[sqlite3.Row]:
        rows = await super().fetchall()
        self._has_read_all = True
        return rows

    async def close(self) -> None:
        if self.description and not self._has_read_all:
            await super().close()
