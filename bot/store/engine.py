"""Database engines: a commit is durable, and every wait has a time limit."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError

from bot.service.ports.faults import StoreFault
from bot.store.database import LOCK_TIMEOUT, READERS, Database, is_in_memory
from bot.store.postgresql import ANSWER, CONNECTIONS, is_pooled, postgresql_engine

MIGRATING = 900.0
"""Seconds that a statement of a migration may take: it may rewrite a large table."""

_SQLITE = {"sqlite", "sqlite+aiosqlite"}
_NO_ADDRESS = "The database's address is not one that SQLAlchemy knows."


def open_database(
    url: str | URL,
    *,
    patience: float = LOCK_TIMEOUT,
    answer: float = ANSWER,
    connections: int = CONNECTIONS,
    pooled: bool = False,
) -> Database:
    """Make a database; arguments and errors are those of :func:`bot.store.open_store`."""
    try:
        address = make_url(url)
        if address.drivername in _SQLITE:
            threads = ThreadPoolExecutor(READERS, "sqlite")
            return Database(sqlite_engine(address, patience), patience=patience, threads=threads)
        engine = postgresql_engine(
            address, patience=patience, answer=answer, connections=connections, pooled=pooled
        )
    except (ArgumentError, ValueError):  # a port that is no number
        raise StoreFault(_NO_ADDRESS) from None
    except ModuleNotFoundError as error:
        raise StoreFault(f"This database needs the package {error.name}; install it.") from error
    return Database(engine, patience=patience)


@asynccontextmanager
async def migrating(database: Database) -> AsyncIterator[Database]:
    """Yield the same database with statements that may take as long as migrations do."""
    if database.threads is not None:
        yield database  # statements on SQLite have no time limit
        return
    engine = database.engine
    slow = open_database(engine.url, answer=MIGRATING, pooled=is_pooled(engine))
    try:
        yield slow
    finally:
        await slow.dispose()


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database; ``None`` for other databases or one in memory."""
    if url.get_backend_name() != "sqlite" or "uri" in url.query or is_in_memory(url):
        return None
    return Path(str(url.database))


def file_named(url: str) -> Path | None:
    """Return the file that an address names, or ``None`` as :func:`file_of` does.

    Raises :class:`StoreFault` if the address is invalid.
    """
    try:
        return file_of(make_url(url))
    except (ArgumentError, ValueError):
        raise StoreFault(_NO_ADDRESS) from None


def make_directory(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFault(
            f"The database's directory {directory} cannot be made: {error.strerror}."
        ) from error


def sqlite_engine(url: URL, patience: float) -> Engine:
    """Make an engine for threads; the directory of a file is made."""
    file = file_of(url)
    if file is not None:
        make_directory(file.parent)
    engine = create_engine(
        url.set(drivername="sqlite"),
        hide_parameters=True,  # errors must not show secrets or deals
        # Python's sqlite3 must not begin transactions by itself; _begin does.
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": patience},
        poolclass=QueuePool,
        pool_size=1 if is_in_memory(url) else READERS,
        max_overflow=0,
        pool_timeout=patience,
        pool_use_lifo=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
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
