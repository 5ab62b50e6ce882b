"""Alarms: the times at which a match needs attention though nobody does anything."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.calls import Reminder
from bot.model.deadlines import Agenda
from bot.model.match import MatchId
from bot.model.overview import Alarm
from bot.model.plans import PlanChanges
from bot.model.shards import Shards
from bot.store import rows, statements
from bot.store.tables.matches import IS_OPEN, matches, reminders
from bot.store.transactions import QueryBase, reads, writes

_PLANNED = {shown: statements.changing(IS_OPEN, shown=shown) for shown in (False, True)}
"""By whether the plan changes what is shown."""


class ClockQueries(QueryBase):
    @writes
    def plan(
        self,
        db: Connection,
        match_id: MatchId,
        revision: int,
        agenda: Agenda,
        *,
        shown: bool = False,
        reminded: Collection[Reminder] = (),
        plans: PlanChanges = (),
    ) -> None:
        planned = rows.planned(agenda)
        due = [
            {"match_id": match_id, "user_id": each.user_id, "ply": each.ply, "claimed_at": None}
            for each in reminded
        ]
        statements.change(db, _PLANNED[shown], match_id, revision, **planned)
        statements.plan(db, match_id, agenda, plans)
        statements.upsert(db, reminders, due, ("ply", "claimed_at"))

    @reads
    def alarms(
        self,
        db: Connection,
        until: datetime,
        limit: int,
        shards: Shards,
        besides: Collection[MatchId] = (),
    ) -> tuple[Alarm, ...]:
        query = (
            sa.select(matches.c.id, matches.c.guild_id)
            .where(IS_OPEN, matches.c.wakes_at <= until, matches.c.id.not_in(besides))
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at, matches.c.id)
            .limit(limit)
        )
        return tuple(Alarm(*row) for row in db.execute(query))

    @reads
    def next_alarm(
        self, db: Connection, shards: Shards, besides: Collection[MatchId] = ()
    ) -> datetime | None:
        query = (
            sa.select(matches.c.wakes_at)
            .where(IS_OPEN, matches.c.wakes_at.is_not(None), matches.c.id.not_in(besides))
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at)
            .limit(1)
        )
        first: datetime | None = db.scalar(query)
        return first

    @writes
    def postpone(self, db: Connection, match_id: MatchId, until: datetime) -> None:
        early = matches.c.wakes_at < until
        later = (
            matches.update()
            .where(matches.c.id == match_id, IS_OPEN, early)
            .values(wakes_at=until, revision=matches.c.revision + 1)
        )
        db.execute(later)
