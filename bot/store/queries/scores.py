"""Results, and what follows from them: ratings, standings, achievements."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId, UserId
from bot.model.scores import NAMELESS, EndedMatch, Meetings, Rival, Score, ScoredSeat, SeatResult
from bot.scores.rating import Rating
from bot.service.ports.faults import Conflict
from bot.store import statements
from bot.store.queries import score_writes
from bot.store.queries.seats import counted
from bot.store.tables.matches import IS_UNSCORED, matches, seats
from bot.store.tables.people import people
from bot.store.tables.scores import achievements, ratings, results
from bot.store.transactions import QueryBase, reads, writes


class ScoreQueries(QueryBase):
    @reads
    def unscored(self, db: Connection, limit: int) -> tuple[MatchId, ...]:
        query = (
            sa.select(matches.c.id)
            .where(IS_UNSCORED)
            .order_by(matches.c.ended_at, matches.c.id)
            .limit(limit)
        )
        return tuple(db.scalars(query))

    @reads
    def ended(self, db: Connection, match_id: MatchId) -> EndedMatch | None:
        query = (
            sa.select(matches, *_OF_RESULTS, _LEVEL.label("level"), *_OF_SEATS)
            .join_from(matches, results, results.c.match_id == matches.c.id)
            .join(seats, _SAME_SEAT)
            .where(matches.c.id == match_id)
            .order_by(results.c.seat)
        )
        found = db.execute(query).all()
        if not found:
            return None
        first = found[0]
        return EndedMatch(
            first.id,
            first.game,
            first.guild_id,
            first.ended_at,
            tuple(_seat_result(row) for row in found),
            first.scored_at is not None,
            first.rated,
            first.taken_back,
        )

    @reads
    def meetings(
        self,
        db: Connection,
        users: Collection[UserId],
        since: datetime,
        before: tuple[datetime, MatchId],
    ) -> Meetings:
        other = results.alias("other")
        level = sa.case((other.c.user_id.is_(None), _LEVEL_OF_COMPUTER)).label("level")
        # Two computers of one level in a match count as one meeting.
        matches_met = sa.func.count(sa.distinct(results.c.match_id))
        query = (
            sa.select(results.c.user_id, other.c.user_id.label("rival"), level, matches_met)
            .join_from(results, other, results.c.match_id == other.c.match_id)
            .join(
                seats, sa.and_(seats.c.match_id == other.c.match_id, seats.c.seat == other.c.seat)
            )
            .where(results.c.user_id.in_(users), results.c.side != other.c.side)
            .where(results.c.ended_at >= since, statements.ended_before(*before))
            .where(counted(results.c.match_id))
            .group_by(results.c.user_id, other.c.user_id, level)
        )
        met: dict[tuple[UserId, Rival], int] = {}
        for user, person, computer, times in db.execute(query):
            rival = computer if person is None else person
            met[user, NAMELESS if rival is None else rival] = times
        return Meetings(met)

    @reads
    def ratings(
        self, db: Connection, users: Collection[UserId], games: Collection[str]
    ) -> Mapping[tuple[UserId, str], Rating]:
        query = sa.select(ratings).where(ratings.c.user_id.in_(users), ratings.c.game.in_(games))
        return {
            (row.user_id, row.game): Rating(row.mu, row.sigma, row.matches)
            for row in db.execute(query)
        }

    @writes
    def score(
        self, db: Connection, match_id: MatchId, at: datetime, scores: Sequence[Score]
    ) -> None:
        done = (
            matches.update()
            .where(matches.c.id == match_id, IS_UNSCORED)
            .values(scored_at=at)
            .returning(matches.c.game, matches.c.guild_id)
        )
        statements.lock_table(db, people)
        found = db.execute(done).one_or_none()
        if found is None:
            raise Conflict
        result = score_writes.results_of(db, match_id)
        # Leave out people whose data was deleted in the meantime.
        scores = [each for each in scores if each.user_id == result[each.seat].user_id]
        score_writes.save_results(db, match_id, scores)
        rated = [each for each in scores if each.overall is not None]
        score_writes.save_ratings(db, found.game, rated)
        score_writes.update_standings(db, found, at, rated, result)
        score_writes.grant(
            db,
            [(each.user_id, id_) for each in scores if each.user_id for id_ in each.earned],
            at,
            match_id,
        )

    @reads
    def scored(self, db: Connection, match_id: MatchId) -> tuple[ScoredSeat, ...]:
        query = (
            sa.select(
                results,
                statements.rated_matches(results).label("rated_matches"),
                seats.c.hints_taken,
            )
            .join_from(results, matches)
            .join(seats, _SAME_SEAT)
            .where(results.c.match_id == match_id, matches.c.scored_at.is_not(None))
            .order_by(results.c.seat)
        )
        users = sa.select(results.c.user_id).where(results.c.match_id == match_id)
        earned = sa.select(achievements).where(
            achievements.c.user_id.in_(users), achievements.c.match_id == match_id
        )
        found = db.execute(query).all()
        given: dict[UserId, list[str]] = {}
        for row in db.execute(earned):
            given.setdefault(row.user_id, []).append(row.id)
        return tuple(_scored(row, given.get(row.user_id, ())) for row in found)


_SAME_SEAT = sa.and_(seats.c.match_id == results.c.match_id, seats.c.seat == results.c.seat)
_LEVEL_OF_COMPUTER = sa.case((seats.c.salt.is_(None), seats.c.level))
"""The level of a computer's own seat, else NULL: a seat that it took over has a person's salt."""
_LEVEL = sa.case((results.c.user_id.is_(None), _LEVEL_OF_COMPUTER))
_OF_SEATS = (seats.c.hints_taken, seats.c.name)
_OF_RESULTS = [column for column in results.c if column is not results.c.match_id]


def _seat_result(row: sa.Row[Any]) -> SeatResult:
    result = (row.place, row.points, row.won, row.left_early, row.side)
    return SeatResult(row.seat, row.user_id, row.level, *result, row.hints_taken, row.name or "")


def _scored(row: sa.Row[Any], earned: Collection[str]) -> ScoredSeat:
    result = (row.seat, row.user_id, row.place, tuple(row.rounds or ()))
    weight = 1.0 if row.weight is None else row.weight
    ratings = (row.rating, row.gained, row.game_rating, row.game_gained)
    counts = (row.rated_matches, row.hints_taken)
    return ScoredSeat(*result, weight, *ratings, tuple(earned), *counts)
