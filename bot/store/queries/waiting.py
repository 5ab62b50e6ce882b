"""What waits for a person: their turns everywhere, and their digest."""

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.calls import Digest
from bot.model.match import MatchId, UserId
from bot.store.tables.columns import UtcDateTime
from bot.store.tables.matches import IS_OPEN, IS_RUNNING, clocks, log, matches, seats
from bot.store.tables.people import digests
from bot.store.transactions import QueryBase, reads, writes

_USER = sa.bindparam("user", type_=sa.BigInteger)
_OWN_CLOCK = sa.and_(clocks.c.match_id == seats.c.match_id, clocks.c.seat == seats.c.seat)
# What is executed for many moves is built once.
_WAITING = (
    sa.select(seats.c.match_id)
    .join_from(seats, matches)
    .join(clocks, _OWN_CLOCK)
    .where(seats.c.user_id == _USER, IS_OPEN, IS_RUNNING, clocks.c.kept_until.is_(None))
    .order_by(clocks.c.due_at.is_(None), clocks.c.due_at, seats.c.match_id)
)
_EXPECTED = (
    sa.select(sa.func.min(clocks.c.due_at, type_=UtcDateTime))
    .join_from(seats, matches)
    .join(clocks, clocks.c.match_id == matches.c.id)
    .where(seats.c.user_id == _USER, IS_OPEN, IS_RUNNING, clocks.c.kept_until.is_(None))
)


class WaitingQueries(QueryBase):
    @reads
    def waiting_for(self, db: Connection, user_id: UserId) -> tuple[MatchId, ...]:
        return tuple(db.scalars(_WAITING, {"user": user_id}))

    @reads
    def others_expected_by(self, db: Connection, user_id: UserId) -> datetime | None:
        expected: datetime | None = db.scalar(_EXPECTED, {"user": user_id})
        return expected

    @reads
    def last_moves(
        self, db: Connection, match_ids: Collection[MatchId]
    ) -> Mapping[MatchId, datetime]:
        last = sa.and_(log.c.match_id == matches.c.id, log.c.ply == matches.c.ply - 1)
        query = sa.select(log.c.match_id, log.c.at).join_from(matches, log, last)
        return {
            row.match_id: row.at for row in db.execute(query.where(matches.c.id.in_(match_ids)))
        }

    @reads
    def digests_due(self, db: Connection, until: datetime) -> tuple[Digest, ...]:
        due = digests.select().where(digests.c.due_at <= until)
        return tuple(Digest(*row) for row in db.execute(due.order_by(digests.c.due_at)))

    @reads
    def next_digest(self, db: Connection, after: datetime) -> datetime | None:
        later = sa.select(digests.c.due_at).where(digests.c.due_at > after)
        first: datetime | None = db.scalar(later.order_by(digests.c.due_at).limit(1))
        return first

    @writes
    def claim_digest(self, db: Connection, digest: Digest, at: datetime | None) -> bool:
        before = sa.bindparam("before", digest.claimed_at, UtcDateTime)
        unchanged = (*_this(digest), digests.c.claimed_at.is_not_distinct_from(before))
        return db.execute(digests.update().where(*unchanged).values(claimed_at=at)).rowcount == 1

    @writes
    def settle_digest(self, db: Connection, digest: Digest, due_at: datetime) -> None:
        settled = digests.update().where(*_this(digest))
        db.execute(settled.values(due_at=due_at, claimed_at=None))


def _this(digest: Digest) -> tuple[sa.ColumnElement[bool], ...]:
    return digests.c.user_id == digest.user_id, digests.c.due_at == digest.due_at
