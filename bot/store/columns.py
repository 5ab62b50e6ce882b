"""Kinds of columns: moments, words, numbers, the match that a row is about."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey

EnumT = TypeVar("EnumT", bound=Enum)


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A moment, aware and in UTC on the way in and on the way out."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """In UTC; SQLite, which keeps text, gets it without the offset."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} does not say in which time zone it is")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Aware, in UTC."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def word(kind: type[EnumT], name: str, *, length: int = 8, checked: bool = False) -> sa.Enum:
    """One of an enum's values as a short word.

    The database has it ``checked`` in columns that its table was made with: SQLite takes no
    constraint afterwards.
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
    """Which match a row is about; it goes with the match."""
    return Column(
        "match_id",
        sa.BigInteger,
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


def number(name: str, *, start: int | None = None) -> Column[int]:
    """A whole number; with ``start`` what a new row begins with."""
    return Column(name, sa.Integer, nullable=False, default=start)
