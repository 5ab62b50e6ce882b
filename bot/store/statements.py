"""SQL statements that the store's transactions are made of."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, TextClause
from sqlalchemy.dialects import postgresql, sqlite

from bot.model.deadlines import Agenda
from bot.model.match import Match, MatchId, Occupant, UserId
from bot.model.plans import PlanChanges
from bot.model.shards import TIMESTAMP_SHIFT, Shards
from bot.scores.rating import ESTABLISHED
from bot.service.ports.faults import Conflict
from bot.store import rows
from bot.store.tables.matches import clocks, log, matches, messages, reminders, seats
from bot.store.tables.scores import results

_OF_SEATS = [column for column in seats.c if column is not seats.c.match_id]
_OF_CLOCKS = [
    clocks.c.ply.label("clock_ply"),
    *(clocks.c[name] for name in ("due_at", "reminded", "away_until", "plays_at", "strict_at")),
    clocks.c.kept_until,
]
_MATCHES = (
    sa.select(matches, *_OF_SEATS, *_OF_CLOCKS)
    .outerjoin_from(matches, seats)
    .outerjoin(
        clocks, sa.and_(clocks.c.match_id == seats.c.match_id, clocks.c.seat == seats.c.seat)
    )
    .order_by(matches.c.id, seats.c.seat)
)


# What is executed for every move is built once, which takes longer than to execute it.
THIS = sa.bindparam("this", type_=sa.BigInteger)
"""The id of the match in a statement that was built before."""
_MATCH = _MATCHES.where(matches.c.id == THIS)
_INSERTS = {table: table.insert() for table in (clocks, log, messages, results, seats)}
_PLANNED = (
    seats.update()
    .where(seats.c.match_id == THIS, seats.c.seat == sa.bindparam("of_seat"))
    .values(wishes=sa.bindparam("wishes"), reach=sa.bindparam("reach"))
)
_CLOCKS_DELETED = clocks.delete().where(clocks.c.match_id == THIS)


def match_of(db: Connection, match_id: MatchId) -> Match | None:
    found = rows.matches_in(db.execute(_MATCH, {"this": match_id}).all())
    return found[0] if found else None


def matches_where(db: Connection, *where: ColumnElement[bool] | TextClause) -> tuple[Match, ...]:
    """Read matches, their seats and clocks in one query, so that all are of the same moment."""
    return rows.matches_in(db.execute(_MATCHES.where(*where)).all())


def changing(
    *expected: ColumnElement[bool] | TextClause, shown: bool = True, **values: object
) -> sa.Update:
    """Build what :func:`change` carries out on a match that is as ``expected``.

    The revision goes up by one, and so does the version unless nothing ``shown`` changes.
    """
    if shown:
        values["version"] = matches.c.version + 1
    is_known = matches.c.revision == sa.bindparam("known_revision")
    changed = matches.update().where(matches.c.id == THIS, is_known, *expected)
    return changed.values(revision=matches.c.revision + 1, **values)


def change(
    db: Connection, update: sa.Update, match_id: MatchId, revision: int, **values: object
) -> None:
    """Carry out what :func:`changing` has built, on a match that has that revision.

    Raises :class:`Conflict` if it has another one or is not as expected.
    """
    values |= {"this": match_id, "known_revision": revision}
    expect_one(db.execute(update, values))


def plan(db: Connection, match_id: MatchId, agenda: Agenda, plans: PlanChanges = ()) -> None:
    db.execute(_CLOCKS_DELETED, {"this": match_id})
    insert(db, clocks, rows.clocks(match_id, agenda))
    for seat, plan in plans:
        db.execute(_PLANNED, {"this": match_id, "of_seat": seat, **rows.plan(plan)})


def end(db: Connection, match_id: MatchId) -> None:
    """Delete what is of no use once a match has ended: plans, and who has muted it."""
    theirs = sa.or_(seats.c.wishes.is_not(None), seats.c.muted)
    ended = seats.update().where(seats.c.match_id == match_id, theirs)
    db.execute(ended.values(muted=False, **rows.plan(None)))


def reminders_given(match_id: MatchId, users: Collection[UserId], ply: int) -> sa.Delete:
    """Delete what these people are to be reminded of in a match of ``ply`` entries."""
    return reminders.delete().where(
        reminders.c.match_id == match_id, reminders.c.user_id.in_(users), reminders.c.ply <= ply
    )


def take_seat(db: Connection, match_id: MatchId, occupant: Occupant) -> None:
    """Put an occupant into an existing seat; raises :class:`Conflict` if there is none."""
    taken = (
        seats.update()
        .where(seats.c.match_id == match_id, seats.c.seat == occupant.seat)
        .values(rows.occupied(occupant))
    )
    expect_one(db.execute(taken))


def seat_all(db: Connection, match_id: MatchId, occupants: Sequence[Occupant]) -> None:
    db.execute(seats.delete().where(seats.c.match_id == match_id))
    insert(db, seats, rows.seated(match_id, occupants))


def insert(db: Connection, table: sa.Table, values: Sequence[rows.Values]) -> None:
    if values:
        db.execute(_INSERTS[table], values)


def lock_table(db: Connection, table: sa.Table) -> None:
    """Keep writers out of a table until the transaction ends; SQLite has one at a time anyway."""
    if db.dialect.name == "postgresql":
        db.execute(sa.text(f"LOCK TABLE {table.name} IN SHARE MODE"))


def lock_person(db: Connection, user_id: UserId) -> None:
    """Keep out whoever else locks this person until the transaction ends.

    That guards limits of what somebody does, and preferences of somebody who has no row yet.
    SQLite has one writer at a time anyway.
    """
    if db.dialect.name == "postgresql":
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(user_id)))


def upsert(
    db: Connection, table: sa.Table, values: Sequence[rows.Values], changed: Sequence[str]
) -> None:
    """Insert rows; where the key exists, set the columns ``changed`` to the new values."""
    if not values:
        return
    inserting = _insert(db, table)
    new = {name: inserting.excluded[name] for name in changed}
    db.execute(inserting.on_conflict_do_update(table.primary_key, set_=new), values)


def compare_and_swap(
    db: Connection, table: sa.Table, values: Sequence[rows.Values], counter: str
) -> int:
    """Insert rows, or replace those whose ``counter`` is one lower; return how many."""
    if not values:
        return 0
    inserting = _insert(db, table).values(values)
    new = {name: inserting.excluded[name] for name in values[0]}
    is_next = table.c[counter] == inserting.excluded[counter] - 1
    replacing = inserting.on_conflict_do_update(table.primary_key, set_=new, where=is_next)
    written: sa.CursorResult[Any] = db.execute(replacing.returning(*table.primary_key))
    return len(written.all())


def add_up(
    db: Connection, table: sa.Table, values: Sequence[rows.Values], added: Sequence[str]
) -> None:
    """Insert rows; where the key exists, add the new values to the columns ``added``."""
    if not values:
        return
    inserting = _insert(db, table)
    sums = {name: table.c[name] + inserting.excluded[name] for name in added}
    db.execute(inserting.on_conflict_do_update(table.primary_key, set_=sums), values)


def insert_new(
    db: Connection, table: sa.Table, values: Sequence[rows.Values]
) -> Sequence[sa.Row[Any]]:
    """Insert the rows whose keys do not exist yet; return the keys of those."""
    if not values:
        return ()
    inserting = _insert(db, table).values(values).on_conflict_do_nothing()
    keys: sa.CursorResult[Any] = db.execute(inserting.returning(*table.primary_key))
    return keys.all()


def _insert(db: Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Return the dialect's own INSERT; both databases resolve conflicts alike."""
    return sqlite.insert(table) if db.dialect.name == "sqlite" else postgresql.insert(table)


