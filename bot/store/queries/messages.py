"""Messages that show a match."""

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId, Posted, UserId
from bot.store import rows, statements
from bot.store.tables.matches import messages
from bot.store.transactions import QueryBase, reads, writes

_OF_THIS = messages.c.match_id == statements.THIS
_POSTED = sa.select(messages).where(_OF_THIS).order_by(messages.c.message_id)
_IDS: sa.BindParameter[int] = sa.bindparam("ids", expanding=True)
_FORGOTTEN = messages.delete().where(_OF_THIS, messages.c.message_id.in_(_IDS))


class MessageQueries(QueryBase):
    """The part of the store that keeps track of messages."""

    @writes
    def remember(
        self,
        db: Connection,
        match_id: MatchId,
        posted: Posted,
        *,
        instead_of: int | None = None,
        reminded: UserId | None = None,
    ) -> None:
        outdated = [posted.message_id, *([] if instead_of is None else [instead_of])]
        db.execute(_FORGOTTEN, {"this": match_id, "ids": outdated})
        statements.insert(db, messages, [rows.message(match_id, posted)])
        if reminded is not None:
            db.execute(statements.reminders_given(match_id, [reminded], posted.ply))

    @reads
    def posted(self, db: Connection, match_id: MatchId) -> tuple[Posted, ...]:
        return tuple(map(rows.posted, db.execute(_POSTED, {"this": match_id})))

    @writes
    def forget(self, db: Connection, match_id: MatchId, message_id: int) -> None:
        db.execute(_FORGOTTEN, {"this": match_id, "ids": [message_id]})
