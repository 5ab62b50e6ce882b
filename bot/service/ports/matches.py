"""The interface of the store of matches: lobbies, moves, clocks, messages and calls."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bot.engine.contract import Seat
from bot.engine.record import Entry
from bot.model.calls import Invitation, Occasion, Reminder, Watcher, WatchReminders
from bot.model.deadlines import Agenda
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
    UserId,
    WaitingFor,
)
from bot.model.messages import MessageRecord
from bot.model.overview import Alarm, Census, GuildMatch
from bot.model.plans import PlanChanges
from bot.model.shards import Shards


class MatchStore(Protocol):
    """The part of the :class:`~bot.service.ports.store.Store` that keeps matches.

    A method that changes a match takes the ``revision`` that the change builds on. It raises
    :class:`Conflict` if the match has another one by now, or is not as the method describes it.
    Otherwise the revision goes up by one and, unless the method says otherwise, the version: the
    table is shown again.
    """

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown) and return it.

        Raises :class:`ChannelTaken`, also when the same rematch is open already in any channel.
        """

    async def match(self, match_id: MatchId) -> Match | None:
        """Return the match with its seats in order and its agenda; ``None`` if there is none."""

    async def open_in(self, channel_id: int) -> Match | None:
        """Return the lobby or running match of a channel, if it has one."""

    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """Return the lobbies and running matches that a person sits in, oldest first."""

    async def kept_for(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Return the matches in which a seat is kept for a person who has just left it."""

    async def log(self, match_id: MatchId) -> tuple[Entry, ...]: ...

    async def late_plies(self, match_id: MatchId, since: int) -> frozenset[int]:
        """Return the plies from ``since`` on at which the clock made the move."""

    async def makers(self, match_id: MatchId) -> Mapping[int, MoveMaker]:
        """Return who made the moves that were made for a person, by ply.

        Only that person may know of any but those of the clock.
        """

    async def move_times(self, match_id: MatchId, since: int) -> tuple[datetime, ...]:
        """Return when each entry of a match's log from the ply ``since`` on was committed."""

    async def revision(self, match_id: MatchId) -> int | None: ...

    async def save_lobby(self, match_id: MatchId, revision: int, terms: LobbyTerms) -> None: ...

    async def start(
        self,
        match_id: MatchId,
        revision: int,
        *,
        start_salt: str,
        moved: MoveCommit,
        lobby: Match | None = None,
    ) -> None:
        """Start a lobby, with the host, the seats and ``rated`` of ``lobby`` if given."""

    async def commit_moves(
        self, match_id: MatchId, revision: int, ply: int, moved: MoveCommit
    ) -> None:
        """Add moves to a running match whose log has ``ply`` entries.

        With ``moved.places`` the match is over, waits for nobody, and they are stored as its
        results.
        """

    async def take_seat(
        self,
        match_id: MatchId,
        revision: int,
        occupant: Occupant,
        awaits: WaitingFor,
        agenda: Agenda,
        plans: PlanChanges = (),
    ) -> None: ...

    async def close(
        self,
        match_id: MatchId,
        revision: int,
        why: CloseReason,
        at: datetime,
        occupant: Occupant | None = None,
        places: Sequence[FinalPlace] = (),
    ) -> None:
        """Close a lobby or a running match early.

        Nobody's plan is kept. With ``places`` its results count. ``occupant`` replaces the one in
        their seat.
        """

    async def count_hint(
        self, match_id: MatchId, revision: int, ply: int, seat: Seat, since: int
    ) -> None:
        """Count a hint of a seat in a running match with ``ply`` log entries; keep the version.

        Further hints for the choice that it has had since the ply ``since`` are not counted.
        """

    async def save_occupant(
        self, match_id: MatchId, revision: int, occupant: Occupant, *, shown: bool
    ) -> None:
        """Save what a player says or wants; the version goes up only with ``shown``."""

    # Rematches.

    async def rematch(self, match_id: MatchId) -> Match | None:
        """Return the lobby or running match that is the rematch of a match, if there is one."""

    async def last_ended_in(self, channel_id: int) -> MatchId | None:
        """Return the match with results that ended last in a channel, if there is one."""

    async def last_over(self, channel_id: int, user_id: UserId) -> Match | None:
        """Return the person's match that was played to its end last in a channel, if any."""

    # Clocks.

    async def plan(
        self,
        match_id: MatchId,
        revision: int,
        agenda: Agenda,
        *,
        shown: bool = False,
        reminded: Collection[Reminder] = (),
        plans: PlanChanges = (),
    ) -> None:
        """Replace the agenda of an open match, with those plans that change, and save reminders.

        The version goes up only with ``shown``.
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

    async def guilds_in_play(self, shards: Shards) -> frozenset[int]: ...

    async def ticking_matches(self, guild_ids: Collection[int]) -> tuple[MatchId, ...]:
        """Return the running matches in these servers in which clocks run, in order of alarms."""

    async def stopped_matches(self, shards: Shards) -> tuple[GuildMatch, ...]:
        """Return the running matches in servers in which no clock runs, in order of alarms."""

    # Messages.

    async def mark_shown(self, match_id: MatchId, revision: int, version: int, ply: int) -> None:
        """Record that the channel was shown that version and ply of a match.

        Neither ever goes back, and the version itself stays.
        """

    async def pending_matches(self, shards: Shards) -> tuple[MatchId, ...]:
        """Return matches whose newest version was not shown, or that wait for a computer.

        Those in which nobody is called yet (:attr:`Agenda.calls_at`) are left out.
        """

    async def census(self, shards: Shards) -> Census: ...

    async def remember(
        self,
        match_id: MatchId,
        posted: MessageRecord,
        *,
        instead_of: int | None = None,
        reminded: UserId | None = None,
    ) -> None:
        """Record a message that shows the match, or update what it shows.

        ``instead_of`` is the id of a record that it replaces. If it reminds somebody, that reminder
        is settled. Raises :class:`Conflict` if there is no such match.
        """

    async def posted(self, match_id: MatchId) -> tuple[MessageRecord, ...]:
        """Return the messages that show the match, oldest first."""

    async def forget(self, match_id: MatchId, message_id: int) -> None:
        """Forget a message that was deleted or has lost its buttons."""

    # Calls.

    async def reminders(self, match_id: MatchId) -> tuple[Reminder, ...]:
        """Return the players who are to be reminded of a choice, in order of their ids."""

    async def watchers(self, match_id: MatchId) -> tuple[Watcher, ...]:
        """Return the people who want to be reminded of a match, in order of their ids."""

    async def watch(
        self, match_id: MatchId, user_id: UserId, reminders: WatchReminders, ply: int, *, most: int
    ) -> None:
        """Save what somebody wants to be reminded of; they know the match up to ``ply`` entries.

        Raises :class:`Conflict` if no such match is running, and :class:`WatcherLimit` if more than
        ``most`` people would watch it.
        """

    async def stop_watching(self, match_id: MatchId, users: Collection[UserId]) -> None: ...

    async def invite(
        self,
        match_id: MatchId,
        invited_by: UserId,
        users: Sequence[UserId],
        at: datetime,
        *,
        since: datetime,
        most: int,
    ) -> frozenset[UserId]:
        """Save invitations to a lobby; return the people who had not been invited to it before.

        Invitations from before ``since`` are deleted, unless their lobby is still open. If the
        inviter would have invited more than ``most`` people after ``since``, nothing is saved:
        raises :class:`InvitationLimit`. Raises :class:`Conflict` if it is not a lobby any more.
        """

    async def may_call(self, match_id: MatchId) -> bool:
        """Return whether anybody watches a match, or was not called yet to play in it."""

    async def invitations(self, match_id: MatchId) -> tuple[Invitation, ...]:
        """Return the people who are invited to a lobby and were not called yet."""

    async def matches_to_call(self, shards: Shards) -> tuple[MatchId, ...]:
        """Return matches with players or guests to call, and watched ones that went on or ended."""

    async def claim_calls(
        self,
        match_id: MatchId,
        occasion: Occasion,
        users: Collection[UserId],
        *,
        before: datetime | None,
        after: datetime | None,
        ply: int,
    ) -> frozenset[UserId]:
        """Claim or release calls; return the people whose calls were.

        ``before`` is the time at which they were claimed last and ``after`` the new one; ``None``
        stands for no claim. The calls of all others have another claim by now, or are not wanted
        any more. ``ply`` says of watchers and players which call is claimed (:attr:`Call.ply`).
        """

    async def settle_calls(
        self, match_id: MatchId, occasion: Occasion, users: Collection[UserId], ply: int
    ) -> None:
        """Record that people were called, or are not to be, about a match of ``ply`` entries.

        They are not called about it again. Once it has ended, nobody watches it any more.
        """
