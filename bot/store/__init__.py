"""The database that matches are kept in: SQLAlchemy Core over SQLite or PostgreSQL.

`tables` defines the tables, `sql_store` reads and changes them, `migrate` creates and upgrades
them, `engine`, `database` and `transactions` connect, and `faults` translates errors.
"""

from bot.store.database import LOCK_TIMEOUT, is_in_memory
from bot.store.engine import open_database
from bot.store.migrate import Schema, SchemaState, check, upgrade
from bot.store.postgresql import ANSWER, CONNECTIONS
from bot.store.sql_store import SqlStore

__all__ = ["Schema", "SchemaState", "SqlStore", "check", "open_store", "upgrade"]


def open_store(
    url: str,
    *,
    exclusive: bool = False,
    patience: float = LOCK_TIMEOUT,
    answer: float = ANSWER,
    connections: int = CONNECTIONS,
    pooled: bool = False,
) -> SqlStore:
    """Make a store for a database, which is not touched before the first use.

    Args:
        url: ``sqlite:///path`` (its directory is made), ``sqlite://`` for one in memory, or
            ``postgresql+asyncpg://user:password@host/name``. What begins with
            ``sqlite+aiosqlite:``, as in settings, is the same as ``sqlite:``.
        exclusive: no other process writes to the database; of one in memory that is true anyway.
        patience: seconds a transaction waits for others before it raises :class:`StoreBusy`.
        answer: seconds that PostgreSQL has for each answer before it counts as out of reach.
        connections: the most connections to PostgreSQL; those who need one more wait for one.
        pooled: the address is a connection pooler's, as PgBouncer's in transaction mode.

    Raises:
        StoreFault: The address is invalid, the directory cannot be made, or a driver is missing.
    """
    database = open_database(
        url, patience=patience, answer=answer, connections=connections, pooled=pooled
    )
    return SqlStore(database, is_exclusive=exclusive or is_in_memory(database.engine.url))
