"""A person's data: counted, exported and deleted."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId, UserId
from bot.model.messages import MessageRecord
from bot.model.privacy import Erasure, Holdings, OwnMatch, Row
from bot.service.ports.faults import Conflict
from bot.store import rows
from bot.store.queries.daily import leave_traces
from bot.store.tables.daily import daily_attempts
from bot.store.tables.matches import (
    IS_OPEN,
    clocks,
    invitations,
    log,
    matches,
    messages,
    reminders,
    seats,
    watchers,
)
from bot.store.tables.people import digests, holidays, lesson_offers, locales, people
from bot.store.tables.puzzles import puzzle_attempts
from bot.store.tables.scores import achievements, ratings, results, standings
from bot.store.transactions import QueryBase, reads, writes

NOBODY = 0
"""The id that replaces a deleted person's in columns that cannot be empty."""
OWN = {
    "preferences": people,
    "holidays": holidays,
    "digests": digests,
    "discord_locale": locales,
    "lesson_offers": lesson_offers,
    "ratings": ratings,
    "standings": standings,
    "achievements": achievements,
    "daily_deals": daily_attempts,
    "puzzles": puzzle_attempts,
    "messages": messages,
    "reminders": reminders,
    "watched": watchers,
    "invitations": invitations,
}
"""Tables whose rows are about one person and nobody else, by their names in an export."""
OF_OTHERS = {"invited": invitations.c.invited_by}
"""Columns that name a person in rows about somebody else, by their names in an export."""
COUNTED = (
    *("preferences", "holidays", "ratings", "achievements", "messages"),
    *("watched", "invitations", "daily_deals", "puzzles"),
)
"""Those that people see counted."""
NAMING = (seats.c.user_id, seats.c.left_by, results.c.user_id, matches.c.host_id)
"""Columns that name a person in rows about a match of others, too."""
CHUNK = 500
"""The most ids in one statement."""
_OF_MATCH = (
    *("id", "game", "rules", "options", "guild_id", "channel_id", "stage", "ply", "pace"),
    *("given_up", "created_at", "ended_at", "rematch_of", "hints", "phrases", "rated"),
    *("rated_chosen", "length_chosen", "taken_back", "preset"),
)
_OF_SEAT = (
    *("seat", "level", "salt", "missed", "hints_taken", "hint_ply", "said", "said_ply"),
    *("left_ply", "name", "wishes", "reach", "muted"),
)
_OF_MOVE = ("ply", "code", "at")

_Found = Mapping[str, Any]


class PrivacyQueries(QueryBase):
    @reads
    def holdings(self, db: Connection, user_id: UserId) -> Holdings:
        counted = {name: _own(OWN[name].c.user_id, user_id) for name in COUNTED}
        query = sa.select(
            *(
                sa.select(sa.func.count())
                .select_from(each.subquery())
                .scalar_subquery()
                .label(name)
                for name, each in {"matches": _matches_of(user_id), **counted}.items()
            )
        )
        return Holdings(**db.execute(query).mappings().one())

    @reads
    def own_rows(self, db: Connection, user_id: UserId) -> Mapping[str, Sequence[Row]]:
        exported: dict[str, Sequence[Row]] = {}
        columns = {name: table.c.user_id for name, table in OWN.items()} | OF_OTHERS
        for name, column in columns.items():
            found = db.execute(_own(column, user_id)).mappings()
            exported[name] = [_without(row, _PEOPLE) for row in map(dict, found)]
        return exported

    @reads
    def own_matches(self, db: Connection, user_id: UserId) -> Sequence[MatchId]:
        return sorted(db.scalars(_matches_of(user_id)), reverse=True)

    @reads
    def played(
        self, db: Connection, user_id: UserId, ids: Sequence[MatchId], *, moves: bool = True
    ) -> Sequence[OwnMatch]:
        exported = []
        for some in _chunks(ids):
            chosen = matches.select().where(matches.c.id.in_(some))
            found = {row["id"]: dict(row) for row in db.execute(chosen).mappings()}
            (of_seats, of_results, of_clocks) = [
                _by_match(db, table, some) for table in (seats, results, clocks)
            ]
            own = _made_by(user_id) if moves else sa.false()
            of_log = _by_match(db, log, some, own)
            exported += [
                _played(
                    found[each],
                    user_id,
                    of_seats.get(each, []),
                    of_results.get(each, []),
                    of_clocks.get(each, []),
                    of_log.get(each, []),
                )
                for each in some
                if each in found  # otherwise it was deleted meanwhile
            ]
        return exported

    @reads
    def direct_messages_to(self, db: Connection, user_id: UserId) -> Sequence[MessageRecord]:
        own_tables = sa.select(matches.c.id).where(
            matches.c.guild_id.is_(None), matches.c.id.in_(_matches_of(user_id))
        )
        query = (
            sa.select(messages)
            .where(sa.or_(messages.c.user_id == user_id, messages.c.match_id.in_(own_tables)))
            .order_by(messages.c.message_id)
        )
        return [rows.posted(row) for row in db.execute(query)]

    @writes
    def erase(self, db: Connection, user_id: UserId, open_deals: Collection[date] = ()) -> Erasure:
        sits = sa.select(matches.c.id).join(seats).where(IS_OPEN, seats.c.user_id == user_id)
        if db.execute(sits.limit(1)).first():
            raise Conflict
        theirs = set(db.scalars(_matches_of(user_id)))
        alone = theirs - _of_others(db, theirs, user_id)
        changed = set(theirs)
        for some in _chunks(sorted(theirs - alone)):
            db.execute(_next_revision.where(matches.c.id.in_(some)))
        for some in _chunks(sorted(alone)):
            repeats = _next_revision.where(matches.c.rematch_of.in_(some))
            cut_off = repeats.values(rematch_of=None).returning(matches.c.id)
            changed.update(db.scalars(cut_off).all())
            db.execute(matches.delete().where(matches.c.id.in_(some)))
        leave_traces(db, user_id, open_deals)
        for table in OWN.values():
            db.execute(table.delete().where(table.c.user_id == user_id))
        db.execute(_phrases_deleted(user_id))
        for column in (*NAMING, *OF_OTHERS.values()):
            nobody = None if column.nullable else NOBODY
            nameless = sa.update(column.table).where(column == user_id)
            db.execute(nameless.values({column: nobody}))
        return Erasure(len(alone), len(theirs - alone), tuple(sorted(changed)))


