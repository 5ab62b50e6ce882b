"""Phrases that people have said at a table."""

from bot.engine.contract import Seat
from bot.model.match import MatchId, Stage
from bot.model.phrases import Said
from bot.store import rows, statements
from bot.store.query_base import QueryBase
from bot.store.tables.matches import matches, seats


class PhraseQueries(QueryBase):
    """The part of the store that keeps what each seat said last."""

    async def save_phrase(self, match_id: MatchId, revision: int, seat: Seat, said: Said) -> None:
        """Save what a seat says in a running match of ``revision``, in place of its last phrase.

        Raises :class:`Conflict`.
        """
        saving = (
            seats.update()
            .where(seats.c.match_id == match_id, seats.c.seat == seat)
            .values(rows.phrase(said))
        )
        async with self._write() as connection:
            is_running = matches.c.stage == Stage.RUNNING
            await statements.change(connection, match_id, revision, is_running)
            statements.expect_one(await connection.execute(saving))
