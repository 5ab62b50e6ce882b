"""A person's past: career, opponents, achievements, history."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from itertools import groupby

import sqlalchemy as sa

from bot.model.match import MatchId, Stage, UserId
from bot.model.scores import Earned, Opponent, Past, RatingPoint
from bot.scores.career import Career, Tally
from bot.scores.rating import SHOWN_FROM
from bot.store import statements
from bot.store.queries.hints import counted, hinted, took_hint
from bot.store.queries.score_writes import grant
from bot.store.queries.solo import HAD_COMPANY
from bot.store.query_base import QueryBase
from bot.store.tables.matches import matches
from bot.store.tables.people import IS_UNLISTED, people
from bot.store.tables.scores import achievements, results


class HistoryQueries(QueryBase):
    """The part of the store that reads what somebody has done."""

    async def career(
        self, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        """Sum up somebody's matches, up to and including ``until`` if given.

        One that is not won ends a streak, but of those with hints only one's own. An unrated match
        that they left ends it, too, and does not count as played.
        """
        aided = hinted(results.c.match_id) | matches.c.taken_back
        stayed = ~results.c.left_early
        query = (
            sa.select(
                matches.c.game,
                results.c.won & ~aided,
                stayed,
                HAD_COMPANY,
                matches.c.rated | stayed,
                ~aided | (~results.c.won & (took_hint() | matches.c.taken_back)),
            )
            .join_from(results, matches)
            .where(results.c.user_id == user_id)
            .order_by(results.c.ended_at, results.c.match_id)
        )
        if until is not None:
            query = query.where(statements.ended_before(*until, itself=True))
        async with self._read() as connection:
            played = [tuple(row) for row in await connection.execute(query)]
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

    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """Return the overall rating after each of somebody's last ``limit`` matches, in order.

        It begins with the first rating that people see.
        """
        hidden = SHOWN_FROM - 1
        query = (
            sa.select(results.c.ended_at, results.c.rating)
            .where(results.c.user_id == user_id, results.c.rating.is_not(None))
            .order_by(results.c.ended_at.desc(), results.c.match_id.desc())
            .limit(limit + hidden)
        )
        async with self._read() as connection:
            found = (await connection.execute(query)).all()
        return tuple(RatingPoint(*row) for row in found[::-1][hidden:])

    async def opponents(self, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        """Return the opponents somebody met most often; people who are not listed are left out.

        So are unrated matches and those in which anybody took a hint.
        """
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
        async with self._read() as connection:
            return tuple(Opponent(*row) for row in await connection.execute(query))

    async def achievements(self, user_id: UserId) -> tuple[Earned, ...]:
        """Return somebody's achievements, in the order they were earned."""
        query = (
            sa.select(achievements.c.id, achievements.c.at, achievements.c.match_id)
            .where(achievements.c.user_id == user_id)
            .order_by(achievements.c.at, achievements.c.id)
        )
        async with self._read() as connection:
            return tuple(Earned(*row) for row in await connection.execute(query))

    async def earn(self, user_id: UserId, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        """Give somebody achievements; return those that they did not have."""
        async with self._write() as connection:
            new = await grant(connection, [(user_id, id_) for id_ in ids], at)
        return tuple(id_ for _, id_ in new)

    async def history(self, user_id: UserId, limit: int, skip: int = 0) -> tuple[Past, ...]:
        """Return somebody's finished matches, newest first, without the first ``skip``."""
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
            )
            .join_from(page, matches, matches.c.id == page.c.match_id)
            .order_by(page.c.ended_at.desc(), page.c.match_id.desc())
        )
        async with self._read() as connection:
            return tuple(Past(**row) for row in (await connection.execute(query)).mappings())