_next_revision = matches.update().values(revision=matches.c.revision + 1)


def _phrases_deleted(user_id: UserId) -> sa.Update:
    theirs = sa.or_(seats.c.user_id == user_id, seats.c.left_by == user_id)
    return sa.update(seats).where(theirs).values(said=None, said_ply=None)


def _made_by(user_id: UserId) -> sa.ColumnElement[bool]:
    """Return the condition for moves of somebody's seat in matches that have ended."""
    is_theirs = sa.or_(seats.c.user_id == user_id, seats.c.left_by == user_id)
    own_seat = sa.exists().where(
        seats.c.match_id == log.c.match_id,
        sa.cast(seats.c.seat, sa.String) == log.c.actor,
        is_theirs,
    )
    return own_seat & ~sa.exists().where(matches.c.id == log.c.match_id, IS_OPEN)


def _own(column: sa.Column[Any], user_id: UserId) -> sa.Select[Any]:
    table = column.table
    return sa.select(table).where(column == user_id).order_by(*table.primary_key)


def _matches_of(user_id: UserId) -> sa.CompoundSelect[Any]:
    return sa.union(*(sa.select(_match_of(each)).where(each == user_id) for each in NAMING))


def _match_of(column: sa.Column[Any]) -> sa.Column[Any]:
    """Return the column with the match's id in the table of ``column``."""
    there = column.table.c
    return there.id if column.table is matches else there.match_id


def _of_others(db: Connection, ids: Iterable[MatchId], user_id: UserId) -> set[MatchId]:
    found: set[MatchId] = set()
    for some in _chunks(sorted(ids)):
        for column in NAMING:
            match_id = _match_of(column)
            query = sa.select(match_id).where(
                match_id.in_(some), column.not_in((user_id, NOBODY)), column.is_not(None)
            )
            found.update(db.scalars(query))
    return found


def _by_match(
    db: Connection, table: sa.Table, ids: Sequence[MatchId], *where: sa.ColumnElement[bool]
) -> dict[MatchId, list[_Found]]:
    query = table.select().where(table.c.match_id.in_(ids), *where).order_by(*table.primary_key)
    found: dict[MatchId, list[_Found]] = {}
    for row in db.execute(query).mappings():
        found.setdefault(row["match_id"], []).append(dict(row))
    return found


def _played(
    match: _Found,
    user_id: UserId,
    of_seats: Sequence[_Found],
    of_results: Sequence[_Found],
    of_clocks: Sequence[_Found],
    moves: Sequence[_Found],
) -> OwnMatch:
    own = next((each for each in of_seats if user_id in (each["user_id"], each["left_by"])), None)
    result = next((each for each in of_results if each["user_id"] == user_id), None)
    seat = own or result
    number = None if seat is None else seat["seat"]
    exported = _picked(match, _OF_MATCH) | {"hosted": match["host_id"] == user_id}
    people = [each for each in of_seats if each["seat"] != number]
    computers = sum(each["user_id"] is None and each["level"] is not None for each in people)
    exported["others"] = {"people": len(people) - computers, "computers": computers}
    if own is not None:
        exported["seat"] = _picked(own, _OF_SEAT) | {"left": own["left_by"] == user_id}
    if result is not None:
        exported["result"] = _without(result, _KEYS)
    if clock := next((each for each in of_clocks if each["seat"] == number), None):
        exported["clock"] = _without(clock, _KEYS)
    return OwnMatch(exported, [_move(each) for each in moves])


def _move(made: _Found) -> Row:
    """Return a move; ``late`` is there only if it is true, ``unasked`` if it was made for them."""
    late = {"late": True} if made["late"] else {}
    unasked = {"unasked": _plain(made["unasked"])} if made["unasked"] else {}
    return _picked(made, _OF_MOVE) | late | unasked


_KEYS = ("match_id", "user_id")
_PEOPLE = ("user_id", "invited_by")
"""Columns with ids of people in rows about one person."""


def _picked(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, object]:
    """Return columns of a row, with values that JSON can hold."""
    return {name: _plain(row[name]) for name in names}


def _without(row: Mapping[str, Any], names: Collection[str]) -> dict[str, object]:
    return _picked(row, [name for name in row if name not in names])


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return getattr(value, "value", value)


def _chunks(ids: Sequence[MatchId]) -> Iterator[Sequence[MatchId]]:
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]
