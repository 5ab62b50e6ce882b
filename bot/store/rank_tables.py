"""Rankings: the standings of a span, from the first to the last."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.scores.span import WEEK, month_of
from bot.service.ports import Board, Leader, Measure, Rating, Span, UserId
from bot.store.connected import Connected
from bot.store.keeping import EVERYWHERE
from bot.store.tables import ratings, standings
from bot.store.transactions import to_the_end

LOWEST = -1_000_000
"""Below every rating that is shown. Who has none is below it as well, and the index ends there."""
FORGOTTEN_AT_ONCE = 500
"""Standings that one transaction drops: others want to write as well."""


class RankTables(Connected):
    """The part of the store that tells who is first."""

    @to_the_end
    async def leaders(self, board: Board, at: datetime, limit: int) -> tuple[Leader, ...]:
        """The first of a ranking, of the span that ``at`` lies in.

        Who does not want to be listed is left out, and so are provisional ratings, and of a
        week's or a month's rankings those who have not gained.
        """
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
        async with self._read() as connection:
            found = (await connection.execute(query)).all()
        values = [getattr(row, board.measure.value) for row in found]
        return tuple(_leader(row, values.index(values[at]) + 1) for at, row in enumerate(found))

    @to_the_end
    async def standing(self, board: Board, at: datetime, user_id: UserId) -> Leader | None:
        """Somebody's own line; ``None`` where they are not in the ranking."""
        measure = standings.c[board.measure.value]
        own = sa.select(standings).where(*_on(board, at), standings.c.user_id == user_id)
        async with self._read() as connection:
            row = (await connection.execute(own)).one_or_none()
            if row is None:
                return None
            better = sa.select(sa.func.count()).where(
                *_on(board, at), measure > getattr(row, board.measure.value)
            )
            return _leader(row, (await connection.scalar(better) or 0) + 1)

    async def forget_spans(self, at: datetime) -> None:
        """Drop rankings of weeks and months that nobody can ask for any more.

        Those of the span that ``at`` lies in and of the one before it stay. They go in portions,
        each a transaction: what is left when the process dies goes the next time.
        """
        month = Span.MONTH.key(month_of(at) - timedelta(days=1))
        week = Span.WEEK.key(at - WEEK)
        for span in await self._spans():
            # What begins after ``at`` stays: the machine's time may be wrong for a while.
            past = span != Span.ALL.key(at) and span < (week if "W" in span else month)
            while past and await self._forget(span):
                pass

    @to_the_end
    async def _spans(self) -> Collection[str]:
        """The spans there are standings of, each found by the one before it."""
        spans = []
        query = sa.select(sa.func.min(standings.c.span))
        async with self._read() as connection:
            span = await connection.scalar(query)
            while span is not None:
                spans.append(span)
                span = await connection.scalar(query.where(standings.c.span > span))
        return spans

    @to_the_end
    async def _forget(self, span: str) -> bool:
        """Drop some of a span's standings; tells whether there were any."""
        key = sa.tuple_(*standings.primary_key)
        some = sa.select(*standings.primary_key).where(standings.c.span == span)
        async with self._write() as connection:
            dropped = await connection.execute(
                standings.delete().where(key.in_(some.limit(FORGOTTEN_AT_ONCE)))
            )
            return dropped.rowcount > 0

    @to_the_end
    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]:
        """Somebody's ratings, by game."""
        query = sa.select(ratings).where(ratings.c.user_id == user_id)
        async with self._read() as connection:
            return {
                row.game: Rating(row.mu, row.sigma, row.matches)
                for row in await connection.execute(query)
            }


def _on(board: Board, at: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """The rows of a ranking."""
    measure = standings.c[board.measure.value]
    here = EVERYWHERE if board.guild_id is None else board.guild_id
    rows = (
        standings.c.span == board.span.key(at),
        standings.c.guild_id == here,
        standings.c.game == board.game,
        # As a value, so that the index leads there.
        standings.c.listed == sa.true(),
    )
    rated = board.measure is Measure.RATING and board.span is Span.ALL
    return (*rows, measure > (LOWEST if rated else 0))


def _leader(row: sa.Row[Any], place: int) -> Leader:
    return Leader(place, row.user_id, row.matches, row.wins, row.points, row.rating or 0)
