"""The store of the service, in SQL: each method is one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.service.ports import (
    Awaits,
    ChannelTaken,
    Match,
    MatchId,
    NewMatch,
    Occupant,
    Place,
    Posted,
    Stage,
    Standing,
    Try,
    UserId,
)
from bot.store import rows, statements
from bot.store.alone import HAD_COMPANY, finished_alone, try_of
from bot.store.engine import PATIENCE
from bot.store.faults import is_clash
from bot.store.tables import IS_OPEN, IS_OWED, log, matches, messages, results, seats
from bot.store.transactions import Transactions, to_the_end


class SqlStore:
    """Matches in a database: the :class:`~bot.service.ports.Store` of the service.

    What a method expects of a match stands in the ``WHERE`` of its first ``UPDATE``, so of two who
    expect the same, in whatever processes, one finds no row and gets a :class:`Conflict`. A caller
    who is cancelled waits until the transaction has ended, one way or the other.
    """

    def __init__(self, engine: AsyncEngine, *, patience: float = PATIENCE) -> None:
        self.engine = engine
        transactions = Transactions(engine, patience)
        self._read = transactions.read
        self._write = transactions.write

    async def dispose(self) -> None:
        """Hang up; what was under way must be finished."""
        await self.engine.dispose()

    @to_the_end
    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown); raises :class:`ChannelTaken`."""
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

    @to_the_end
    async def match(self, match_id: MatchId) -> Match | None:
        """The match, with its seats in order."""
        async with self._read() as connection:
            found = await statements.matches_where(connection, matches.c.id == match_id)
        return found[0] if found else None

    @to_the_end
    async def open_in(self, channel_id: int) -> Match | None:
        """The lobby or running match of a channel."""
        async with self._read() as connection:
            found = await statements.matches_where(
                connection, matches.c.channel_id == channel_id, IS_OPEN
            )
        return found[0] if found else None

    @to_the_end
    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """The lobbies and running matches a person sits in, oldest first."""
        theirs = sa.select(seats.c.match_id).where(seats.c.user_id == user_id)
        async with self._read() as connection:
            return await statements.matches_where(connection, matches.c.id.in_(theirs), IS_OPEN)

    @to_the_end
    async def log(self, match_id: MatchId) -> tuple[Entry, ...]:
        """Every move from the start."""
        query = (
            sa.select(log.c.actor, log.c.code).where(log.c.match_id == match_id).order_by(log.c.ply)
        )
        async with self._read() as connection:
            entries = await connection.execute(query)
            return tuple(rows.entry(actor, code) for actor, code in entries)

    @to_the_end
    async def save_lobby(
        self,
        match_id: MatchId,
        version: int,
        *,
        host_id: UserId,
        options: Mapping[str, OptionValue],
        seats: Sequence[Occupant],
    ) -> None:
        """Replace what a lobby agreed on, if it is still a lobby of ``version``.

        The version goes up by one. Raises :class:`Conflict`.
        """
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                matches.c.stage == Stage.LOBBY,
                matches.c.version == version,
                host_id=host_id,
                options=dict(options),
            )
            await statements.seat_all(connection, match_id, seats)

    @to_the_end
    async def start(
        self,
        match_id: MatchId,
        version: int,
        *,
        start_salt: str,
        entries: Sequence[Entry],
        awaits: Awaits,
        at: datetime,
    ) -> None:
        """Make a lobby of ``version`` a running match with its first moves.

        Raises :class:`Conflict`.
        """
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                matches.c.stage == Stage.LOBBY,
                matches.c.version == version,
                stage=Stage.RUNNING,
                start_salt=start_salt,
                ply=len(entries),
                awaits=awaits,
            )
            await statements.insert(connection, log, rows.logged(match_id, 0, entries, at))

    @to_the_end
    async def append(
        self,
        match_id: MatchId,
        ply: int,
        *,
        entries: Sequence[Entry],
        awaits: Awaits,
        at: datetime,
        places: Sequence[Place] | None = None,
    ) -> None:
        """Add moves to a running match whose log has ``ply`` entries.

        With ``places`` the match is over, waits for nobody, and they are stored as its results.
        The version goes up by one. Raises :class:`Conflict`.
        """
        after: rows.Values = {"ply": ply + len(entries), "awaits": awaits}
        if places is not None:
            after |= {"stage": Stage.OVER, "awaits": Awaits.NOBODY, "ended_at": at}
        async with self._write() as connection:
            await statements.change(
                connection,
                match_id,
                matches.c.stage == Stage.RUNNING,
                matches.c.ply == ply,
                **after,
            )
            await statements.insert(connection, log, rows.logged(match_id, ply, entries, at))
            await statements.insert(connection, results, rows.placed(match_id, places or ()))

    @to_the_end
    async def take_seat(
        self,
        match_id: MatchId,
        occupant: Occupant,
        awaits: Awaits,
        closed_at: datetime | None = None,
    ) -> None:
        """Replace who sits in one seat of a running match; the version goes up by one.

        With ``closed_at`` the match is given up in the same moment. Raises :class:`Conflict` when
        the match does not run or has no such seat.
        """
        taken = (
            seats.update()
            .where(seats.c.match_id == match_id, seats.c.seat == occupant.seat)
            .values(rows.occupied(occupant))
        )
        after: rows.Values = {"awaits": awaits}
        if closed_at is not None:
            after |= statements.closed(closed_at)
        async with self._write() as connection:
            await statements.change(connection, match_id, matches.c.stage == Stage.RUNNING, **after)
            statements.expect_one(await connection.execute(taken))

    @to_the_end
    async def close(self, match_id: MatchId, at: datetime) -> None:
        """Give up a lobby or a running match; the version goes up by one.

        Raises :class:`Conflict` when it has ended already.
        """
        async with self._write() as connection:
            await statements.change(connection, match_id, IS_OPEN, **statements.closed(at))

    @to_the_end
    async def mark_shown(self, match_id: MatchId, version: int, ply: int) -> None:
        """The channel has seen that version and ply (never goes back)."""
        shown = (
            matches.update()
            .where(matches.c.id == match_id)
            .values(
                shown_version=statements.larger(matches.c.shown_version, version),
                shown_ply=statements.larger(matches.c.shown_ply, ply),
            )
        )
        async with self._write() as connection:
            await connection.execute(shown)

    @to_the_end
    async def owed(self) -> tuple[MatchId, ...]:
        """Matches whose newest version was not shown, or whose table waits for a computer."""
        query = sa.select(matches.c.id).where(IS_OWED).order_by(matches.c.id)
        async with self._read() as connection:
            return tuple(await connection.scalars(query))

    @to_the_end
    async def remember(self, match_id: MatchId, posted: Posted) -> None:
        """A message that shows the match, or what it shows now.

        Raises :class:`Conflict` without the match.
        """
        outdated = messages.delete().where(
            messages.c.match_id == match_id, messages.c.message_id == posted.message_id
        )
        async with self._write() as connection:
            await connection.execute(outdated)
            await connection.execute(messages.insert().values(rows.message(match_id, posted)))

    @to_the_end
    async def posted(self, match_id: MatchId) -> tuple[Posted, ...]:
        """The messages that show the match, the oldest first."""
        c = messages.c
        query = (
            sa.select(c.channel_id, c.message_id, c.user_id, c.version, c.ply)
            .where(c.match_id == match_id)
            .order_by(c.message_id)
        )
        async with self._read() as connection:
            return tuple(Posted(*row) for row in await connection.execute(query))

    @to_the_end
    async def forget(self, match_id: MatchId, message_id: int) -> None:
        """That message is gone or has lost its buttons."""
        gone = messages.delete().where(
            messages.c.match_id == match_id, messages.c.message_id == message_id
        )
        async with self._write() as connection:
            await connection.execute(gone)

    @to_the_end
    async def standings(self, guild_id: int, limit: int) -> tuple[Standing, ...]:
        """A server's people by wins, then points, then fewer matches.

        Matches that were played alone do not count.
        """
        played = sa.func.count().label("matches")
        wins = sa.func.sum(sa.case((results.c.won, 1), else_=0)).label("wins")
        points = sa.func.sum(results.c.points).label("points")
        query = (
            sa.select(results.c.user_id, played, wins, points)
            .join_from(results, matches)
            .where(matches.c.guild_id == guild_id, results.c.user_id.is_not(None))
            .where(HAD_COMPANY)
            .group_by(results.c.user_id)
            .order_by(wins.desc(), points.desc(), played, results.c.user_id)
            .limit(limit)
        )
        async with self._read() as connection:
            return tuple(Standing(*row) for row in await connection.execute(query))

    @to_the_end
    async def tries(
        self,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[Try, ...]:
        """What a person finished alone of a game with just these options, in order of ending."""
        agreed = {**usual, **options}
        async with self._read() as connection:
            found = await connection.execute(finished_alone(user_id, game))
            return tuple(try_of(row) for row in found if {**usual, **row.options} == agreed)
