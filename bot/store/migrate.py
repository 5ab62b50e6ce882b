"""Upgrading a database to the current tables, and checking its revision."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.service.ports.faults import StoreBusy, StoreFault, StoreReadOnly, StoreTooNew
from bot.store.database import LOCK_TIMEOUT, Database, where
from bot.store.engine import MIGRATING, file_of, migrating
from bot.store.tables.columns import metadata

_PAUSES: tuple[float | None, ...] = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8, None)
_ONE_AT_A_TIME = 0x626F6E65  # "bone": the advisory lock that PostgreSQL's migrations hold
_NEEDS_ALL_STOPPED = "NEEDS_ALL_STOPPED"
"""The name that a migration's module sets to true if the release before does not work with it."""
_FIRST = "1.0.0"
_BEFORE_FIRST = "0015"
"""The revision at which the tables were those of :data:`_FIRST`, before there were releases."""
_OLDER = {f"{number:04}" for number in range(1, 15)}


class SchemaState(Enum):
    """The state of a database's tables, compared with those this Boneyard needs."""

    EMPTY = "empty"
    BEHIND = "behind"
    CURRENT = "current"
    NEWER = "newer"


@dataclass(frozen=True, slots=True)
class Schema:
    """The state of a database, its revision unless it is empty, and the one that we need."""

    state: SchemaState
    revision: str | None
    head: str

    def __str__(self) -> str:
        match self.state:
            case SchemaState.EMPTY:
                return "The database is empty; its tables are made when the bot starts."
            case SchemaState.BEHIND:
                return (
                    f"The database is at revision {self.revision}; "
                    f"it is brought to {self.head} when the bot starts."
                )
            case SchemaState.CURRENT:
                return f"The database is up to date, at revision {self.revision}."
            case SchemaState.NEWER:
                return (
                    f"The database is at revision {self.revision}, which a newer Boneyard made; "
                    f"this one knows the revisions up to {self.head}."
                )


async def check(database: Database) -> Schema:
    """Check a database; nothing is changed, no file is made.

    Raises :class:`StoreReadOnly` if it cannot be written, or another :class:`StoreFault` if it
    cannot be opened, is not a database of Boneyard, or is too old.
    """

    def look() -> Schema:
        with database.engine.connect() as connection:
            _expect_writable(connection)
            return _schema_of(connection)

    return _verdict(None) if _is_missing(file_of(database.engine.url)) else await database.do(look)


async def upgrade(
    database: Database, *, others_running: Callable[[], Awaitable[str | None]] | None = None
) -> Schema:
    """Upgrade a database to the newest tables, in one transaction.

    Several processes may do so at once: one works, the others wait and find it done. Most
    migrations work while processes of the release before go on. A module of a migration that does
    not says ``NEEDS_ALL_STOPPED = True``.

    Args:
        database: the database.
        others_running: returns who else is running on the database, as the beginning of a sentence
            ("Shard 3 is held by another process since 12:00 UTC"), or ``None``. It is asked only
            before a migration that needs all to have stopped. Without it nobody else is running.

    Raises:
        StoreFault: As of :func:`check`, `StoreTooNew` if a newer Boneyard made it, or others have
            to stop first; nothing was changed.
    """
    _expect_known(await check(database))
    if others_running is not None:
        await _expect_all_stopped(database, others_running)
    if database.engine.dialect.name == "sqlite":
        await _write_ahead(database)
    async with migrating(database) as slow:
        return await slow.write(_upgrade)


async def _expect_all_stopped(
    database: Database, others_running: Callable[[], Awaitable[str | None]]
) -> None:
    """Raise :class:`StoreFault` if a pending migration has to wait for somebody to stop."""
    if not _needing_all_stopped(await check(database)) or (who := await others_running()) is None:
        return
    # Those who run may just have carried it out.
    if waiting := _needing_all_stopped(await check(database)):
        raise StoreFault(
            f"{who}. Stop all processes first: the release before this one does not work with "
            f"revision {waiting[0]} of the database."
        )


