"""Matches: opening, changing and closing them, their logs, and what is not shown yet."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.engine.record import Entry
from bot.engine.take_back import returns_to
from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import (
    CloseReason,
    FinalPlace,
    LobbyTerms,
    Match,
    MatchId,
    Moved,
    NewMatch,
    Occupant,
    Stage,
    UserId,
    WaitingFor,
)
from bot.model.overview import Census
from bot.model.shards import Shards
from bot.service.ports.faults import ChannelTaken
from bot.store import rows, statements
from bot.store.faults import is_clash
from bot.store.query_base import QueryBase
from bot.store.tables.matches import IS_OPEN, IS_PENDING, clocks, log, matches, seats
from bot.store.tables.scores import results


class MatchQueries(QueryBase):
    """The part of the store that keeps matches.

    What a method expects of a match, its revision above all, is in the ``WHERE`` of its first
    ``UPDATE``, which raises the revision. So of two callers that expect the same, in whatever
    processes, one finds no row and gets a :class:`Conflict`.
    """

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown) and return it.

        Raises :class:`ChannelTaken` if the channel has an open match, or if the match that this one
        repeats has an open rematch in any channel.
        """
        opening = matches.insert().values(rows.lobby(new, at)).returning(matches.c.id)
        async with self._write() as connection:
            try:
                match_id = await connection.scalar(opening)
            except IntegrityError as error:
                if is_clash(error):
                    raise ChannelTaken from error
                raise
            await statements.insert(connection, seats, rows.seated(match_id, new.seats))
            (match,) = await statements.matches_where(connection, matches.c.id == match_id)
            return match

    async def match(self, match_id: MatchId) -> Match | None:
        """Return the match with its seats in order; ``None`` if there is none."""
        async with self._read() as connection:
            found = await statements.matches_where(connection, matches.c.id == match_id)
        return found[0] if found else None

    async def open_in(self, channel_id: int) -> Match | None:
        """Return the lobby or running match of a channel; ``None`` if there is none."""
        async with self._read() as connection:
            found = await statements.matches_where(
                connection, matches.c.channel_id == channel_id, IS_OPEN
            )
        return found[0] if found else None

    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """Return the lobbies and running matches a person sits in, oldest first."""
        theirs = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
        async with self._read() as connection:
            return await statements.matches_where(connection, matches.c.id.in_(theirs), IS_OPEN)

    async def kept_for(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Return the matches in which a seat is kept for a person who has just left it."""
        own_clock = sa.and_(clocks.c.match_id == seats.c.match_id, clocks.c.seat == seats.c.seat)
        query = sa.select(seats.c.match_id).join(clocks, own_clock)
        query = query.where(seats.c.left_by == user_id, clocks.c.kept_until.is_not(None))
        async with self._read() as connection:
            return tuple(await connection.scalars(query.order_by(seats.c.match_id)))

    async def most_urgent(self, user_id: UserId) -> MatchId | None:
        """Return, of the running matches a person sits in, the one whose move is due first.

        If they have no move to make, it is the oldest; ``None`` if they sit in none.
        """
        own_clock = sa.and_(clocks.c.match_id == seats.c.match_id, clocks.c.seat == seats.c.seat)
        query = (
            sa.select(matches.c.id)
            .join_from(seats, matches, matches.c.id == seats.c.match_id)
            .outerjoin(clocks, own_clock)
            .where(seats.c.user_id == user_id, IS_OPEN, matches.c.stage == Stage.RUNNING)
            .order_by(
                clocks.c.seat.is_(None), clocks.c.due_at.is_(None), clocks.c.due_at, matches.c.id
            )
            .limit(1)
        )
        async with self._read() as connection:
            found: MatchId | None = await connection.scalar(query)
        return found

    async def log(self, match_id: MatchId) -> tuple[Entry, ...]:
        """Return every move from the start."""
        query = (
            sa.select(log.c.actor, log.c.code).where(log.c.match_id == match_id).order_by(log.c.ply)
        )
        async with self._read() as connection:
            entries = await connection.execute(query)
            return tuple(rows.entry(actor, code) for actor, code in entries)

    async def late_plies(self, match_id: MatchId, since: int) -> frozenset[int]:
        """Return the plies from ``since`` on that the clock played for somebody."""
        query = sa.select(log.c.ply).where(
            log.c.match_id == match_id, log.c.ply >= since, log.c.late
        )
        async with self._read() as connection:
            return frozenset(await connection.scalars(query))

    async def revision(self, match_id: MatchId) -> int | None:
        """Return the revision of a match; ``None`` if there is none."""
        query = sa.select(matches.c.revision).where(matches.c.id == match_id)
        async with self._read() as connection:
            found: int | None = await connection.scalar(query)
        return found

    async def save_lobby(self, match_id: MatchId, revision: int, terms: LobbyTerms) -> None:
        """Replace the terms of a lobby of ``revision``. Raises :class:`Conflict`."""
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                revision,
                matches.c.stage == Stage.LOBBY,
                host_id=terms.host_id,
                options=dict(terms.options),
                pace=terms.pace,
                hints=terms.hints,
                phrases=terms.phrases,
                rated=terms.rated,
                rated_chosen=terms.rated_chosen,
                **rows.planned(terms.agenda),
            )
            await statements.seat_all(connection, match_id, terms.seats)

    async def start(
        self,
        match_id: MatchId,
        revision: int,
        *,
        start_salt: str,
        moved: Moved,
        lobby: Match | None = None,
    ) -> None:
        """Turn a lobby of ``revision`` into a running match with its first moves.

        It gets the host and the seats of ``lobby``, if given, and is rated if that is. Raises
        :class:`Conflict`.
        """
        after: rows.Values = {"ply": len(moved.entries), "awaits": moved.awaits}
        after |= rows.planned(moved.agenda)
        if lobby is not None:
            after |= {"host_id": lobby.host_id, "rated": lobby.rated}
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                revision,
                matches.c.stage == Stage.LOBBY,
                stage=Stage.RUNNING,
                start_salt=start_salt,
                **after,
            )
            if lobby is not None:
                await statements.seat_all(connection, match_id, lobby.seats)
            await statements.insert(connection, log, rows.logged(match_id, 0, moved))
            await statements.plan(connection, match_id, moved.agenda)

    async def commit_moves(self, match_id: MatchId, revision: int, ply: int, moved: Moved) -> None:
        """Add moves to a running match of ``revision`` whose log has ``ply`` entries.

        With ``moved.places`` the match is over, waits for nobody, and they are stored as its
        results. Raises :class:`Conflict`.
        """
        after: rows.Values = {"ply": ply + len(moved.entries), "awaits": moved.awaits}
        after |= rows.planned(moved.agenda)
        if any(returns_to(*entry) is not None for entry in moved.entries):
            after["taken_back"] = True
        if moved.places is not None:
            after |= {"stage": Stage.OVER, "awaits": WaitingFor.NOBODY, "ended_at": moved.at}
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                revision,
                matches.c.stage == Stage.RUNNING,
                matches.c.ply == ply,
                **after,
            )
            await statements.insert(connection, log, rows.logged(match_id, ply, moved))
            placed = rows.placed(match_id, moved.places or (), moved.at)
            await statements.insert(connection, results, placed)
            await statements.plan(connection, match_id, moved.agenda)
            if moved.occupant is not None:
                await statements.take_seat(connection, match_id, moved.occupant)

    async def take_seat(
        self,
        match_id: MatchId,
        revision: int,
        occupant: Occupant,
        awaits: WaitingFor,
        agenda: Agenda,
    ) -> None:
        """Replace the occupant of one seat of a running match of ``revision``.

        Raises :class:`Conflict` when the match is not running, has another revision or has no such
        seat.
        """
        after: rows.Values = {"awaits": awaits} | rows.planned(agenda)
        async with self._write() as connection:
            await statements.change(
                connection, match_id, revision, matches.c.stage == Stage.RUNNING, **after
            )
            await statements.take_seat(connection, match_id, occupant)
            await statements.plan(connection, match_id, agenda)

    async def close(
        self,
        match_id: MatchId,
        revision: int,
        why: CloseReason,
        at: datetime,
        occupant: Occupant | None = None,
        places: Sequence[FinalPlace] = (),
    ) -> None:
        """Close a lobby or a running match of ``revision``.

        With ``places`` its results count. Raises :class:`Conflict` when it has ended already or has
        another revision.
        """
        closed = statements.closed(why, at, has_results=bool(places))
        async with self._write() as connection:
            await statements.change(connection, match_id, revision, IS_OPEN, **closed)
            await statements.insert(connection, results, rows.placed(match_id, places, at))
            await statements.plan(connection, match_id, NOTHING)
            if occupant is not None:
                await statements.take_seat(connection, match_id, occupant)

    async def mark_shown(self, match_id: MatchId, revision: int, version: int, ply: int) -> None:
        """Record that the channel shows that version and ply of a match of ``revision``.

        Neither ever goes back. Raises :class:`Conflict`.
        """
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                revision,
                shown=False,
                shown_version=statements.larger(matches.c.shown_version, version),
                shown_ply=statements.larger(matches.c.shown_ply, ply),
            )

    async def pending_matches(self, shards: Shards) -> tuple[MatchId, ...]:
        """Return matches whose newest version was not shown, or that wait for a computer."""
        on_these = statements.on_shards(matches.c.guild_id, shards)
        query = sa.select(matches.c.id).where(IS_PENDING, *on_these).order_by(matches.c.id)
        async with self._read() as connection:
            return tuple(await connection.scalars(query))

    async def census(self, shards: Shards) -> Census:
        """Count the lobbies, the running matches, and the :meth:`pending_matches`."""
        on_these = statements.on_shards(matches.c.guild_id, shards)
        count = sa.func.count()
        lobbies, running = (
            count.filter(matches.c.stage == stage) for stage in (Stage.LOBBY, Stage.RUNNING)
        )
        pending = sa.select(count).select_from(matches).where(IS_PENDING, *on_these)
        query = sa.select(lobbies, running, pending.scalar_subquery()).where(IS_OPEN, *on_these)
        async with self._read() as connection:
            return Census(*(await connection.execute(query)).one())
