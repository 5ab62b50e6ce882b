"""The interface of the store of matches."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from bot.engine.contract import Seat
from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.model.calls import Reminder
from bot.model.deadlines import Agenda
from bot.model.match import (
    CloseReason,
    FinalPlace,
    LobbyTerms,
    Match,
    MatchId,
    Moved,
    NewMatch,
    Occupant,
    Posted,
    UserId,
    WaitingFor,
)
from bot.model.overview import Alarm, Census, GuildMatch
from bot.model.phrases import Said
from bot.model.preferences import Holiday, PlayerSettings, Preferences
from bot.model.scores import SoloResult
from bot.model.shards import Shards
from bot.service.ports.calls import CallStore
from bot.service.ports.changes import ChangeFeed
from bot.service.ports.privacy import PrivacyStore
from bot.service.ports.scores import ScoreStore


class Store(ScoreStore, PrivacyStore, CallStore, Protocol):
    """The store of matches. Every method is one transaction; times are UTC and aware.

    A method that changes a match takes the ``revision`` that the change builds on. It raises
    :class:`Conflict` if the match has another one by now, else the revision goes up by one. With
    ``shards`` only matches and servers on those shards are returned. Any method may raise
    :class:`StoreFault`.
    """

    changes: ChangeFeed
    """Tells other processes what has changed."""
    is_exclusive: bool
    """True if no other process writes to this store, so that copies in memory stay current."""

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown) and return it; raises :class:`ChannelTaken`.

        It is also raised when the same rematch is open already, in any channel.
        """

    async def match(self, match_id: MatchId) -> Match | None:
        """Return the match with its seats in order and its agenda; ``None`` if there is none."""

    async def open_in(self, channel_id: int) -> Match | None:
        """Return the lobby or running match of a channel, if it has one."""

    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """Return the lobbies and running matches that a person sits in, oldest first."""

    async def kept_for(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Return the matches in which a seat is kept for a person who has just left it."""

    async def log(self, match_id: MatchId) -> tuple[Entry, ...]:
        """Return every move from the start."""

    async def late_plies(self, match_id: MatchId, since: int) -> frozenset[int]:
        """Return the plies from ``since`` on at which the clock made the move."""

    async def revision(self, match_id: MatchId) -> int | None:
        """Return just the revision of a match; ``None`` if there is no such match."""

    async def save_lobby(self, match_id: MatchId, revision: int, terms: LobbyTerms) -> None:
        """Replace the terms of a lobby of ``revision``.

        The version goes up by one. Raises :class:`Conflict`.
        """

    async def start(
        self,
        match_id: MatchId,
        revision: int,
        *,
        start_salt: str,
        moved: Moved,
        lobby: Match | None = None,
    ) -> None:
        """Make a lobby of ``revision`` a running match with its first moves.

        It gets the host and the seats of ``lobby``, if given, and is rated if that is. The version
        goes up by one. Raises :class:`Conflict`.
        """

    async def commit_moves(self, match_id: MatchId, revision: int, ply: int, moved: Moved) -> None:
        """Add moves to a running match of ``revision`` whose log has ``ply`` entries.

        With ``moved.places`` the match is over, and they are stored as its results. The version
        goes up by one. Raises :class:`Conflict`.
        """

    async def take_seat(
        self,
        match_id: MatchId,
        revision: int,
        occupant: Occupant,
        awaits: WaitingFor,
        agenda: Agenda,
    ) -> None:
        """Replace the occupant of one seat of a running match of ``revision``.

        The version goes up by one. Raises :class:`Conflict`.
        """

    async def close(
        self,
        match_id: MatchId,
        revision: int,
        why: CloseReason,
        at: datetime,
        occupant: Occupant | None = None,
        places: Sequence[FinalPlace] = (),
    ) -> None:
        """Close a lobby or a running match of ``revision`` early.

        With ``places`` its results count. ``occupant`` replaces the one in their seat. The version
        goes up by one. Raises :class:`Conflict`.
        """

    async def most_urgent(self, user_id: UserId) -> MatchId | None:
        """Return the running match that needs a person's move soonest.

        If none does, return the oldest running match they sit in; ``None`` without any.
        """

    async def count_hint(
        self, match_id: MatchId, revision: int, ply: int, seat: Seat, since: int
    ) -> None:
        """Count a hint of a seat in a running match of ``revision`` with ``ply`` log entries.

        Further hints for the choice that it has had since the ply ``since`` are not counted.
        Raises :class:`Conflict`.
        """

    async def save_phrase(self, match_id: MatchId, revision: int, seat: Seat, said: Said) -> None:
        """Save what a seat says in a running match of ``revision``, in place of its last phrase.

        The version goes up by one. Raises :class:`Conflict`.
        """

    # Clocks.

    async def plan(
        self,
        match_id: MatchId,
        revision: int,
        agenda: Agenda,
        *,
        shown: bool = False,
        reminded: Collection[Reminder] = (),
    ) -> None:
        """Replace the agenda of an open match of ``revision``, and save reminders to give.

        With ``shown`` the version goes up by one, so that the table shows the change. Raises
        :class:`Conflict`.
        """

    async def alarms(
        self, until: datetime, limit: int, shards: Shards, besides: Collection[MatchId] = ()
    ) -> tuple[Alarm, ...]:
        """Return up to ``limit`` open matches with something due by ``until``, in order.

        Those in ``besides`` are left out.
        """

    async def next_alarm(
        self, shards: Shards, besides: Collection[MatchId] = ()
    ) -> datetime | None:
        """Return when something is next due for any match not in ``besides``, if ever."""

    async def postpone(self, match_id: MatchId, until: datetime) -> None:
        """Postpone a match to ``until``, because it could not be handled now.

        A match that was changed meanwhile, and wakes later than that or never, is left alone. All
        others get a new revision, whatever theirs is now.
        """

    async def guilds_in_play(self, shards: Shards) -> frozenset[int]:
        """Return the servers with running matches."""

    async def ticking_matches(self, guild_ids: Collection[int]) -> tuple[MatchId, ...]:
        """Return the running matches in these servers in which clocks run, in order of alarms."""

    async def stopped_matches(self, shards: Shards) -> tuple[GuildMatch, ...]:
        """Return the running matches in servers in which no clock runs, in order of alarms."""

    # People.

    async def player_settings(
        self, users: Collection[UserId], since: datetime
    ) -> Mapping[UserId, PlayerSettings]:
        """Return people's settings, with the holidays that ended after ``since``.

        People who have set nothing are left out.
        """

    async def save_preferences(
        self, user_id: UserId, preferences: Preferences, replacing: Preferences | None = None
    ) -> None:
        """Save a person's preferences.

        Raises :class:`Conflict` if those that are stored differ from ``replacing``, if given.
        """

    async def save_locale(self, user_id: UserId, locale: str) -> None:
        """Save the locale of a person's Discord, if they sit in an open match."""

    async def save_holiday(self, user_id: UserId, holiday: Holiday) -> None:
        """Save a holiday, in place of one that began at the same moment."""

    # Rematches.

    async def rematch(self, match_id: MatchId) -> Match | None:
        """Return the lobby or running match that is the rematch of a match, if there is one."""

    async def last_ended_in(self, channel_id: int) -> MatchId | None:
        """Return the match with results that ended last in a channel, if there is one."""

    async def last_over(self, channel_id: int, user_id: UserId) -> Match | None:
        """Return the person's match that was played to its end last in a channel, if any."""

    # Lessons.

    async def offer_lesson(self, user_id: UserId, game: str, at: datetime) -> bool:
        """Record that the lesson of a game is offered to a person; return whether it should be.

        It is not if it was offered before, or if they have finished a match of the game.
        """

    # Messages.

    async def mark_shown(self, match_id: MatchId, revision: int, version: int, ply: int) -> None:
        """Record that the channel was shown that version and ply of a match of ``revision``.

        Neither ever goes back. Raises :class:`Conflict`.
        """

    async def pending_matches(self, shards: Shards) -> tuple[MatchId, ...]:
        """Return matches whose newest version was not shown, or that wait for a computer."""

    async def census(self, shards: Shards) -> Census:
        """Count the matches there are now."""

    async def remember(
        self,
        match_id: MatchId,
        posted: Posted,
        *,
        instead_of: int | None = None,
        reminded: UserId | None = None,
    ) -> None:
        """Record a message that shows the match, or update what it shows.

        ``instead_of`` is the id of a record that it replaces. If it reminds somebody, that reminder
        is settled in the same transaction.
        """

    async def posted(self, match_id: MatchId) -> tuple[Posted, ...]:
        """Return the messages that show the match, oldest first."""

    async def forget(self, match_id: MatchId, message_id: int) -> None:
        """Forget a message that was deleted or has lost its buttons."""

    async def dispose(self) -> None:
        """Disconnect; all operations must have finished."""

    async def solo_results(
        self,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[SoloResult, ...]:
        """Return a person's finished solo matches with exactly these options, in order of ending.

        ``usual`` has the values of options that a match lacks, being older than they are.
        """
