"""Moving everything from one database to an empty one: all of it, checked, or nothing.

Both databases are locked against other writers until the end. The target's transaction is committed
only when each table was read back and every row equals the source's.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.util import await_, greenlet_spawn

from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store.coordination.lock_table import LockKind
from bot.store.database import Database, where
from bot.store.engine import file_named, migrating, open_database
from bot.store.exact_rows import ExactTable, Row, last_id, never_reuse
from bot.store.faults import faults_of
from bot.store.instance_lock import claimed
from bot.store.migrate import SchemaState, check, upgrade
from bot.store.tables.columns import metadata

Report = Callable[[str, str, int], None]
"""Called with the step ("copying" or "checking"), the table, and its rows so far."""

_IS_HELD = f"""
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = {LockKind.HOLD:d}
    AND datname = current_database() AND pid <> pg_backend_pid()
)
"""  # noqa: S608 - a number
"""True if another session holds a shard, as every running bot does."""


class CopyDiffers(Exception):
    """The copy was not equal to the source, and was not kept. The message has no values."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A completed move: the databases' names without passwords, and how many rows by table."""

    source: str
    target: str
    rows: dict[str, int]


async def transfer(source: str, target: str, report: Report = lambda *_: None) -> Transfer:
    """Copy all rows of a database to one that has none, and check the copy.

    The source is upgraded first, as by a start of the bot, and otherwise stays as it was.

    Args:
        source: the address of the database to be copied, which no bot may be using.
        target: the address of a database without rows of Boneyard's; its tables are made.
        report: is called after each batch of rows.

    Raises:
        StoreFault: It failed; the target has no rows, unless the connection broke at the commit.
        CopyDiffers: The copy was different; the target has no rows.
    """

    def reported(step: str, table: str, count: int) -> None:
        report(step, table, count)
        await_(asyncio.sleep(0))  # an interrupt is noticed here

    _expect_source(source, target)
    with claimed(source, patience=0):
        async with _opened(source) as old, _opened(target) as new:
            with claimed(target, patience=0):
                await _expect_schemas(old, new)
                await upgrade(old)
                await upgrade(new)
                async with migrating(old) as slow_old, migrating(new) as slow_new:
                    engines = slow_old.engine, slow_new.engine
                    # Nothing else is on this event loop that SQLite could hold up.
                    return await greenlet_spawn(_transfer, *engines, reported)


def _transfer(old: Engine, new: Engine, report: Report) -> Transfer:
    rows: dict[str, int] = {}
    with _locked(old) as source, _locked(new) as target:
        _expect_no_rows(target)
        for table in metadata.sorted_tables:
            rows[table.name] = _copy(table, source, target, report)
            if target.dialect.name == "postgresql":
                # Without statistics, the first queries could take the wrong index.
                target.exec_driver_sql(f"ANALYZE {table.name}")
        for table in metadata.sorted_tables:
            _compare(table, source, target, report)
    return Transfer(where(old), where(new), rows)


def _copy(table: sa.Table, source: Connection, target: Connection, report: Report) -> int:
    count = 0
    written = ExactTable(table, target.dialect)
    with closing(ExactTable(table, source.dialect).read(source)) as batches:
        for batch in batches:
            written.write(target, batch)
            count += len(batch)
            report("copying", table.name, count)
    never_reuse(target, table, last_id(source, table))
    return count


def _compare(table: sa.Table, source: Connection, target: Connection, report: Report) -> None:
    """Raise :class:`CopyDiffers` if a table of the target is not the same as the source's."""
    count, nothing = 0, list[Row]()
    original, copy = ExactTable(table, source.dialect), ExactTable(table, target.dialect)
    with closing(original.read(source)) as theirs, closing(copy.read(target)) as ours:
        for batch in theirs:
            copied = next(ours, nothing)
            if batch != copied:
                pairs = zip_longest(batch, copied)
                row, other = next(pair for pair in pairs if pair[0] != pair[1])
                raise _differs(table, original.key(row or other))
            count += len(batch)
            report("checking", table.name, count)
        for row in next(ours, nothing):
            raise _differs(table, copy.key(row))
    if last_id(target, table) != last_id(source, table):
        raise CopyDiffers(f"The copy of {table.name} would count ids from another number.")


def _differs(table: sa.Table, key: tuple[object, ...]) -> CopyDiffers:
    names = ", ".join(column.name for column in table.primary_key)
    values = ", ".join(map(str, key))
    return CopyDiffers(f"The copy of {table.name} differs at {names} = {values}.")


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database = open_database(url)
    try:
        yield database
    finally:
        await database.dispose()


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """Open a transaction during which nobody else writes to the tables; raise if a bot runs."""
    with faults_of(where(engine)), engine.begin() as connection:  # SQLite: locks the file
        _expect_unused(connection)
        if engine.dialect.name == "postgresql":
            # The limits that docs/operating.md recommends are for a running bot.
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
            tables = ", ".join(metadata.tables)
            connection.exec_driver_sql(f"LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE")
        yield connection


def _expect_source(source: str, target: str) -> None:
    """Raise :class:`StoreFault` unless both are databases that last, and not the same one."""
    files = file_named(source), file_named(target)
    if source.startswith("sqlite"):
        if files[0] is None:
            raise StoreFault("The database is not in a file, so there is nothing to move.")
        if not files[0].is_file():
            raise StoreFault(f"There is no database {files[0]} to move.")
    if target.startswith("sqlite") and files[1] is None:
        raise StoreFault("The target is not in a file, so it would be gone at once.")
    if _place(source) == _place(target):
        raise StoreFault("The target is the database itself.")


def _place(url: str) -> object:
    file: Path | None = file_named(url)
    if file is not None:
        return file.resolve()
    address = make_url(url)
    return address.host, address.port or 5432, address.database, address.query


async def _expect_schemas(old: Database, new: Database) -> None:
    """Raise :class:`StoreFault` unless the source has tables, the target no rows, and no bot runs.

    Both databases are as before.
    """
    for database in (old, new):
        schema = await check(database)
        if schema.state is SchemaState.NEWER:
            raise StoreTooNew(f"{database.where} was made by a newer Boneyard; update this first.")
        if database is old and schema.state is SchemaState.EMPTY:
            raise StoreFault(f"{database.where} has no tables, so there is nothing to move.")
        await database.read(_expect_unused)
    await new.read(_expect_no_rows)


def _expect_unused(connection: Connection) -> None:
    """Raise :class:`StoreFault` if a bot runs on PostgreSQL; SQLite's file is claimed instead."""
    if connection.dialect.name == "postgresql" and connection.scalar(sa.text(_IS_HELD)):
        raise StoreFault(f"A Boneyard is running on {where(connection.engine)}; stop it first.")


def _expect_no_rows(target: Connection) -> None:
    existing = sa.inspect(target).get_table_names()
    for table in metadata.sorted_tables:
        if table.name not in existing:
            continue
        if target.scalar(sa.select(sa.exists(sa.select(sa.text("1")).select_from(table)))):
            raise StoreFault(
                f"{where(target.engine)} has rows in {table.name} already; "
                "give the address of an empty database."
            )