def _needing_all_stopped(schema: Schema) -> list[str]:
    """Return the pending migrations before which all processes have to stop, in order."""
    if schema.state is not SchemaState.BEHIND:
        return []
    current = _FIRST if schema.revision == _BEFORE_FIRST else schema.revision
    pending = ScriptDirectory.from_config(_config()).iterate_revisions(schema.head, current)
    found = [each.revision for each in pending if getattr(each.module, _NEEDS_ALL_STOPPED, False)]
    return found[::-1]


def _take_turn(connection: Connection) -> None:
    """Wait until no other process upgrades the database (PostgreSQL only).

    The settings end with the transaction. The server's own may be meant for short statements.
    """
    for setting in ("statement_timeout", "lock_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {setting} = {round(MIGRATING * 1000)}")
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
    # While a table is waited for, nobody else can use it either.
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(LOCK_TIMEOUT * 1000)}")


_VERSION = sa.table("alembic_version", sa.column("version_num"))
_HAS_FIRST = _VERSION.update().values(version_num=_FIRST)


def _upgrade(connection: Connection) -> Schema:
    if connection.dialect.name == "postgresql":
        _take_turn(connection)
    schema = _schema_of(connection)
    _expect_known(schema)
    if schema.state is not SchemaState.CURRENT:
        if schema.revision == _BEFORE_FIRST:
            connection.execute(_HAS_FIRST)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return _schema_of(connection)


def _schema_of(connection: Connection) -> Schema:
    # Read the tables before the revision: if another process makes both in between, that is fine.
    ours = metadata.tables.keys() & set(sa.inspect(connection).get_table_names())
    revision = MigrationContext.configure(connection).get_current_revision()
    if ours and revision is None:
        raise StoreFault(f"The database has a table {min(ours)} that Boneyard did not make.")
    return _verdict(revision)


def _verdict(revision: str | None) -> Schema:
    script = ScriptDirectory.from_config(_config())
    head = script.get_current_head() or ""
    if revision is None:
        state = SchemaState.EMPTY
    elif revision == head:
        state = SchemaState.CURRENT
    elif revision in _OLDER:
        raise StoreFault(
            f"The database is at revision {revision}, from before the first release. Only revision "
            f"{_BEFORE_FIRST} can be upgraded: start the last version before 1.0.0 on it once."
        )
    elif revision in {_BEFORE_FIRST, *(known.revision for known in script.walk_revisions())}:
        state = SchemaState.BEHIND
    else:
        state = SchemaState.NEWER
    return Schema(state, revision, head)


def _expect_known(schema: Schema) -> None:
    if schema.state is SchemaState.NEWER:
        raise StoreTooNew(str(schema))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config


def _is_missing(file: Path | None) -> bool:
    """Return whether a SQLite file does not exist yet; raise if it could not be made."""
    if file is None or file.exists():
        return False
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise StoreReadOnly(f"The database's directory {file.parent} cannot be written.")
    return True


def _expect_writable(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        setting = sa.func.current_setting("transaction_read_only")
        if connection.scalar(sa.select(setting)) == "on":
            raise StoreReadOnly(f"{where(connection.engine)} cannot be written: it is read-only.")
    else:
        # SQLite reports a read-only database only at the first change. This one is rolled back.
        connection.exec_driver_sql("PRAGMA user_version=1")


async def _write_ahead(database: Database) -> None:
    """Turn on the write-ahead log, so that readers and a writer do not wait for each other.

    The file remembers it. Here SQLite refuses at once instead of waiting for others.
    """
    for pause in _PAUSES:
        try:
            await database.read(lambda db: db.exec_driver_sql("PRAGMA journal_mode=WAL").close())
        except StoreBusy:
            if pause is None:
                raise
            await asyncio.sleep(pause)
        else:
            return
