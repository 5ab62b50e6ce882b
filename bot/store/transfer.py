"""Moving everything from one database to an empty one: all of it, checked, or nothing.

Both databases are locked against other writers until the end. The target's transaction is committed
only when each table was read back and every row equals the source's.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store.coordination.lock_table import LockKind
from bot.store.engine import create_engine, file_named, migrating, reading, where
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
    _expect_source(source, target)
    with claimed(source, patience=0):
        async with _engine(source) as old, _engine(target) as new:
            with claimed(target, patience=0):
                await _expect_schemas(old, new)
                await upgrade(old)
                await upgrade(new)
                return await _transfer(old, new, report)


async def _transfer(old: AsyncEngine, new: AsyncEngine, report: Report) -> Transfer:
    rows: dict[str, int] = {}
    async with _locked(old) as source, _locked(new) as target:
        await _expect_no_rows(target)
        for table in metadata.sorted_tables:
            rows[table.name] = await _copy(table, source, target, report)
            if target.dialect.name == "postgresql":
                # Without statistics, the first queries could take the wrong index.
                await target.exec_driver_sql(f"ANALYZE {table.name}")
        for table in metadata.sorted_tables:
            await _compare(table, source, target, report)
    return Transfer(where(old), where(new), rows)


async def _copy(
    table: sa.Table, source: AsyncConnection, target: AsyncConnection, report: Report
) -> int:
    count = 0
    written = ExactTable(table, target.dialect)
    async with aclosing(ExactTable(table, source.dialect).read(source)) as batches:
        async for batch in batches:
            await written.write(target, batch)
            count += len(batch)
            report("copying", table.name, count)
    await never_reuse(target, table, await last_id(source, table))
    return count


async def _compare(
    table: sa.Table, source: AsyncConnection, target: AsyncConnection, report: Report
) -> None:
    """Raise :class:`CopyDiffers` if a table of the target is not the same as the source's."""
    count, nothing = 0, list[Row]()
    original, copy = ExactTable(table, source.dialect), ExactTable(table, target.dialect)
    async with aclosing(original.read(source)) as theirs, aclosing(copy.read(target)) as ours:
        async for batch in theirs:
            copied = await anext(ours, nothing)
            if batch != copied:
                pairs = zip_longest(batch, copied)
                row, other = next(pair for pair in pairs if pair[0] != pair[1])
                raise _differs(table, original.key(row or other))
            count += len(batch)
            report("checking", table.name, count)
        for row in await anext(ours, nothing):
            raise _differs(table, copy.key(row))
    if await last_id(target, table) != await last_id(source, table):
        raise CopyDiffers(f"The copy of {table.name} would count ids from another number.")


def _differs(table: sa.Table, key: tuple[object, ...]) -> CopyDiffers:
    names = ", ".join(column.name for column in table.primary_key)
    values = ", ".join(map(str, key))
    return CopyDiffers(f"The copy of {table.name} differs at {names} = {values}.")


@asynccontextmanager
async def _engine(url: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(url)
    try:
        yield engine
    finally:
        await engine.dispose()


@asynccontextmanager
async def _locked(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a transaction during which nobody else writes to the tables; raise if a bot runs."""
    with faults_of(where(engine)):
        async with migrating(engine) as slow, slow.begin() as connection:  # SQLite: locks the file
            await _expect_unused(connection)
            if engine.dialect.name == "postgresql":
                # The limits that docs/operating.md recommends are for a running bot.
                for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                    await connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
                tables = ", ".join(metadata.tables)
                await connection.exec_driver_sql(f"LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE")
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


async def _expect_schemas(old: AsyncEngine, new: AsyncEngine) -> None:
    """Raise :class:`StoreFault` unless the source has tables, the target no rows, and no bot runs.

    Both databases are as before.
    """
    for engine in (old, new):
        schema = await check(engine)
        if schema.state is SchemaState.NEWER:
            raise StoreTooNew(f"{where(engine)} was made by a newer Boneyard; update this first.")
        if engine is old and schema.state is SchemaState.EMPTY:
            raise StoreFault(f"{where(old)} has no tables, so there is nothing to move.")
        with faults_of(where(engine)):
            async with reading(engine).connect() as connection:
                await _expect_unused(connection)
                if engine is new:
                    await _expect_no_rows(connection)


async def _expect_unused(connection: AsyncConnection) -> None:
    """Raise :class:`StoreFault` if a bot runs on PostgreSQL; SQLite's file is claimed instead."""
    if connection.dialect.name == "postgresql" and await connection.scalar(sa.text(_IS_HELD)):
        raise StoreFault(f"A Boneyard is running on {where(connection.engine)}; stop it first.")


async def _expect_no_rows(target: AsyncConnection) -> None:
    existing = await target.run_sync(lambda connection: sa.inspect(connection).get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in existing:
            continue
        if await target.scalar(sa.select(sa.exists(sa.select(sa.text("1")).select_from(table)))):
            raise StoreFault(
                f"{where(target.engine)} has rows in {table.name} already; "
                "give the address of an empty database."
            )
