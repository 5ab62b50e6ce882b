"""Lessons that were offered."""

from datetime import datetime

import sqlalchemy as sa

from bot.model.match import UserId
from bot.store import statements
from bot.store.query_base import QueryBase
from bot.store.tables.matches import matches
from bot.store.tables.people import lesson_offers
from bot.store.tables.scores import results


class LessonQueries(QueryBase):
    """The part of the store that remembers which lessons were offered."""

    async def offer_lesson(self, user_id: UserId, game: str, at: datetime) -> bool:
        """Record that a lesson is offered, and return whether it should be.

        It is not if it was offered before, or if the person has finished a match of the game.
        """
        offered = sa.select(lesson_offers.c.user_id).where(
            lesson_offers.c.user_id == user_id, lesson_offers.c.game == game
        )
        played = (
            sa.select(results.c.user_id)
            .join(matches, matches.c.id == results.c.match_id)
            .where(results.c.user_id == user_id, matches.c.game == game)
        )
        async with self._read() as connection:
            for known in (offered, played):
                if (await connection.execute(known.limit(1))).first():
                    return False
        row = {"user_id": user_id, "game": game, "offered_at": at}
        async with self._write() as connection:
            return bool(await statements.insert_new(connection, lesson_offers, [row]))
