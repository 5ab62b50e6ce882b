"""Engines: how a database is connected to, so that a commit lasts and nobody waits for ever."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.service.ports import StoreFault

PATIENCE = 5.0
"""Seconds that a transaction waits for others by default."""

READERS = 4
"""Connections, and with them threads, that a SQLite file is read with at most."""

_IN_MEMORY = {None, "", ":memory:"}
_NO_ADDRESS = "The database's address is not one that SQLAlchemy knows."


def create_engine(url: str, *, patience: float = PATIENCE) -> AsyncEngine:
    """An engine for ``sqlite+aiosqlite`` or ``postgresql+asyncpg``.

    The directory of a SQLite file is made. Without a file's name the database is in memory, and
    gone when the engine is disposed of.

    Args:
        url: where the database is, as SQLAlchemy spells it.
        patience: seconds to wait while somebody else holds the database.

    Raises:
        StoreFault: The address is none, the directory cannot be made, or a driver is missing.
    """
    try:
        address = make_url(url)
        if address.get_backend_name() == "sqlite":
            return _sqlite(address, patience)
        return _postgresql(address, patience)
    except ArgumentError:
        raise StoreFault(_NO_ADDRESS) from None
    except ModuleNotFoundError as error:
        raise StoreFault(f"This database needs the package {error.name}; install it.") from error


def reading(engine: AsyncEngine) -> AsyncEngine:
    """The same engine for single queries, which need no transaction around them."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(boneyard_begin=None)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def sqlite_file(engine: AsyncEngine) -> Path | None:
    """The file of a SQLite database; ``None`` for other databases and for one in memory."""
    return _file_of(engine.url) if engine.dialect.name == "sqlite" else None


def file_named(url: str) -> Path | None:
    """The file that a database's address names; ``None`` as for :func:`sqlite_file`.

    Raises:
        StoreFault: The address is none.
    """
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreFault(_NO_ADDRESS) from None
    return _file_of(address) if address.get_backend_name() == "sqlite" else None


def make_directory(directory: Path) -> None:
    """See that a directory is there; raises :class:`StoreFault` when it cannot be made."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFault(
            f"The database's directory {directory} cannot be made: {error.strerror}."
        ) from error


def where(engine: AsyncEngine) -> str:
    """How to call the database in a sentence; holds no password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "The database in memory"
    return f"{engine.url.host or 'the local server'}/{engine.url.database}"


def _sqlite(url: URL, patience: float) -> AsyncEngine:
    file = _file_of(url)
    if file is not None:
        make_directory(file.parent)
    engine = create_async_engine(
        url,
        hide_parameters=True,  # an error tells no secret and no deal
        # Python's sqlite3 is to begin nothing by itself; _begin does.
        connect_args={
            "async_creator_fn": _connect,
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": patience,
        },
        poolclass=AsyncAdaptedQueuePool,
        # One in memory is its connection.
        pool_size=1 if url.database in _IN_MEMORY else READERS,
        max_overflow=0,
        pool_timeout=patience,
        pool_use_lifo=True,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _postgresql(url: URL, patience: float) -> AsyncEngine:
    milliseconds = str(round(patience * 1000))
    settings = {"application_name": "boneyard", "lock_timeout": milliseconds}
    return create_async_engine(
        url,
        hide_parameters=True,
        connect_args={"timeout": 10, "server_settings": settings},
        pool_pre_ping=True,
        pool_timeout=patience,
    )


async def _connect(*args: Any, **kwargs: Any) -> aiosqlite.Connection:  # noqa: ANN401
    """Open a file before aiosqlite begins a thread for it, which it would abandon at a failure."""
    opened = await asyncio.to_thread(sqlite3.connect, *args, **kwargs)
    connection = aiosqlite.Connection(lambda: opened, iter_chunk_size=64)
    # A store that nobody disposed of must not keep the process alive.
    connection._thread.daemon = True  # noqa: SLF001
    return await connection


def _prepare(connection: DBAPIConnection, record: object) -> None:
    """A new connection to SQLite: references hold, a commit is on the disk, what goes is gone."""
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA synchronous=FULL")
    # Else rows that were deleted stay in the file until something is written there.
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take SQLite's write lock at once: a reader that becomes a writer could only fail."""
    statement = connection.get_execution_options().get("boneyard_begin", "BEGIN IMMEDIATE")
    if statement is not None:
        connection.exec_driver_sql(statement)


def _file_of(url: URL) -> Path | None:
    if "uri" in url.query or url.database in _IN_MEMORY:
        return None
    return Path(str(url.database))
