"""What is known of a person: told, and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.ports import Conflict, Erasure, MatchId, UserId
from bot.store.connected import Connected
from bot.store.tables import (
    IS_OPEN,
    achievements,
    holidays,
    matches,
    messages,
    people,
    ratings,
    results,
    seats,
    standings,
)
from bot.store.transactions import to_the_end

NOBODY = 0
"""Stands where a person stood whose data was deleted and a column wants somebody."""
_OWN = (people, holidays, ratings, standings, achievements)
"""Tables in which a row is about one person and nobody else."""


class PrivacyTables(Connected):
    """The part of the store that answers for what it knows of a person."""

    @to_the_end
    async def everything_about(self, user_id: UserId) -> Mapping[str, Any]:
        """Every row that names somebody, by table; values that JSON can spell."""
        async with self._read() as connection:
            return {
                table.name: [
                    {name: _plain(value) for name, value in row.items()}
                    for row in (
                        await connection.execute(table.select().where(table.c.user_id == user_id))
                    ).mappings()
                ]
                for table in (*_OWN, seats, results, messages)
            }

    @to_the_end
    async def erase(self, user_id: UserId, at: datetime) -> tuple[Erasure, tuple[MatchId, ...]]:
        """Delete all that names somebody, in one transaction."""
        del at
        sits = sa.or_(seats.c.user_id == user_id, seats.c.left_by == user_id)
        async with self._write() as connection:
            query = sa.select(seats.c.match_id).where(sits)
            theirs = set(await connection.scalars(query))
            still_open = sa.select(matches.c.id).join(seats).where(IS_OPEN)
            if (await connection.execute(still_open.where(seats.c.user_id == user_id))).first():
                raise Conflict
            alone = {each for each in theirs if not await _others(connection, each, user_id)}
            await connection.execute(matches.delete().where(matches.c.id.in_(alone)))
            for table in (*_OWN, messages):
                await connection.execute(table.delete().where(table.c.user_id == user_id))
            for table, column in (
                (seats, seats.c.user_id),
                (seats, seats.c.left_by),
                (results, results.c.user_id),
            ):
                nameless = table.update().where(column == user_id).values({column: None})
                await connection.execute(nameless)
            hosted = matches.update().where(matches.c.host_id == user_id)
            await connection.execute(hosted.values(host_id=NOBODY))
        shared = tuple(sorted(theirs - alone))
        return Erasure(len(alone), len(shared)), shared


async def _others(connection: AsyncConnection, match_id: MatchId, user_id: UserId) -> bool:
    """Whether anybody else has sat in a match."""
    person = sa.func.coalesce(seats.c.user_id, seats.c.left_by)
    query = sa.select(seats.c.seat).where(
        seats.c.match_id == match_id, person.is_not(None), person != user_id
    )
    return (await connection.execute(query.limit(1))).first() is not None


def _plain(value: object) -> object:
    """As JSON spells it."""
    if isinstance(value, datetime):
        return value.isoformat()
    return getattr(value, "value", value)
