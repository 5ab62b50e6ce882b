"""Hints that people have taken, phrases that they have said, and whether they muted the match."""

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.engine.contract import Seat
from bot.model.match import MatchId, Occupant
from bot.store import statements
from bot.store.tables.matches import IS_RUNNING, matches, seats
from bot.store.tables.scores import results
from bot.store.transactions import QueryBase, writes

_takers = seats.alias("takers")


def hinted(match_id: sa.Column[int]) -> sa.Exists:
    """Return the condition that anybody took a hint in the match with that id."""
    return sa.exists().where(_takers.c.match_id == match_id, _takers.c.hints_taken > 0)


def counted(match_id: sa.Column[int]) -> sa.ColumnElement[bool]:
    """Return the condition for matches that count: rated ones in which nobody took a hint."""
    return sa.exists().where(matches.c.id == match_id, matches.c.rated) & ~hinted(match_id)


def took_hint() -> sa.Exists:
    """Return the condition for results of people who took a hint themselves."""
    own = (_takers.c.match_id == results.c.match_id) & (_takers.c.seat == results.c.seat)
    return sa.exists().where(own, _takers.c.hints_taken > 0)


class SeatQueries(QueryBase):
    @writes
    def count_hint(
        self, db: Connection, match_id: MatchId, revision: int, ply: int, seat: Seat, since: int
    ) -> None:
        while_at_ply = statements.changing(IS_RUNNING, matches.c.ply == ply, shown=False)
        is_new = sa.or_(seats.c.hint_ply.is_(None), seats.c.hint_ply < since)
        counted = (
            seats.update()
            .where(seats.c.match_id == match_id, seats.c.seat == seat, is_new)
            .values(hints_taken=seats.c.hints_taken + 1, hint_ply=since)
        )
        statements.change(db, while_at_ply, match_id, revision)
        db.execute(counted)

    @writes
    def save_occupant(
        self, db: Connection, match_id: MatchId, revision: int, occupant: Occupant, *, shown: bool
    ) -> None:
        statements.change(db, statements.changing(IS_RUNNING, shown=shown), match_id, revision)
        statements.take_seat(db, match_id, occupant)
