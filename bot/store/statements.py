"""Statements that the store's transactions are made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.ports import Awaits, Conflict, Match, MatchId, Occupant, Stage
from bot.store import rows
from bot.store.tables import matches, seats

_MATCHES = (
    sa.select(matches, *(column for column in seats.c if column is not seats.c.match_id))
    .outerjoin_from(matches, seats)
    .order_by(matches.c.id, seats.c.seat)
)


async def matches_where(
    connection: AsyncConnection, *where: ColumnElement[bool] | TextClause
) -> tuple[Match, ...]:
    """Matches and their seats in one query, so that both are of the same moment."""
    return rows.matches_in((await connection.execute(_MATCHES.where(*where))).all())


async def change(
    connection: AsyncConnection,
    match_id: MatchId,
    *expected: ColumnElement[bool] | TextClause,
    **values: object,
) -> None:
    """Make the next version of a match that is as ``expected``; raises :class:`Conflict`."""
    changed = (
        matches.update()
        .where(matches.c.id == match_id, *expected)
        .values(version=matches.c.version + 1, **values)
    )
    expect_one(await connection.execute(changed))


def closed(at: datetime) -> rows.Values:
    """What is written of a match that was given up."""
    return {"stage": Stage.CLOSED, "awaits": Awaits.NOBODY, "ended_at": at}


async def seat_all(
    connection: AsyncConnection, match_id: MatchId, occupants: Sequence[Occupant]
) -> None:
    """Seat these and nobody else."""
    await connection.execute(seats.delete().where(seats.c.match_id == match_id))
    await insert(connection, seats, rows.seated(match_id, occupants))


async def insert(
    connection: AsyncConnection, table: sa.Table, values: Sequence[rows.Values]
) -> None:
    """Rows, if there are any."""
    if values:
        await connection.execute(table.insert(), values)


def expect_one(changed: sa.CursorResult[Any]) -> None:
    """Raise :class:`Conflict` unless a statement has changed just one row."""
    if changed.rowcount != 1:
        raise Conflict


def larger(column: sa.Column[int], value: int) -> ColumnElement[int]:
    """The column's value, or ``value`` where that is larger."""
    return sa.case((column < value, value), else_=column)
