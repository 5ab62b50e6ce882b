"""Invitations: people at a lobby name others, who are called once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.games import game
from bot.model.errors import (
    AlreadyStarted,
    InviteeSeated,
    NoSuchMatch,
    NotSeated,
    TableClosed,
    TableFull,
    TooManyInvitations,
)
from bot.model.match import Match, MatchId, Stage, UserId
from bot.service.ports.clock import Clock
from bot.service.ports.faults import Conflict, InvitationLimit, StoreFault
from bot.service.ports.store import Store

MOST_AN_HOUR = 10
"""The most people whom one person can invite in an hour, to whatever tables."""
MOST_AT_ONCE = 10
"""The most people who can be chosen in one menu."""
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Invitations:
    """Records whom people invite to a lobby; each is called to it once, whoever invites them."""

    store: Store
    clock: Clock
    attend: Callable[[MatchId], None]

    async def seats_to_offer(self, match_id: MatchId, by: UserId) -> int:
        """Return how many people somebody in a lobby can invite at once.

        Raises :class:`NotSeated`, :class:`TableFull`, :class:`AlreadyStarted` or
        :class:`TableClosed`.
        """
        match = await self._lobby(match_id, by)
        return min(_free(match), MOST_AT_ONCE)

    async def invite(
        self, match_id: MatchId, by: UserId, users: Sequence[UserId]
    ) -> frozenset[UserId]:
        """Have people called; return those who had not been invited to this lobby before.

        The answer does not say whether they want to be called. A refusal means that nobody is
        invited: raises :class:`InviteeSeated`, :class:`TooManyInvitations` and what
        :meth:`seats_to_offer` raises.
        """
        match = await self._lobby(match_id, by)
        seated = next((user for user in users if user in match.people), None)
        if seated is not None:
            raise InviteeSeated(who=f"<@{seated}>")
        now = self.clock.now()
        try:
            new = await self.store.invite(
                *(match_id, by, users, now), since=now - _HOUR, most=MOST_AN_HOUR
            )
        except InvitationLimit as limit:
            raise TooManyInvitations(most=MOST_AN_HOUR, left=max(limit.left, 0)) from None
        except Conflict:
            raise AlreadyStarted from None
        except StoreFault:  # they may be invited all the same
            self.attend(match_id)
            raise
        self.attend(match_id)
        return new

    async def _lobby(self, match_id: MatchId, user: UserId) -> Match:
        match = await self.store.match(match_id)
        if match is None:
            raise NoSuchMatch
        if match.stage is Stage.CLOSED:
            raise TableClosed
        if match.stage is not Stage.LOBBY:
            raise AlreadyStarted
        if match.seat_of(user) is None:
            raise NotSeated
        if not _free(match):
            raise TableFull
        return match


def _free(match: Match) -> int:
    return game(match.game).info.max_seats - len(match.seats)
