"""Deals of the day, and people's attempts at them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from bot.model.daily import VOID, Attempt, Deal, Distribution, LeagueOrder, Mark
from bot.model.match import UserId
from bot.scores.league import COUNTED, MATCHES
from bot.service.ports.faults import Conflict
from bot.store import statements
from bot.store.tables.daily import daily_attempts, daily_deals, daily_traces
from bot.store.tables.people import people
from bot.store.tables.scores import results
from bot.store.transactions import QueryBase, reads, writes

_ATTEMPT = sa.select(daily_attempts)


class DailyQueries(QueryBase):
    @reads
    def deal(self, db: Connection, day: date) -> Deal | None:
        return _deal(db, day)

    @reads
    def deals_until(self, db: Connection, day: date, most: int) -> tuple[tuple[date, str], ...]:
        deals = daily_deals.c
        query = sa.select(deals.day, deals.game).where(deals.day <= day)
        newest = query.order_by(deals.day.desc()).limit(most)
        return tuple((row.day, row.game) for row in db.execute(newest))

    @writes
    def keep_deal(self, db: Connection, deal: Deal) -> Deal:
        values = {
            "day": deal.day,
            "game": deal.game,
            "version": deal.version,
            "seats": deal.seats,
            "options": dict(deal.options),
            "secret": deal.secret,
            "par": [],
        }
        is_new = statements.insert_new(db, daily_deals, [values])
        return deal if is_new else _deal(db, deal.day) or deal

    @writes
    def void_deal(self, db: Connection, day: date) -> None:
        db.execute(daily_deals.update().where(daily_deals.c.day == day).values(version=VOID))

    @writes
    def add_par(self, db: Connection, day: date, scores: Sequence[int], known: int) -> None:
        """Add scores to a deal that has ``known``.

        The lock is that of writers; on PostgreSQL, the row's.
        """
        query = sa.select(daily_deals.c.par).where(daily_deals.c.day == day).with_for_update()
        par = db.scalar(query)
        if par is None or len(par) != known:
            raise Conflict
        changed = daily_deals.update().where(daily_deals.c.day == day)
        db.execute(changed.values(par=[*par, *scores]))

    @reads
    def deal_and_attempt(
        self, db: Connection, day: date, user_id: UserId
    ) -> tuple[Deal | None, Attempt | None]:
        return _deal(db, day), _attempt_of(db, day, user_id)

    @reads
    def attempt(self, db: Connection, day: date, user_id: UserId) -> Attempt | None:
        return _attempt_of(db, day, user_id)

    @writes
    def save_attempt(self, db: Connection, attempt: Attempt, at: datetime) -> None:
        made = len(attempt.moves)
        if made > 1:
            is_next = daily_attempts.c.made == made - 1
            changed = daily_attempts.update().where(*_is(attempt.day, attempt.user_id), is_next)
            statements.expect_one(db.execute(changed.values(_course(attempt))))
            return
        key = {"day": attempt.day, "user_id": attempt.user_id}
        begun = {"guild_id": attempt.guild_id, "began_at": at, "marks": ""}
        if not statements.insert_new(db, daily_attempts, [key | begun | _course(attempt)]):
            raise Conflict
        if _is_deleted(db, attempt.day, attempt.user_id):
            raise Conflict

    @reads
    def is_attempt_deleted(self, db: Connection, day: date, user_id: UserId) -> bool:
        return _is_deleted(db, day, user_id)

    @writes
    def reveal_deal(self, db: Connection, day: date) -> None:
        db.execute(daily_traces.delete().where(daily_traces.c.day == day))
        db.execute(daily_deals.update().where(daily_deals.c.day == day).values(revealed=True))

    @writes
    def remove_traces(self, db: Connection, until: date) -> None:
        db.execute(daily_traces.delete().where(daily_traces.c.day <= until))

    @writes
    def save_marks(self, db: Connection, day: date, user_id: UserId, marks: Sequence[Mark]) -> None:
        changed = daily_attempts.update().where(*_is(day, user_id))
        db.execute(changed.values(marks="".join(marks)))

    @reads
    def distribution(self, db: Connection, day: date) -> Distribution:
        score = daily_attempts.c.score
        query = (
            sa.select(score, sa.func.count().label("people")).where(*_counting(day)).group_by(score)
        )
        return Distribution({row.score: row.people for row in db.execute(query)})

    @reads
    def days_played(self, db: Connection, user_id: UserId) -> tuple[date, ...]:
        own = daily_attempts.c.user_id == user_id, daily_attempts.c.counts
        return tuple(db.scalars(sa.select(daily_attempts.c.day).where(*own)))

    @reads
    def void_days(self, db: Connection) -> frozenset[date]:
        deals = daily_deals.c
        return frozenset(db.scalars(sa.select(deals.day).where(deals.version == VOID)))

    @reads
    def best_attempts(
        self, db: Connection, guild_id: int, day: date, limit: int
    ) -> tuple[Attempt, ...]:
        here, listed = daily_attempts.c.guild_id == guild_id, _is_listed(daily_attempts.c.user_id)
        best = daily_attempts.c.score.desc(), daily_attempts.c.began_at, daily_attempts.c.user_id
        query = _ATTEMPT.where(here, *_counting(day), listed).order_by(*best).limit(limit)
        return tuple(map(_attempt, db.execute(query)))

    @reads
    def league_order(
        self,
        db: Connection,
        worth: Mapping[date, Mapping[int, int]],
        guild_id: int | None,
        newest: UserId,
        length: int,
    ) -> LeagueOrder:
        """Rank everybody in the database, so that it returns as many rows as there are totals."""
        totals = _league_totals(worth, guild_id)
        user, points = totals.c.user_id, totals.c.points
        nth = sa.func.row_number().over(order_by=(points.desc(), user))
        in_league = _in_league(user, guild_id, newest)
        ranked = sa.select(user, points, nth.label("nth")).where(*in_league).subquery()
        named = sa.case((ranked.c.nth <= length, ranked.c.user_id))
        query = (
            sa.select(named.label("named"), ranked.c.points, sa.func.count().label("people"))
            .group_by(named, ranked.c.points)
            .order_by(ranked.c.points.desc(), named)
        )
        people, first = Counter[int](), list[UserId]()
        for row in db.execute(query):
            people[row.points] += row.people
            if row.named is not None:
                first.append(row.named)
        return LeagueOrder(tuple(first), people)

    @reads
    def league_scores(
        self,
        db: Connection,
        days: Collection[date],
        guild_id: int | None,
        newest: UserId,
        users: Collection[UserId],
    ) -> Sequence[tuple[UserId, date, int]]:
        own = daily_attempts.c
        query = sa.select(own.user_id, own.day, own.score, own.guild_id)
        query = query.where(own.user_id.in_(users), own.day.in_(days), own.counts)
        found = db.execute(query.where(*_in_league(own.user_id, guild_id, newest)))
        # The server is no condition of the query, whose index SQLite would prefer.
        return [
            (row.user_id, row.day, row.score) for row in found if guild_id in {None, row.guild_id}
        ]


def _is_listed(user: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    return ~sa.exists().where(people.c.user_id == user, ~people.c.listed)


def _in_league(
    user: sa.ColumnElement[int], guild_id: int | None, newest: UserId
) -> Iterator[sa.ColumnElement[bool]]:
    """Yield the conditions for somebody to be shown in the league of a server, or everywhere."""
    yield _is_listed(user)
    if guild_id is None:
        yield user <= newest
        finished = sa.select(results.c.match_id).where(
            results.c.user_id == user, results.c.ended_at.is_not(None), ~results.c.left_early
        )
        yield finished.offset(MATCHES - 1).exists()


def _league_totals(worth: Mapping[date, Mapping[int, int]], guild_id: int | None) -> sa.Subquery:
    """Return the sum of the best days of everybody."""
    columns = (sa.column("day", sa.Date), sa.column("score", sa.Integer))
    points = (
        sa.values(*columns, sa.column("points", sa.Integer), name="worth")
        .data(
            [(day, score, each) for day, scores in worth.items() for score, each in scores.items()]
        )
        .cte()
    )
    own = daily_attempts.c
    nth = sa.func.row_number().over(partition_by=own.user_id, order_by=points.c.points.desc())
    days = (
        sa.select(own.user_id, points.c.points, nth.label("nth"))
        .join(points, sa.and_(own.day == points.c.day, own.score == points.c.score))
        .where(own.day.in_([*worth]), own.counts)
    )
    if guild_id is not None:
        days = days.where(own.guild_id == guild_id)
    best = days.subquery()
    total = sa.func.sum(best.c.points).label("points")
    query = sa.select(best.c.user_id, total).where(best.c.nth <= COUNTED)
    return query.group_by(best.c.user_id).subquery()


def _is(day: date, user_id: UserId) -> tuple[sa.ColumnElement[bool], ...]:
    return daily_attempts.c.day == day, daily_attempts.c.user_id == user_id


def _counting(day: date) -> tuple[sa.ColumnElement[bool], ...]:
    return daily_attempts.c.day == day, daily_attempts.c.counts


def _course(attempt: Attempt) -> dict[str, Any]:
    """Return the columns that change with a move."""
    return {
        "moves": list(attempt.moves),
        "made": len(attempt.moves),
        "score": attempt.score,
        "counts": attempt.counts,
    }


def _deal(db: Connection, day: date) -> Deal | None:
    row = db.execute(sa.select(daily_deals).where(daily_deals.c.day == day)).one_or_none()
    if row is None:
        return None
    made = (row.day, row.game, row.version, row.seats, row.options, row.secret)
    return Deal(*made, tuple(row.par), row.revealed)


def leave_traces(db: Connection, user_id: UserId, days: Collection[date]) -> None:
    """Keep of a person's attempts, which are about to be deleted, that there was one."""
    attempts = daily_attempts.c
    begun = sa.select(attempts.day).where(attempts.user_id == user_id, attempts.day.in_(days))
    deals = [deal for day in db.scalars(begun).all() if (deal := _deal(db, day)) is not None]
    traces = [{"day": each.day, "trace": each.trace_of(user_id)} for each in deals]
    if traces:
        db.execute(daily_traces.insert(), traces)


def _is_deleted(db: Connection, day: date, user_id: UserId) -> bool:
    deal, traces = _deal(db, day), daily_traces.c
    if deal is None:
        return False
    is_theirs = traces.day == day, traces.trace == deal.trace_of(user_id)
    return db.execute(sa.select(traces.day).where(*is_theirs)).first() is not None


def _attempt_of(db: Connection, day: date, user_id: UserId) -> Attempt | None:
    row = db.execute(_ATTEMPT.where(*_is(day, user_id))).one_or_none()
    return None if row is None else _attempt(row)


def _attempt(row: Row[Any]) -> Attempt:
    return Attempt(
        day=row.day,
        user_id=row.user_id,
        moves=tuple(row.moves),
        guild_id=row.guild_id,
        score=row.score,
        counts=row.counts,
        marks=tuple(map(Mark, row.marks)),
    )
