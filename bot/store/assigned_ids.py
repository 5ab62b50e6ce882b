"""The ids that a database has assigned, including those of rows that were deleted."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection


async def last_id(connection: AsyncConnection, table: sa.Table) -> int:
    """Return the highest id that a table's rows have had; 0 if it assigns none, or none yet."""
    column = table.autoincrement_column
    if column is None:
        return 0
    highest = await connection.scalar(sa.select(sa.func.max(column))) or 0
    return max(highest, await _last_assigned(connection, column))


async def never_reuse(connection: AsyncConnection, table: sa.Table, last: int) -> None:
    """Make a table assign only ids above ``last``, in the transaction of the connection."""
    column = table.autoincrement_column
    if column is None or last == 0:
        return
    if connection.dialect.name == "postgresql":
        sequence = await _sequence(connection, column)
        # Unlike setval(), this is undone if the transaction is rolled back.
        await connection.exec_driver_sql(f"ALTER SEQUENCE {sequence} RESTART WITH {last + 1}")
        return
    named, values = {"name": table.name}, {"name": table.name, "last": last}
    await connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), named)
    await connection.execute(
        sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values
    )


async def _last_assigned(connection: AsyncConnection, column: sa.Column[Any]) -> int:
    if connection.dialect.name == "postgresql":
        sequence = await _sequence(connection, column)
        query = (
            f"SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM {sequence}"  # noqa: S608
        )
        return int(await connection.scalar(sa.text(query)) or 0)
    # Only tables with AUTOINCREMENT are listed there; the others reuse the ids of deleted rows.
    query = "SELECT seq FROM sqlite_sequence WHERE name = :name"
    return int(await connection.scalar(sa.text(query), {"name": column.table.name}) or 0)


async def _sequence(connection: AsyncConnection, column: sa.Column[Any]) -> str:
    """Return the name of the sequence behind a column, quoted where needed."""
    names = {"table": column.table.name, "column": column.name}
    query = "SELECT pg_get_serial_sequence(:table, :column)"
    return str(await connection.scalar(sa.text(query), names))
