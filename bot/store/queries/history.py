"""A person's past: career, opponents, achievements, history, matches played alone."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import groupby
from types import MappingProxyType

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.engine.options import OptionValue
from bot.model.match import MatchId, Stage, UserId
from bot.model.scores import EarnedAchievement, Opponent, PastMatch, RatingPoint, SoloResult
from bot.scores.career import Career, Tally
from bot.scores.rating import SHOWN_FROM
from bot.store import statements
from bot.store.queries.score_writes import grant
from bot.store.queries.seats import counted, hinted, took_hint
from bot.store.rows import Values
from bot.store.tables.matches import log, matches, seats
from bot.store.tables.people import IS_UNLISTED, people
from bot.store.tables.scores import achievements, results
from bot.store.transactions import QueryBase, reads, writes

_others = seats.alias("others")
_other_results = results.alias("other_results")

_HAD_COMPANY = sa.exists().where(
    _other_results.c.match_id == results.c.match_id, _other_results.c.seat != results.c.seat
)
"""True of a result whose match has results of other seats, too."""


class HistoryQueries(QueryBase):
    @reads
    def career(
        self, db: Connection, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        aided = hinted(results.c.match_id) | matches.c.taken_back
        stayed = ~results.c.left_early
        query = (
            sa.select(
                matches.c.game,
                results.c.won & ~aided,
                stayed,
                _HAD_COMPANY,
                matches.c.rated | stayed,
                ~aided | (~results.c.won & (took_hint() | matches.c.taken_back)),
            )
            .join_from(results, matches)
            .where(results.c.user_id == user_id)
            .order_by(results.c.ended_at, results.c.match_id)
        )
        if until is not None:
            query = query.where(statements.ended_before(*until, itself=True))
        played = [tuple(row) for row in db.execute(query)]
        games: dict[str, Tally] = {}
        company = Tally()
        for (game, won, stayed, together, counts, _), times in Counter(played).items():
            if not counts:
                continue
            more = Tally(times, times * won, times * stayed)
            games[game] = games.get(game, Tally()) + more
            company += more if together else Tally()
        wins = [won for _, won, _, together, _, in_a_row in played if together and in_a_row]
        streaks = [len(list(row)) if won else 0 for won, row in groupby(wins)]
        return Career(games, streaks[-1] if streaks else 0, max(streaks, default=0), company)

    @reads
    def rating_points(self, db: Connection, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        hidden = SHOWN_FROM - 1
        query = (
            sa.select(results.c.ended_at, results.c.rating)
            .where(results.c.user_id == user_id, results.c.rating.is_not(None))
            .order_by(results.c.ended_at.desc(), results.c.match_id.desc())
            .limit(limit + hidden)
        )
        found = db.execute(query).all()
        return tuple(RatingPoint(*row) for row in found[::-1][hidden:])

    @reads
    def opponents(self, db: Connection, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        own, other = results.alias("own"), results.alias("other")
        met = sa.func.count().label("met")
        unlisted = sa.select(people.c.user_id).where(IS_UNLISTED)
        query = (
            sa.select(
                other.c.user_id,
                met,
                sa.func.sum(sa.case((own.c.place < other.c.place, 1), else_=0)),
                sa.func.sum(sa.case((own.c.place > other.c.place, 1), else_=0)),
            )
            .join_from(own, other, own.c.match_id == other.c.match_id)
            .where(own.c.user_id == user_id, own.c.side != other.c.side)
            .where(counted(own.c.match_id))
            .where(other.c.user_id.is_not(None), other.c.user_id != user_id)
            .where(other.c.user_id.not_in(unlisted))
            .group_by(other.c.user_id)
            .order_by(met.desc(), other.c.user_id)
            .limit(limit)
        )
        return tuple(Opponent(*row) for row in db.execute(query))

    @reads
    def achievements(self, db: Connection, user_id: UserId) -> tuple[EarnedAchievement, ...]:
        query = (
            sa.select(achievements.c.id, achievements.c.at, achievements.c.match_id)
            .where(achievements.c.user_id == user_id)
            .order_by(achievements.c.at, achievements.c.id)
        )
        return tuple(EarnedAchievement(*row) for row in db.execute(query))

    @writes
    def earn(
        self, db: Connection, user_id: UserId, ids: Collection[str], at: datetime
    ) -> tuple[str, ...]:
        new = grant(db, [(user_id, id_) for id_ in ids], at)
        return tuple(id_ for _, id_ in new)

    @reads
    def history(
        self, db: Connection, user_id: UserId, limit: int, skip: int = 0
    ) -> tuple[PastMatch, ...]:
        page = (
            sa.select(results)
            .where(results.c.user_id == user_id)
            .order_by(results.c.ended_at.desc(), results.c.match_id.desc())
            .limit(limit)
            .offset(skip)
            .subquery("page")
        )
        others = results.alias("others")
        seats = (
            sa.select(sa.func.count()).where(others.c.match_id == page.c.match_id).scalar_subquery()
        )
        known = statements.rated_matches(page) > SHOWN_FROM
        query = (
            sa.select(
                page.c.match_id,
                matches.c.game,
                page.c.ended_at.label("at"),
                page.c.place,
                seats.label("seats"),
                page.c.won,
                page.c.points,
                sa.case((known, page.c.gained)).label("gained"),
                matches.c.guild_id,
                matches.c.channel_id,
                page.c.tally,
                (matches.c.stage == Stage.CLOSED).label("is_cancelled"),
                matches.c.preset,
                matches.c.options,
            )
            .join_from(page, matches, matches.c.id == page.c.match_id)
            .order_by(page.c.ended_at.desc(), page.c.match_id.desc())
        )
        return tuple(PastMatch(**row) for row in db.execute(query).mappings())

    @reads
    def solo_results(
        self,
        db: Connection,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[SoloResult, ...]:
        agreed = {**usual, **options}
        found = db.execute(_solo_matches(user_id, game))
        return tuple(_solo_result(row) for row in found if {**usual, **row.options} == agreed)


def _solo_matches(user_id: UserId, game: str) -> sa.Select[Values]:
    """Select one row per match in order of ending; its options cannot be compared in SQL."""
    lonely = ~sa.exists().where(
        _others.c.match_id == seats.c.match_id, _others.c.seat != seats.c.seat
    )
    return (
        sa.select(
            matches.c.id,
            matches.c.options,
            matches.c.rated,
            results.c.won,
            results.c.tally,
            log.c.at,
            matches.c.ended_at,
            seats.c.hints_taken,
        )
        .select_from(seats)
        .join(matches, matches.c.id == seats.c.match_id)
        .join(results, results.c.match_id == matches.c.id)
        .join(log, sa.and_(log.c.match_id == matches.c.id, log.c.ply == 0))
        .where(seats.c.user_id == user_id, matches.c.game == game)
        .where(matches.c.stage == Stage.OVER, lonely)
        .order_by(matches.c.ended_at, matches.c.id)
    )


def _solo_result(row: sa.Row[Values]) -> SoloResult:
    seconds = round((row.ended_at - row.at).total_seconds())
    return SoloResult(row.id, row.won, row.tally, seconds, row.hints_taken, row.rated)
