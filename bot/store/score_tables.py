"""Results, and what they have become: ratings, standings, achievements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.ports import (
    OVERALL,
    Change,
    Conflict,
    Ended,
    MatchId,
    Meetings,
    Rating,
    Rival,
    Score,
    Scored,
    SeatResult,
    Span,
    UserId,
)
from bot.store import rows, statements
from bot.store.connected import Connected
from bot.store.tables import (
    IS_UNSCORED,
    achievements,
    matches,
    people,
    ratings,
    results,
    seats,
    standings,
)
from bot.store.transactions import to_the_end

EVERYWHERE = 0
"""Stands in ``standings`` where a server's id may stand."""


class ScoreTables(Connected):
    """The part of the store that turns results into scores."""

    @to_the_end
    async def unscored(self, limit: int) -> tuple[MatchId, ...]:
        """Matches with results that have not been scored yet, in the order in which they ended."""
        query = (
            sa.select(matches.c.id)
            .where(IS_UNSCORED)
            .order_by(matches.c.ended_at, matches.c.id)
            .limit(limit)
        )
        async with self._read() as connection:
            return tuple(await connection.scalars(query))

    @to_the_end
    async def ended(self, match_id: MatchId) -> Ended | None:
        """The results of a match, by seat; ``None`` while it has none."""
        query = (
            sa.select(matches, *_OF_RESULTS, _LEVEL.label("level"))
            .join_from(matches, results, results.c.match_id == matches.c.id)
            .join(seats, _SAME_SEAT)
            .where(matches.c.id == match_id)
            .order_by(results.c.seat)
        )
        async with self._read() as connection:
            found = (await connection.execute(query)).all()
        if not found:
            return None
        first = found[0]
        return Ended(
            first.id,
            first.game,
            first.guild_id,
            first.ended_at,
            tuple(_seat_result(row) for row in found),
            first.scored_at is not None,
        )

    @to_the_end
    async def meetings(
        self, users: Collection[UserId], since: datetime, before: tuple[datetime, MatchId]
    ) -> Meetings:
        """How often these people met their opponents in matches that ended from ``since`` on."""
        own, other = results.alias("own"), results.alias("other")
        rival = sa.case((other.c.user_id.is_(None), seats.c.level)).label("level")
        at, match_id = before
        query = (
            sa.select(own.c.user_id, other.c.user_id.label("rival"), rival, sa.func.count())
            .join_from(own, other, own.c.match_id == other.c.match_id)
            .join(matches, matches.c.id == own.c.match_id)
            .join(
                seats, sa.and_(seats.c.match_id == other.c.match_id, seats.c.seat == other.c.seat)
            )
            .where(own.c.user_id.in_(users), own.c.side != other.c.side)
            .where(matches.c.ended_at >= since)
            .where(
                sa.or_(
                    matches.c.ended_at < at,
                    sa.and_(matches.c.ended_at == at, matches.c.id < match_id),
                )
            )
            .group_by(own.c.user_id, other.c.user_id, rival)
        )
        met: dict[tuple[UserId, Rival], int] = {}
        async with self._read() as connection:
            for user, person, level, times in await connection.execute(query):
                if person is not None or level is not None:
                    met[user, level if person is None else person] = times
        return Meetings(met)

    @to_the_end
    async def ratings(
        self, users: Collection[UserId], games: Collection[str]
    ) -> Mapping[tuple[UserId, str], Rating]:
        """The ratings there are, by person and game (empty for all together)."""
        query = sa.select(ratings).where(ratings.c.user_id.in_(users), ratings.c.game.in_(games))
        async with self._read() as connection:
            return {
                (row.user_id, row.game): Rating(row.mu, row.sigma, row.matches)
                for row in await connection.execute(query)
            }

    @to_the_end
    async def score(self, match_id: MatchId, at: datetime, scores: Sequence[Score]) -> None:
        """Keep what came of a match: ratings, rankings, achievements, all at once."""
        done = (
            matches.update()
            .where(matches.c.id == match_id, IS_UNSCORED)
            .values(scored_at=at)
            .returning(matches.c.game, matches.c.guild_id)
        )
        async with self._write() as connection:
            found = (await connection.execute(done)).one_or_none()
            if found is None:
                raise Conflict
            for each in scores:
                await _keep(connection, match_id, each)
            rated = [each for each in scores if each.user_id is not None and each.overall]
            await _rate(connection, found.game, rated)
            await _rank(connection, match_id, found, at, rated)
            await give(
                connection,
                [(each.user_id, id_) for each in scores if each.user_id for id_ in each.earned],
                at,
                match_id,
            )

    @to_the_end
    async def scored(self, match_id: MatchId) -> tuple[Scored, ...]:
        """What was kept of a scored match, by seat; empty before it is scored."""
        query = (
            sa.select(results)
            .join(matches)
            .where(results.c.match_id == match_id, matches.c.scored_at.is_not(None))
            .order_by(results.c.seat)
        )
        earned = sa.select(achievements).where(achievements.c.match_id == match_id)
        async with self._read() as connection:
            found = (await connection.execute(query)).all()
            given: dict[UserId, list[str]] = {}
            for row in await connection.execute(earned):
                given.setdefault(row.user_id, []).append(row.id)
        return tuple(_scored(row, given.get(row.user_id, ())) for row in found)