def expect_one(changed: sa.CursorResult[Any]) -> None:
    """Raise :class:`Conflict` unless the statement changed exactly one row."""
    if changed.rowcount != 1:
        raise Conflict


def ended_before(at: datetime, match_id: MatchId, *, itself: bool = False) -> ColumnElement[bool]:
    """Return the condition for results of matches that ended before that one.

    With ``itself`` the results of that match are included.
    """
    id_ = results.c.match_id
    then = id_ <= match_id if itself else id_ < match_id
    # The first condition is redundant, but lets databases use an index.
    return sa.and_(results.c.ended_at <= at, sa.or_(results.c.ended_at < at, then))


def rated_matches(result: sa.FromClause) -> sa.ScalarSelect[int]:
    """Return how many matches, up to :data:`ESTABLISHED`, each result's overall rating has."""
    past = results.alias("past")
    some = (
        sa.select(past.c.match_id)
        .where(past.c.user_id == result.c.user_id, past.c.rating.is_not(None))
        .where(past.c.ended_at <= result.c.ended_at)
        .limit(ESTABLISHED)
        .correlate(result)
        .subquery()
    )
    return sa.select(sa.func.count()).select_from(some).correlate(result).scalar_subquery()


def on_shards(guild_id: sa.Column[int], shards: Shards) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions, if any, that a server (NULL: DMs) is on one of these shards."""
    if shards.are_all:
        return ()
    shift = sa.literal(TIMESTAMP_SHIFT, sa.Integer)
    timestamp = sa.func.coalesce(guild_id, 0).bitwise_rshift(shift)
    return ((timestamp % shards.count).in_(sorted(shards.ids)),)


def larger(column: sa.Column[int], value: int | sa.BindParameter[Any]) -> ColumnElement[int]:
    return sa.case((column < value, value), else_=column)
