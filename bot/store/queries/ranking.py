"""Rankings: the standings of a span, from the first to the last."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import UserId
from bot.model.scores import Measure, RankingQuery, RankingRow
from bot.scores.rating import Rating
from bot.scores.span import WEEK, Span, month_of
from bot.store.queries.score_writes import EVERYWHERE
from bot.store.tables.scores import ratings, standings
from bot.store.transactions import QueryBase, reads, writes

LOWEST = -1_000_000
"""Below every rating that is shown; as a bound it keeps missing ratings out of the index scan."""
FORGOTTEN_AT_ONCE = 500
"""The most standings that one transaction deletes, so that others can write as well."""


class RankQueries(QueryBase):
    @reads
    def ranking_rows(
        self, db: Connection, board: RankingQuery, at: datetime, limit: int
    ) -> tuple[RankingRow, ...]:
        measure = standings.c[board.measure.value]
        query = (
            sa.select(standings)
            .where(*_on(board, at))
            .order_by(
                measure.desc(),
                standings.c.wins.desc(),
                standings.c.points.desc(),
                standings.c.matches,
                standings.c.user_id,
            )
            .limit(limit)
        )
        found = db.execute(query).all()
        values = [getattr(row, board.measure.value) for row in found]
        return tuple(_leader(row, values.index(values[at]) + 1) for at, row in enumerate(found))

    @reads
    def ranking_row(
        self, db: Connection, board: RankingQuery, at: datetime, user_id: UserId
    ) -> RankingRow | None:
        measure = standings.c[board.measure.value]
        own = sa.select(standings).where(*_on(board, at), standings.c.user_id == user_id)
        row = db.execute(own).one_or_none()
        if row is None:
            return None
        better = sa.select(sa.func.count()).where(
            *_on(board, at), measure > getattr(row, board.measure.value)
        )
        return _leader(row, (db.scalar(better) or 0) + 1)

    async def forget_spans(self, at: datetime) -> None:
        """Delete rankings of weeks and months that nobody can ask for any more.

        Those of the span that contains ``at`` and of the one before it are kept. Rows are deleted
        in portions, each a transaction; if the process dies, the next call deletes the rest.
        """
        month = Span.MONTH.key(month_of(at) - timedelta(days=1))
        week = Span.WEEK.key(at - WEEK)
        for span in await self._spans():
            # Keep what begins after ``at``: the machine's clock may be wrong for a while.
            past = span != Span.ALL.key(at) and span < (week if "W" in span else month)
            while past and await self._forget(span):
                pass

    @reads
    def _spans(self, db: Connection) -> Collection[str]:
        """Return the spans that have standings, each looked up from the one before it."""
        spans = []
        query = sa.select(sa.func.min(standings.c.span))
        span = db.scalar(query)
        while span is not None:
            spans.append(span)
            span = db.scalar(query.where(standings.c.span > span))
        return spans

    @writes
    def _forget(self, db: Connection, span: str) -> bool:
        key = sa.tuple_(*standings.primary_key)
        some = sa.select(*standings.primary_key).where(standings.c.span == span)
        dropped = db.execute(standings.delete().where(key.in_(some.limit(FORGOTTEN_AT_ONCE))))
        return dropped.rowcount > 0

    @reads
    def ratings_of(self, db: Connection, user_id: UserId) -> Mapping[str, Rating]:
        query = sa.select(ratings).where(ratings.c.user_id == user_id)
        return {row.game: Rating(row.mu, row.sigma, row.matches) for row in db.execute(query)}


def _on(board: RankingQuery, at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    measure = standings.c[board.measure.value]
    here = EVERYWHERE if board.guild_id is None else board.guild_id
    rows = (
        standings.c.span == board.span.key(at),
        standings.c.guild_id == here,
        standings.c.game == board.game,
        # Compared with a value, so that the index is used.
        standings.c.listed == sa.true(),
    )
    rated = board.measure is Measure.RATING and board.span is Span.ALL
    return (*rows, measure > (LOWEST if rated else 0))


def _leader(row: sa.Row[Any], place: int) -> RankingRow:
    return RankingRow(place, row.user_id, row.matches, row.wins, row.points, row.rating or 0)
