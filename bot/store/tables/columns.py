"""What tables are made of: kinds of columns, names of constraints, indexes of some of the rows."""

from datetime import UTC, datetime
from enum import Enum
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Index, MetaData

EnumT = TypeVar("EnumT", bound=Enum)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A moment, aware and in UTC both when written and when read."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} does not say in which time zone it is")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def word(kind: type[EnumT], name: str, *, length: int = 8, checked: bool = False) -> sa.Enum:
    """Return a type that stores an enum's values as short words.

    Only a column that its table was created with can be ``checked``: SQLite adds no constraints.
    """
    return sa.Enum(
        kind,
        name=name,
        length=length,
        native_enum=False,
        create_constraint=checked,
        values_callable=lambda words: [word.value for word in words],
    )


def match_id() -> Column[int]:
    return Column(
        "match_id",
        sa.BigInteger,
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


def number(name: str, *, start: int | None = None) -> Column[int]:
    """Make a column for a whole number; ``start`` is the value of a new row."""
    return Column(name, sa.Integer, nullable=False, default=start)


def partial_index(name: str, *keys: Column[Any], only: sa.TextClause, unique: bool = False) -> None:
    Index(name, *keys, unique=unique, sqlite_where=only, postgresql_where=only)
