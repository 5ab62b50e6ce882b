"""Database engines: a commit is durable, and every wait has a time limit."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.service.ports.faults import StoreFault
from bot.store.postgresql import ANSWER, CONNECTIONS, is_pooled, postgresql_engine
from bot.store.sqlite_connection import Dialect

LOCK_TIMEOUT = 5.0
"""Seconds that a transaction waits for others by default."""

MIGRATING = 900.0
"""Seconds that a statement of a migration may take: it may rewrite a large table."""

READERS = 4
"""The most connections, and thus threads, that a SQLite file is read with."""

_IN_MEMORY = {None, "", ":memory:"}
_NO_ADDRESS = "The database's address is not one that SQLAlchemy knows."


def create_engine(
    url: str | URL,
    *,
    patience: float = LOCK_TIMEOUT,
    answer: float = ANSWER,
    connections: int = CONNECTIONS,
    pooled: bool = False,
) -> AsyncEngine:
    """Make an engine; arguments and errors are those of :func:`bot.store.open_store`.

    A database in memory is deleted when the engine is disposed of.
    """
    try:
        address = make_url(url)
        if address.drivername == "sqlite+aiosqlite":
            return _sqlite(address, patience)
        return postgresql_engine(
            address, patience=patience, answer=answer, connections=connections, pooled=pooled
        )
    except (ArgumentError, ValueError):  # a port that is no number
        raise StoreFault(_NO_ADDRESS) from None
    except ModuleNotFoundError as error:
        raise StoreFault(f"This database needs the package {error.name}; install it.") from error


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine for single queries, which need no transaction around them.

    Only a connection pooler does: it may carry out two steps of one query on two connections.
    """
    if engine.dialect.name == "sqlite":
        return engine.execution_options(boneyard_begin=None)
    if is_pooled(engine):
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


@asynccontextmanager
async def migrating(engine: AsyncEngine) -> AsyncIterator[AsyncEngine]:
    """Yield an engine on the same database whose statements may take as long as migrations do."""
    if engine.dialect.name == "sqlite":
        yield engine  # statements on SQLite have no time limit
        return
    slow = create_engine(engine.url, answer=MIGRATING, pooled=is_pooled(engine))
    try:
        yield slow
    finally:
        await slow.dispose()


def sqlite_file(engine: AsyncEngine) -> Path | None:
    """Return the file of a SQLite database; ``None`` for other databases or one in memory."""
    return _file_of(engine.url) if engine.dialect.name == "sqlite" else None


def is_in_memory(engine: AsyncEngine) -> bool:
    """Return whether the database is SQLite's in memory, which only this engine can reach."""
    return engine.dialect.name == "sqlite" and engine.url.database in _IN_MEMORY


def file_named(url: str) -> Path | None:
    """Return the file that a database's address names; ``None`` as for :func:`sqlite_file`."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreFault(_NO_ADDRESS) from None
    return _file_of(address) if address.get_backend_name() == "sqlite" else None


def make_directory(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFault(
            f"The database's directory {directory} cannot be made: {error.strerror}."
        ) from error


def where(engine: AsyncEngine) -> str:
    """Name the database for use in a sentence, without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "The database in memory"
    return f"{engine.url.host or 'the local server'}/{engine.url.database}"


def _sqlite(url: URL, patience: float) -> AsyncEngine:
    file = _file_of(url)
    if file is not None:
        make_directory(file.parent)
    engine = create_async_engine(
        url.set(drivername=f"sqlite+{Dialect.driver}"),
        hide_parameters=True,  # errors must not show secrets or deals
        # Python's sqlite3 must not begin transactions by itself; _begin does.
        connect_args={
            "threads": ThreadPoolExecutor(READERS, "sqlite"),
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": patience,
        },
        poolclass=AsyncAdaptedQueuePool,
        # A database in memory exists only in its one connection.
        pool_size=1 if url.database in _IN_MEMORY else READERS,
        max_overflow=0,
        pool_timeout=patience,
        pool_use_lifo=True,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: DBAPIConnection, record: object) -> None:
    del record
    cursor = connection.cursor()
    # Without secure_delete, deleted rows stay in the file until something overwrites them.
    for setting in ("foreign_keys=ON", "synchronous=FULL", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {setting}")
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
