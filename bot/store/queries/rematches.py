"""Rematches: matches that repeat another one."""

import sqlalchemy as sa

from bot.model.match import Match, MatchId, Stage, UserId
from bot.store import statements
from bot.store.query_base import QueryBase
from bot.store.tables.matches import IS_OPEN, matches, seats
from bot.store.tables.scores import results


class RematchQueries(QueryBase):
    """The part of the store that finds rematches, and the matches they repeat."""

    async def rematch(self, match_id: MatchId) -> Match | None:
        """Return the lobby or running match that repeats a match; ``None`` if there is none."""
        async with self._read() as connection:
            found = await statements.matches_where(
                connection, matches.c.rematch_of == match_id, IS_OPEN
            )
        return found[0] if found else None

    async def last_ended_in(self, channel_id: int) -> MatchId | None:
        """Return the last match with results that ended in a channel; ``None`` if there is none."""
        last = (
            sa.select(matches.c.id)
            .where(matches.c.channel_id == channel_id, matches.c.ended_at.is_not(None))
            .where(sa.exists().where(results.c.match_id == matches.c.id))
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(1)
        )
        async with self._read() as connection:
            return await connection.scalar(last)

    async def last_over(self, channel_id: int, user_id: UserId) -> Match | None:
        """Return the last match played to its end in a channel in which a person sat, if any."""
        theirs = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
        last = (
            sa.select(matches.c.id)
            .where(matches.c.id.in_(theirs), matches.c.channel_id == channel_id)
            .where(matches.c.stage == Stage.OVER)
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(1)
        )
        async with self._read() as connection:
            found = await statements.matches_where(
                connection, matches.c.id == last.scalar_subquery()
            )
        return found[0] if found else None
