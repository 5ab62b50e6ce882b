"""Messages that show a match."""

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId, Posted, UserId
from bot.store import rows, statements
from bot.store.tables.matches import messages
from bot.store.transactions import QueryBase, reads, writes


class MessageQueries(QueryBase):
    """The part of the store that keeps track of messages."""

    @writes
    def remember(
        self,
        connection: Connection,
        match_id: MatchId,
        posted: Posted,
        *,
        instead_of: int | None = None,
        reminded: UserId | None = None,
    ) -> None:
        ids = [posted.message_id, *([] if instead_of is None else [instead_of])]
        outdated = messages.delete().where(
            messages.c.match_id == match_id, messages.c.message_id.in_(ids)
        )
        connection.execute(outdated)
        connection.execute(messages.insert().values(rows.message(match_id, posted)))
        if reminded is not None:
            given = statements.reminders_given(match_id, [reminded], posted.ply)
            connection.execute(given)

    @reads
    def posted(self, connection: Connection, match_id: MatchId) -> tuple[Posted, ...]:
        query = (
            sa.select(messages)
            .where(messages.c.match_id == match_id)
            .order_by(messages.c.message_id)
        )
        return tuple(rows.posted(row) for row in connection.execute(query))

    @writes
    def forget(self, connection: Connection, match_id: MatchId, message_id: int) -> None:
        gone = messages.delete().where(
            messages.c.match_id == match_id, messages.c.message_id == message_id
        )
        connection.execute(gone)
