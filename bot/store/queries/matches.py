"""Matches: their course, logs, rematches and messages, and what is not shown yet."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.engine.record import Entry
from bot.engine.replay import returns_to
from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import (
    CloseReason,
    FinalPlace,
    LobbyTerms,
    Match,
    MatchId,
    MoveCommit,
    MoveMaker,
    NewMatch,
    Occupant,
    Stage,
    UserId,
    WaitingFor,
)
from bot.model.messages import MessageRecord
from bot.model.overview import Census
from bot.model.plans import PlanChanges
from bot.model.shards import Shards
from bot.service.ports.faults import ChannelTaken
from bot.store import rows, statements
from bot.store.faults import is_clash
from bot.store.tables.matches import (
    IS_LOBBY,
    IS_OPEN,
    IS_PENDING,
    IS_RUNNING,
    clocks,
    log,
    matches,
    messages,
    seats,
)
from bot.store.tables.scores import results
from bot.store.transactions import QueryBase, reads, writes

_REVISION = sa.select(matches.c.revision).where(matches.c.id == statements.THIS)
_IN_LOBBY = statements.changing(IS_LOBBY)
_WHILE_OPEN = statements.changing(IS_OPEN)
_WHILE_RUNNING = statements.changing(IS_RUNNING)
_AT_PLY = statements.changing(IS_RUNNING, matches.c.ply == sa.bindparam("at_ply"))
_SHOWN = statements.changing(
    shown=False,
    shown_version=statements.larger(matches.c.shown_version, sa.bindparam("newer_version")),
    shown_ply=statements.larger(matches.c.shown_ply, sa.bindparam("newer_ply")),
)

_OF_THIS = messages.c.match_id == statements.THIS
_POSTED = sa.select(messages).where(_OF_THIS).order_by(messages.c.message_id)
_IDS: sa.BindParameter[int] = sa.bindparam("ids", expanding=True)
_FORGOTTEN = messages.delete().where(_OF_THIS, messages.c.message_id.in_(_IDS))


class MatchQueries(QueryBase):
    """The part of the store that keeps matches.

    What a method expects of a match, its revision above all, is in the ``WHERE`` of its first
    ``UPDATE``, which raises the revision. So of two callers that expect the same, in whatever
    processes, one finds no row and gets a :class:`Conflict`.
    """

    @writes
    def open_match(self, db: Connection, new: NewMatch, at: datetime) -> Match:
        opening = matches.insert().values(rows.lobby(new, at)).returning(matches.c.id)
        try:
            match_id = db.scalar(opening)
        except IntegrityError as error:
            if is_clash(error):
                raise ChannelTaken from error
            raise
        statements.insert(db, seats, rows.seated(match_id, new.seats))
        (match,) = statements.matches_where(db, matches.c.id == match_id)
        return match

    @reads
    def match(self, db: Connection, match_id: MatchId) -> Match | None:
        return statements.match_of(db, match_id)

    @reads
    def open_in(self, db: Connection, channel_id: int) -> Match | None:
        found = statements.matches_where(db, matches.c.channel_id == channel_id, IS_OPEN)
        return found[0] if found else None

    @reads
    def open_of(self, db: Connection, user_id: UserId) -> tuple[Match, ...]:
        theirs = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
        return statements.matches_where(db, matches.c.id.in_(theirs), IS_OPEN)

    @reads
    def kept_for(self, db: Connection, user_id: UserId) -> tuple[MatchId, ...]:
        own_clock = sa.and_(clocks.c.match_id == seats.c.match_id, clocks.c.seat == seats.c.seat)
        query = sa.select(seats.c.match_id).join(clocks, own_clock)
        query = query.where(seats.c.left_by == user_id, clocks.c.kept_until.is_not(None))
        return tuple(db.scalars(query.order_by(seats.c.match_id)))

    @reads
    def log(self, db: Connection, match_id: MatchId) -> tuple[Entry, ...]:
        query = (
            sa.select(log.c.actor, log.c.code).where(log.c.match_id == match_id).order_by(log.c.ply)
        )
        entries = db.execute(query)
        return tuple(rows.entry(actor, code) for actor, code in entries)

    @reads
    def late_plies(self, db: Connection, match_id: MatchId, since: int) -> frozenset[int]:
        query = sa.select(log.c.ply).where(
            log.c.match_id == match_id, log.c.ply >= since, log.c.late
        )
        return frozenset(db.scalars(query))

    @reads
    def makers(self, db: Connection, match_id: MatchId) -> Mapping[int, MoveMaker]:
        query = sa.select(log.c.ply, log.c.unasked).where(
            log.c.match_id == match_id, sa.or_(log.c.late, log.c.unasked.is_not(None))
        )
        return {ply: unasked or MoveMaker.CLOCK for ply, unasked in db.execute(query)}

    @reads
    def revision(self, db: Connection, match_id: MatchId) -> int | None:
        found: int | None = db.scalar(_REVISION, {"this": match_id})
        return found

    @writes
    def save_lobby(
        self, db: Connection, match_id: MatchId, revision: int, terms: LobbyTerms
    ) -> None:
        statements.change(db, _IN_LOBBY, match_id, revision, **rows.agreed(terms))
        statements.seat_all(db, match_id, terms.seats)

    @writes
    def start(
        self,
        db: Connection,
        match_id: MatchId,
        revision: int,
        *,
        start_salt: str,
        moved: MoveCommit,
        lobby: Match | None = None,
    ) -> None:
        after: rows.Values = {"ply": len(moved.entries), "awaits": moved.awaits}
        after |= {"stage": Stage.RUNNING, "start_salt": start_salt} | rows.planned(moved.agenda)
        if lobby is not None:
            after |= {"host_id": lobby.host_id, "rated": lobby.rated}
        statements.change(db, _IN_LOBBY, match_id, revision, **after)
        if lobby is not None:
            statements.seat_all(db, match_id, lobby.seats)
        statements.insert(db, log, rows.logged(match_id, 0, moved))
        statements.plan(db, match_id, moved.agenda)

    @writes
    def commit_moves(
        self, db: Connection, match_id: MatchId, revision: int, ply: int, moved: MoveCommit
    ) -> None:
        after: rows.Values = {"ply": ply + len(moved.entries), "awaits": moved.awaits}
        after |= rows.planned(moved.agenda)
        if any(returns_to(*entry) is not None for entry in moved.entries):
            after["taken_back"] = True
        if moved.places is not None:
            after |= {"stage": Stage.OVER, "awaits": WaitingFor.NOBODY, "ended_at": moved.at}
        statements.change(db, _AT_PLY, match_id, revision, at_ply=ply, **after)
        statements.insert(db, log, rows.logged(match_id, ply, moved))
        placed = rows.placed(match_id, moved.places or (), moved.at)
        statements.insert(db, results, placed)
        statements.plan(db, match_id, moved.agenda, moved.plans)
        if moved.occupant is not None:
            statements.take_seat(db, match_id, moved.occupant)
        if moved.places is not None:
            statements.end(db, match_id)

    @writes
    def take_seat(
        self,
        db: Connection,
        match_id: MatchId,
        revision: int,
        occupant: Occupant,
        awaits: WaitingFor,
        agenda: Agenda,
        plans: PlanChanges = (),
    ) -> None:
        after: rows.Values = {"awaits": awaits} | rows.planned(agenda)
        statements.change(db, _WHILE_RUNNING, match_id, revision, **after)
        statements.take_seat(db, match_id, occupant)
        statements.plan(db, match_id, agenda, plans)

    @writes
    def close(
        self,
        db: Connection,
        match_id: MatchId,
        revision: int,
        why: CloseReason,
        at: datetime,
        occupant: Occupant | None = None,
        places: Sequence[FinalPlace] = (),
    ) -> None:
        closed = {"stage": Stage.CLOSED, "given_up": why, "ended_at": at}
        closed |= {"awaits": WaitingFor.NOBODY, "scored_at": None if places else at}
        statements.change(db, _WHILE_OPEN, match_id, revision, **closed, **rows.planned(NOTHING))
        statements.insert(db, results, rows.placed(match_id, places, at))
        statements.plan(db, match_id, NOTHING)
        statements.end(db, match_id)
        if occupant is not None:
            statements.take_seat(db, match_id, occupant)

    @writes
    def mark_shown(
        self, db: Connection, match_id: MatchId, revision: int, version: int, ply: int
    ) -> None:
        newer = {"newer_version": version, "newer_ply": ply}
        statements.change(db, _SHOWN, match_id, revision, **newer)

    @reads
    def pending_matches(self, db: Connection, shards: Shards) -> tuple[MatchId, ...]:
        on_these = statements.on_shards(matches.c.guild_id, shards)
        may_call = matches.c.calls_at.is_(None)
        query = sa.select(matches.c.id).where(IS_PENDING, may_call, *on_these)
        return tuple(db.scalars(query.order_by(matches.c.id)))

    @reads
    def census(self, db: Connection, shards: Shards) -> Census:
        on_these = statements.on_shards(matches.c.guild_id, shards)
        count = sa.func.count()
        lobbies, running = count.filter(IS_LOBBY), count.filter(IS_RUNNING)
        pending = sa.select(count).select_from(matches).where(IS_PENDING, *on_these)
        query = sa.select(lobbies, running, pending.scalar_subquery()).where(IS_OPEN, *on_these)
        return Census(*db.execute(query).one())

    @reads
    def rematch(self, db: Connection, match_id: MatchId) -> Match | None:
        found = statements.matches_where(db, matches.c.rematch_of == match_id, IS_OPEN)
        return found[0] if found else None

    @reads
    def last_ended_in(self, db: Connection, channel_id: int) -> MatchId | None:
        last = (
            sa.select(matches.c.id)
            .where(matches.c.channel_id == channel_id, matches.c.ended_at.is_not(None))
            .where(sa.exists().where(results.c.match_id == matches.c.id))
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(1)
        )
        return db.scalar(last)

    @reads
    def last_over(self, db: Connection, channel_id: int, user_id: UserId) -> Match | None:
        theirs = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
        last = (
            sa.select(matches.c.id)
            .where(matches.c.id.in_(theirs), matches.c.channel_id == channel_id)
            .where(matches.c.stage == Stage.OVER)
            .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
            .limit(1)
        )
        found = statements.matches_where(db, matches.c.id == last.scalar_subquery())
        return found[0] if found else None

    @writes
    def remember(
        self,
        db: Connection,
        match_id: MatchId,
        posted: MessageRecord,
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
    def posted(self, db: Connection, match_id: MatchId) -> tuple[MessageRecord, ...]:
        return tuple(map(rows.posted, db.execute(_POSTED, {"this": match_id})))

    @writes
    def forget(self, db: Connection, match_id: MatchId, message_id: int) -> None:
        db.execute(_FORGOTTEN, {"this": match_id, "ids": [message_id]})
