"""The interface of the store for calls: players, watchers, and people invited to lobbies."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from bot.model.calls import Invitation, Occasion, Reminder, Watcher, WatchReminders
from bot.model.match import MatchId, UserId
from bot.model.shards import Shards


class CallStore(Protocol):
    """The part of the store that keeps who is to be called; a method is one transaction."""

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

    async def stop_watching(self, match_id: MatchId, users: Collection[UserId]) -> None:
        """Remove watchers of a match."""

    async def move_times(self, match_id: MatchId, since: int) -> tuple[datetime, ...]:
        """Return when each entry of a match's log from the ply ``since`` on was committed."""

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
        any more.
        ``ply`` says of watchers and players which call is claimed (:attr:`Call.ply`).
        """

    async def settle_calls(
        self, match_id: MatchId, occasion: Occasion, users: Collection[UserId], ply: int
    ) -> None:
        """Record that people were called, or are not to be, about a match of ``ply`` entries.

        They are not called about it again. Once it has ended, nobody watches it any more.
        """
