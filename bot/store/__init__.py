"""Where matches live: SQLAlchemy Core over SQLite or PostgreSQL.

    store = open_store("sqlite+aiosqlite:///data/boneyard.db")
    await upgrade(store.engine)
    ...
    await store.dispose()

`tables` says what is kept, `sql_store` how it is read and changed, `migrate` how a database gets
its tables, `engine` and `transactions` how it is talked to, and `faults` what can go wrong.
"""

from bot.store.engine import PATIENCE, create_engine
from bot.store.migrate import Schema, SchemaState, check, upgrade
from bot.store.sql_store import SqlStore

__all__ = ["Schema", "SchemaState", "SqlStore", "check", "open_store", "upgrade"]


def open_store(url: str, *, patience: float = PATIENCE) -> SqlStore:
    """A store for a database, which is not touched before the first use.

    Args:
        url: ``sqlite+aiosqlite:///path`` (its directory is made), ``sqlite+aiosqlite://`` for one
            in memory, or ``postgresql+asyncpg://user:password@host/name``.
        patience: seconds a transaction waits for others before it is :class:`StoreBusy`.

    Raises:
        StoreFault: The address is none, the directory cannot be made, or a driver is missing.
    """
    return SqlStore(create_engine(url, patience=patience), patience=patience)
