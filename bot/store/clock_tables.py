"""The clock: when something is to be done for a match though nobody does anything."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from bot.service.ports import Agenda, MatchId
from bot.store import rows, statements
from bot.store.connected import Connected
from bot.store.tables import IS_OPEN, matches
from bot.store.transactions import to_the_end


class ClockTables(Connected):
    """The part of the store that knows of alarms."""

    @to_the_end
    async def plan(
        self, match_id: MatchId, version: int, agenda: Agenda, *, shown: bool = False
    ) -> None:
        """Replace the agenda of an open match of ``version``; raises :class:`Conflict`.

        With ``shown`` the version goes up by one, so that the table tells of it.
        """
        planned = (
            matches.update()
            .where(matches.c.id == match_id, matches.c.version == version, IS_OPEN)
            .values(version=version + shown, **rows.planned(agenda))
        )
        async with self._write() as connection:
            statements.expect_one(await connection.execute(planned))
            await statements.plan(connection, match_id, agenda.clocks)

    @to_the_end
    async def alarms(self, until: datetime, limit: int) -> tuple[MatchId, ...]:
        """Open matches for which something was to be done by ``until``, in order."""
        query = (
            sa.select(matches.c.id)
            .where(IS_OPEN, matches.c.wakes_at <= until)
            .order_by(matches.c.wakes_at, matches.c.id)
            .limit(limit)
        )
        async with self._read() as connection:
            return tuple(await connection.scalars(query))

    @to_the_end
    async def next_alarm(self) -> datetime | None:
        """When something is to be done for any match."""
        query = (
            sa.select(matches.c.wakes_at)
            .where(IS_OPEN, matches.c.wakes_at.is_not(None))
            .order_by(matches.c.wakes_at)
            .limit(1)
        )
        async with self._read() as connection:
            first: datetime | None = await connection.scalar(query)
            return first

    @to_the_end
    async def postpone(self, match_id: MatchId, until: datetime) -> None:
        """See to an open match later: it could not be seen to now."""
        early = matches.c.wakes_at < until
        later = (
            matches.update().where(matches.c.id == match_id, IS_OPEN, early).values(wakes_at=until)
        )
        async with self._write() as connection:
            await connection.execute(later)