_SAME_SEAT = sa.and_(seats.c.match_id == results.c.match_id, seats.c.seat == results.c.seat)
_LEVEL = sa.case((results.c.user_id.is_(None), seats.c.level))
_OF_RESULTS = [column for column in results.c if column is not results.c.match_id]


def _seat_result(row: sa.Row[Any]) -> SeatResult:
    return SeatResult(
        row.seat,
        row.user_id,
        row.level,
        row.place,
        row.points,
        row.won,
        row.left_early,
        row.side,
    )


def _scored(row: sa.Row[Any], earned: Collection[str]) -> Scored:
    return Scored(
        row.seat,
        row.user_id,
        row.place,
        tuple(row.rounds or ()),
        1.0 if row.weight is None else row.weight,
        row.rating,
        row.gained,
        row.game_rating,
        row.game_gained,
        tuple(earned),
    )


async def _keep(connection: AsyncConnection, match_id: MatchId, score: Score) -> None:
    """What a seat's result tells of its match."""
    values: rows.Values = {"rounds": list(score.rounds), "weight": score.weight}
    if score.overall is not None:
        values |= {"rating": score.overall.after.shown, "gained": score.overall.gained}
    if score.in_game is not None:
        values |= {"game_rating": score.in_game.after.shown, "game_gained": score.in_game.gained}
    kept = results.update().where(results.c.match_id == match_id, results.c.seat == score.seat)
    await connection.execute(kept.values(values))


async def _rate(connection: AsyncConnection, game: str, scores: Sequence[Score]) -> None:
    """The ratings as they stand now."""
    for each in scores:
        for name, change in ((OVERALL, each.overall), (game, each.in_game)):
            if change is None:
                continue
            after = change.after
            key = {"user_id": each.user_id, "game": name}
            row = {"mu": after.mu, "sigma": after.sigma, "matches": after.matches}
            await statements.upsert(connection, ratings, [key | row], [*row])


async def _rank(
    connection: AsyncConnection,
    match_id: MatchId,
    match: sa.Row[Any],
    at: datetime,
    scores: Sequence[Score],
) -> None:
    """Add a match to every ranking that it counts in."""
    if not scores:
        return
    result = {
        row.seat: row
        for row in await connection.execute(
            sa.select(results).where(results.c.match_id == match_id)
        )
    }
    users = [each.user_id for each in scores]
    query = sa.select(people.c.user_id).where(people.c.user_id.in_(users), ~people.c.listed)
    unlisted = set(await connection.scalars(query))
    places = [EVERYWHERE] + ([match.guild_id] if match.guild_id is not None else [])
    added = [
        {
            "span": span.key(at),
            "guild_id": place,
            "game": game,
            "user_id": each.user_id,
            "matches": 1,
            "wins": each.weight * result[each.seat].won,
            "points": each.weight * result[each.seat].points,
            "rating": None if span is Span.ALL else change.gained,
            "listed": each.user_id not in unlisted,
        }
        for each in scores
        for game, change in _changes(match.game, each)
        for span in Span
        for place in places
    ]
    await statements.add_up(connection, standings, added, ("matches", "wins", "points", "rating"))
    for each in scores:
        for game, change in _changes(match.game, each):
            if not change.after.is_provisional:
                await connection.execute(
                    standings.update()
                    .where(standings.c.user_id == each.user_id, standings.c.game == game)
                    .where(standings.c.span == Span.ALL.value)
                    .values(rating=change.after.shown)
                )


def _changes(game: str, score: Score) -> list[tuple[str, Change]]:
    changes = ((OVERALL, score.overall), (game, score.in_game))
    return [(name, change) for name, change in changes if change is not None]


async def give(
    connection: AsyncConnection,
    earned: Sequence[tuple[UserId, str]],
    at: datetime,
    match_id: MatchId | None = None,
) -> None:
    """Achievements to people who do not have them yet."""
    values = [{"user_id": user, "id": id_, "at": at, "match_id": match_id} for user, id_ in earned]
    await statements.insert_new(connection, achievements, values)
