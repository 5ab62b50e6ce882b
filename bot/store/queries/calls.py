"""Calls: players who are reminded, people who watch a match, and people invited to a lobby."""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.calls import Invitation, Occasion, Reminder, Watcher, WatchReminders
from bot.model.match import MatchId, Stage, UserId
from bot.model.shards import Shards
from bot.service.ports.faults import Conflict, InvitationLimit, WatcherLimit
from bot.store import statements
from bot.store.statements import THIS
from bot.store.tables.columns import UtcDateTime
from bot.store.tables.matches import (
    IS_LOBBY,
    IS_OPEN,
    invitations,
    log,
    matches,
    reminders,
    watchers,
)
from bot.store.transactions import QueryBase, reads, writes

_MAY_CALL = sa.select(
    sa.or_(
        sa.exists().where(watchers.c.match_id == THIS),
        sa.exists().where(invitations.c.match_id == THIS, ~invitations.c.done),
        sa.exists().where(reminders.c.match_id == THIS),
    )
)
"""Built once, since it is executed whenever a table was shown."""


class CallQueries(QueryBase):
    @reads
    def reminders(self, db: Connection, match_id: MatchId) -> tuple[Reminder, ...]:
        query = reminders.select().where(reminders.c.match_id == match_id)
        return tuple(
            Reminder(row.user_id, row.ply, row.claimed_at)
            for row in db.execute(query.order_by(reminders.c.user_id))
        )

    @reads
    def watchers(self, db: Connection, match_id: MatchId) -> tuple[Watcher, ...]:
        query = (
            watchers.select().where(watchers.c.match_id == match_id).order_by(watchers.c.user_id)
        )
        return tuple(
            Watcher(
                row.user_id, WatchReminders(row.goes_on, row.ends), row.told_ply, row.claimed_at
            )
            for row in db.execute(query)
        )

    @writes
    def watch(
        self,
        db: Connection,
        match_id: MatchId,
        user_id: UserId,
        reminders: WatchReminders,
        ply: int,
        *,
        most: int,
    ) -> None:
        values = {
            "goes_on": reminders.goes_on,
            "ends": reminders.ends,
            "told_ply": ply,
            "claimed_at": None,
        }
        row = {"match_id": match_id, "user_id": user_id, **values}
        count = sa.select(sa.func.count()).where(watchers.c.match_id == match_id)
        _lock(db, match_id, Stage.RUNNING)
        statements.upsert(db, watchers, [row], tuple(values))
        if (db.scalar(count) or 0) > most:
            raise WatcherLimit

    @writes
    def stop_watching(self, db: Connection, match_id: MatchId, users: Collection[UserId]) -> None:
        db.execute(watchers.delete().where(*_of(watchers, match_id, users)))

    @reads
    def move_times(self, db: Connection, match_id: MatchId, since: int) -> tuple[datetime, ...]:
        query = (
            sa.select(log.c.at)
            .where(log.c.match_id == match_id, log.c.ply >= since)
            .order_by(log.c.ply)
        )
        return tuple(db.scalars(query))

    @writes
    def invite(
        self,
        db: Connection,
        match_id: MatchId,
        invited_by: UserId,
        users: Sequence[UserId],
        at: datetime,
        *,
        since: datetime,
        most: int,
    ) -> frozenset[UserId]:
        new = [
            {
                "match_id": match_id,
                "user_id": user,
                "invited_by": invited_by,
                "at": at,
                "claimed_at": None,
                "done": False,
            }
            for user in users
        ]
        lobbies = sa.select(matches.c.id).where(IS_OPEN, IS_LOBBY)
        outdated = invitations.delete().where(
            invitations.c.at < since, invitations.c.match_id.not_in(lobbies)
        )
        lately = sa.select(sa.func.count()).where(
            invitations.c.invited_by == invited_by, invitations.c.at >= since
        )
        _lock(db, match_id, Stage.LOBBY)
        statements.lock_person(db, invited_by)
        db.execute(outdated)
        keys = statements.insert_new(db, invitations, new)
        count = db.scalar(lately) or 0
        if count > most:
            raise InvitationLimit(left=most - count + len(keys))
        return frozenset(key.user_id for key in keys)

    @reads
    def may_call(self, db: Connection, match_id: MatchId) -> bool:
        return bool(db.scalar(_MAY_CALL, {"this": match_id}))

    @reads
    def invitations(self, db: Connection, match_id: MatchId) -> tuple[Invitation, ...]:
        query = (
            invitations.select()
            .where(invitations.c.match_id == match_id, ~invitations.c.done)
            .order_by(invitations.c.at, invitations.c.user_id)
        )
        return tuple(
            Invitation(row.user_id, row.invited_by, row.claimed_at) for row in db.execute(query)
        )

    @reads
    def matches_to_call(self, db: Connection, shards: Shards) -> tuple[MatchId, ...]:
        on_these = statements.on_shards(matches.c.guild_id, shards)
        watched = (
            sa.select(watchers.c.match_id)
            .join(matches)
            .where(
                sa.or_(
                    matches.c.stage.in_((Stage.OVER, Stage.CLOSED)),
                    sa.and_(watchers.c.goes_on, watchers.c.told_ply < matches.c.ply),
                ),
                *on_these,
            )
        )
        invited = (
            sa.select(invitations.c.match_id)
            .join(matches)
            .where(~invitations.c.done, IS_LOBBY, *on_these)
        )
        reminded = sa.select(reminders.c.match_id).join(matches).where(*on_these)
        return tuple(sorted(db.scalars(sa.union(watched, invited, reminded))))

    @writes
    def claim_calls(
        self,
        db: Connection,
        match_id: MatchId,
        occasion: Occasion,
        users: Collection[UserId],
        *,
        before: datetime | None,
        after: datetime | None,
        ply: int,
    ) -> frozenset[UserId]:
        table = _TABLES[occasion]
        these = (
            *_of(table, match_id, users),
            table.c.claimed_at.is_not_distinct_from(sa.bindparam("before", before, UtcDateTime)),
        )
        claimed = table.update().where(*these).values(claimed_at=after)
        if table is watchers:
            claimed = claimed.where(watchers.c.told_ply <= ply).values(told_ply=ply)
        elif table is reminders:
            claimed = claimed.where(reminders.c.ply == ply)
        return frozenset(db.scalars(claimed.returning(table.c.user_id)))

    @writes
    def settle_calls(
        self,
        db: Connection,
        match_id: MatchId,
        occasion: Occasion,
        users: Collection[UserId],
        ply: int,
    ) -> None:
        table = _TABLES[occasion]
        these = _of(table, match_id, users)
        update = table.update().where(*these)
        match occasion:
            case Occasion.INVITED:
                db.execute(update.values(claimed_at=None, done=True))
            case Occasion.GOES_ON:
                told = statements.larger(watchers.c.told_ply, ply)
                db.execute(update.values(claimed_at=None, told_ply=told))
            case Occasion.REMINDED:
                db.execute(statements.reminders_given(match_id, users, ply))
            case Occasion.ENDED:
                db.execute(table.delete().where(*these))


def _lock(db: Connection, match_id: MatchId, stage: Stage) -> None:
    """Keep a match at its stage until the transaction ends; others who lock it wait.

    Raises :class:`Conflict` if it is not at that stage.
    """
    there = sa.select(matches.c.id).where(matches.c.id == match_id, matches.c.stage == stage)
    if not db.execute(there.with_for_update(key_share=True)).first():
        raise Conflict


_TABLES = {
    Occasion.INVITED: invitations,
    Occasion.REMINDED: reminders,
    Occasion.GOES_ON: watchers,
    Occasion.ENDED: watchers,
}


def _of(
    table: sa.Table, match_id: MatchId, users: Collection[UserId]
) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.match_id == match_id, table.c.user_id.in_(users)
