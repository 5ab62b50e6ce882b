"""Alarms: the times at which a match needs attention though nobody does anything."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from bot.model.calls import Reminder
from bot.model.deadlines import Agenda
from bot.model.match import MatchId
from bot.model.overview import Alarm
from bot.model.shards import Shards
from bot.store import rows, statements
from bot.store.tables.matches import IS_OPEN, matches, reminders
from bot.store.transactions import QueryBase


class ClockQueries(QueryBase):
    """The part of the store that keeps agendas and alarms."""

    async def plan(
        self,
        match_id: MatchId,
        revision: int,
        agenda: Agenda,
        *,
        shown: bool = False,
        reminded: Collection[Reminder] = (),
    ) -> None:
        planned = rows.planned(agenda)
        due = [
            {"match_id": match_id, "user_id": each.user_id, "ply": each.ply, "claimed_at": None}
            for each in reminded
        ]
        async with self._write() as connection:
            await statements.change(connection, match_id, revision, IS_OPEN, shown=shown, **planned)
            await statements.plan(connection, match_id, agenda)
            await statements.upsert(connection, reminders, due, ("ply", "claimed_at"))

    async def alarms(
        self, until: datetime, limit: int, shards: Shards, besides: Collection[MatchId] = ()
    ) -> tuple[Alarm, ...]:
        query = (
            sa.select(matches.c.id, matches.c.guild_id)
            .where(IS_OPEN, matches.c.wakes_at <= until, matches.c.id.not_in(besides))
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at, matches.c.id)
            .limit(limit)
        )
        async with self._read() as connection:
            return tuple(Alarm(*row) for row in await connection.execute(query))

    async def next_alarm(
        self, shards: Shards, besides: Collection[MatchId] = ()
    ) -> datetime | None:
        query = (
            sa.select(matches.c.wakes_at)
            .where(IS_OPEN, matches.c.wakes_at.is_not(None), matches.c.id.not_in(besides))
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at)
            .limit(1)
        )
        async with self._read() as connection:
            first: datetime | None = await connection.scalar(query)
            return first

    async def postpone(self, match_id: MatchId, until: datetime) -> None:
        early = matches.c.wakes_at < until
        later = (
            matches.update()
            .where(matches.c.id == match_id, IS_OPEN, early)
            .values(wakes_at=until, revision=matches.c.revision + 1)
        )
        async with self._write() as connection:
            await connection.execute(later)
