"""Rows and ids exactly as a database has them, so that another kind of database can get the same.

Words and JSON are read and written as text. Decoded, a JSON ``null`` would look like no value, and
numbers could be spelt differently.
"""

from collections.abc import Generator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from bot.service.ports.faults import StoreFault
from bot.store.database import where
from bot.store.faults import faults_of, is_of_a_value

BATCH = 2_000
"""The number of rows that are held in memory at a time."""
Row = Sequence[Any]
Key = tuple[Any, ...]


class ExactTable:
    """Reads and writes all rows of one table on one kind of database."""

    def __init__(self, table: sa.Table, dialect: sa.Dialect) -> None:
        columns = [sa.column(each.name, _type(each, dialect)) for each in table.columns]
        self.name = table.name
        self._table = sa.table(table.name, *columns)
        self._key = [self._table.c[each.name] for each in table.primary_key]
        # PostgreSQL may sort text by the rules of a language, but SQLite sorts it by its bytes.
        bytewise = dialect.name == "postgresql"
        self._order: list[sa.ColumnElement[Any]] = [
            sa.collate(each, "C") if bytewise and isinstance(each.type, sa.String) else each
            for each in self._key
        ]

    def key(self, row: Row) -> Key:
        names = list(self._table.c.keys())
        return tuple(row[names.index(each.name)] for each in self._key)

    def read(self, connection: sa.Connection) -> Generator[list[Row]]:
        """Yield all rows in batches, in the order of the primary key.

        Raises :class:`StoreFault` at a value that no column of its type has.
        """
        place, key = where(connection.engine), "none"
        query = sa.select(self._table).order_by(*self._order)
        try:
            with faults_of(place):
                found = connection.execute(query, execution_options={"yield_per": BATCH})
                for batch in found.partitions(BATCH):
                    rows: list[Row] = [tuple(row) for row in batch]
                    yield rows
                    key = str(self.key(rows[-1]))
        except (LookupError, TypeError, ValueError):  # their messages quote the value
            raise StoreFault(
                f"{place} has a row in {self.name} that can't be read; "
                f"the key of the last row before it and others: {key}."
            ) from None

    def write(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        """Insert rows; raise :class:`StoreFault` if the database does not accept one of them."""
        names = list(self._table.c.keys())
        values = [dict(zip(names, row, strict=True)) for row in rows]
        with faults_of(where(connection.engine)):
            try:
                connection.execute(sa.insert(self._table), values)
            except DBAPIError as error:  # its message may quote a value
                if not is_of_a_value(error):
                    raise
                raise StoreFault(
                    f"{where(connection.engine)} doesn't accept a row of {self.name} with a key "
                    f"from {self.key(rows[0])} to {self.key(rows[-1])}."
                ) from None


class _JsonText(sa.TypeDecorator[str]):
    """PostgreSQL's JSON, read and written as its text."""

    impl = sa.Text
    cache_ok = True

    def bind_expression(self, bindparam: sa.BindParameter[str]) -> sa.ColumnElement[Any]:
        return sa.cast(bindparam, sa.JSON)

    def column_expression(self, column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
        return sa.cast(column, sa.Text)


def _type(column: sa.Column[Any], dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
    if isinstance(column.type, sa.JSON):
        return _JsonText() if dialect.name == "postgresql" else sa.Text()
    return sa.String() if isinstance(column.type, sa.Enum) else column.type


def last_id(connection: sa.Connection, table: sa.Table) -> int:
    """Return the highest id that a table's rows have had; 0 if it assigns none, or none yet."""
    column = table.autoincrement_column
    if column is None:
        return 0
    highest = connection.scalar(sa.select(sa.func.max(column))) or 0
    return max(highest, _last_assigned(connection, column))


def never_reuse(connection: sa.Connection, table: sa.Table, last: int) -> None:
    """Make a table assign only ids above ``last``, in the transaction of the connection."""
    column = table.autoincrement_column
    if column is None or last == 0:
        return
    if connection.dialect.name == "postgresql":
        sequence = _sequence(connection, column)
        # Unlike setval(), this is undone if the transaction is rolled back.
        connection.exec_driver_sql(f"ALTER SEQUENCE {sequence} RESTART WITH {last + 1}")
        return
    named, values = {"name": table.name}, {"name": table.name, "last": last}
    connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), named)
    connection.execute(
        sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values
    )


def _last_assigned(connection: sa.Connection, column: sa.Column[Any]) -> int:
    if connection.dialect.name == "postgresql":
        sequence = _sequence(connection, column)
        query = (
            f"SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM {sequence}"  # noqa: S608
        )
        return int(connection.scalar(sa.text(query)) or 0)
    # Only tables with AUTOINCREMENT are listed there; the others reuse the ids of deleted rows.
    query = "SELECT seq FROM sqlite_sequence WHERE name = :name"
    return int(connection.scalar(sa.text(query), {"name": column.table.name}) or 0)


def _sequence(connection: sa.Connection, column: sa.Column[Any]) -> str:
    names = {"table": column.table.name, "column": column.name}
    query = "SELECT pg_get_serial_sequence(:table, :column)"
    return str(connection.scalar(sa.text(query), names))
