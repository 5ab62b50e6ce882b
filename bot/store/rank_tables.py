"""Rankings, and what people look back on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.service.ports import (
    Board,
    Career,
    Earned,
    Leader,
    MatchId,
    Measure,
    Opponent,
    Past,
    Rating,
    RatingPoint,
    Span,
    Tally,
    UserId,
)
from bot.store.alone import HAD_COMPANY
from bot.store.connected import Connected
from bot.store.score_tables import EVERYWHERE, give
from bot.store.tables import (
    LISTED,
    achievements,
    matches,
    people,
    ratings,
    results,
    standings,
)
from bot.store.transactions import to_the_end


class RankTables(Connected):
    """The part of the store that tells what scores have come to."""

    @to_the_end
    async def leaders(self, board: Board, at: datetime, limit: int) -> tuple[Leader, ...]:
        """The first of a ranking, of the span that ``at`` lies in."""
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

    @to_the_end
    async def forget_spans(self, at: datetime) -> None:
        """Drop rankings of weeks and months that nobody can ask for any more."""
        month = at.replace(day=1) - timedelta(days=1)
        kept = {Span.ALL.key(at), Span.MONTH.key(at), Span.MONTH.key(month)}
        kept |= {Span.WEEK.key(at), Span.WEEK.key(at - timedelta(days=7))}
        async with self._write() as connection:
            await connection.execute(standings.delete().where(standings.c.span.not_in(kept)))

    @to_the_end
    async def career(
        self, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        """What somebody has done, in matches up to that one, itself included."""
        query = (
            sa.select(
                matches.c.game,
                results.c.won,
                ~results.c.left_early,
                HAD_COMPANY.label("in_company"),
            )
            .join_from(results, matches)
            .where(results.c.user_id == user_id)
            .order_by(matches.c.ended_at, matches.c.id)
        )
        if until is not None:
            at, match_id = until
            query = query.where(
                sa.or_(
                    matches.c.ended_at < at,
                    sa.and_(matches.c.ended_at == at, matches.c.id <= match_id),
                )
            )
        games: dict[str, Tally] = {}
        company, streak, longest = Tally(), 0, 0
        async with self._read() as connection:
            for game, won, stayed, in_company in await connection.execute(query):
                games[game] = games.get(game, Tally()).and_one(won=won, stayed=stayed)
                if in_company:
                    company = company.and_one(won=won, stayed=stayed)
                    streak = streak + 1 if won else 0
                    longest = max(longest, streak)
        return Career(games, streak, longest, company)

    @to_the_end
    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]:
        """Somebody's ratings, by game."""
        query = sa.select(ratings).where(ratings.c.user_id == user_id)
        async with self._read() as connection:
            return {
                row.game: Rating(row.mu, row.sigma, row.matches)
                for row in await connection.execute(query)
            }

    @to_the_end
    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """The overall rating after each of somebody's last ``limit`` matches, in order."""
        query = (
            sa.select(matches.c.ended_at, results.c.rating)
            .join_from(results, matches)
            .where(results.c.user_id == user_id, results.c.rating.is_not(None))
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(limit)
        )
        async with self._read() as connection:
            found = (await connection.execute(query)).all()
        return tuple(RatingPoint(*row) for row in reversed(found))

    @to_the_end
    async def opponents(self, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        """Whom somebody met most often; those who do not want to be listed are left out."""
        own, other = results.alias("own"), results.alias("other")
        met = sa.func.count().label("met")
        query = (
            sa.select(
                other.c.user_id,
                met,
                sa.func.sum(sa.case((own.c.place < other.c.place, 1), else_=0)),
                sa.func.sum(sa.case((own.c.place > other.c.place, 1), else_=0)),
            )
            .join_from(own, other, own.c.match_id == other.c.match_id)
            .where(own.c.user_id == user_id, own.c.side != other.c.side)
            .where(other.c.user_id.is_not(None), other.c.user_id != user_id)
            .where(other.c.user_id.not_in(sa.select(people.c.user_id).where(~people.c.listed)))
            .group_by(other.c.user_id)
            .order_by(met.desc(), other.c.user_id)
            .limit(limit)
        )
        async with self._read() as connection:
            return tuple(Opponent(*row) for row in await connection.execute(query))

    @to_the_end
    async def achievements(self, user_id: UserId) -> tuple[Earned, ...]:
        """What somebody has earned, in order."""
        query = (
            sa.select(achievements.c.id, achievements.c.at, achievements.c.match_id)
            .where(achievements.c.user_id == user_id)
            .order_by(achievements.c.at, achievements.c.id)
        )
        async with self._read() as connection:
            return tuple(Earned(*row) for row in await connection.execute(query))

    @to_the_end
    async def earn(self, user_id: UserId, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        """Give somebody achievements; returns those that they did not have."""
        query = sa.select(achievements.c.id).where(achievements.c.user_id == user_id)
        async with self._write() as connection:
            before = set(await connection.scalars(query))
            new = tuple(id_ for id_ in ids if id_ not in before)
            await give(connection, [(user_id, id_) for id_ in new], at)
        return new

    @to_the_end
    async def history(self, user_id: UserId, limit: int, skip: int = 0) -> tuple[Past, ...]:
        """Somebody's finished matches, the newest first."""
        others = results.alias("others")
        seats = (
            sa.select(sa.func.count())
            .where(others.c.match_id == results.c.match_id)
            .scalar_subquery()
        )
        query = (
            sa.select(
                matches.c.id.label("match_id"),
                matches.c.game,
                matches.c.ended_at.label("at"),
                results.c.place,
                seats.label("seats"),
                results.c.won,
                results.c.points,
                results.c.gained,
                matches.c.guild_id,
                matches.c.channel_id,
            )
            .join_from(results, matches)
            .where(results.c.user_id == user_id)
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(limit)
            .offset(skip)
        )
        async with self._read() as connection:
            return tuple(Past(**row) for row in (await connection.execute(query)).mappings())


def _on(board: Board, at: datetime) -> tuple[sa.ColumnElement[bool] | sa.TextClause, ...]:
    """The rows of a ranking."""
    measure = standings.c[board.measure.value]
    here = EVERYWHERE if board.guild_id is None else board.guild_id
    rows = (
        standings.c.span == board.span.key(at),
        standings.c.guild_id == here,
        standings.c.game == board.game,
        LISTED,
        measure.is_not(None),
    )
    rated = board.measure is Measure.RATING and board.span is Span.ALL
    return rows if rated else (*rows, measure > 0)


def _leader(row: sa.Row[Any], place: int) -> Leader:
    return Leader(place, row.user_id, row.matches, row.wins, row.points, row.rating or 0)
