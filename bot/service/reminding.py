"""Reminders on their way: who is to be reminded, at which table."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.service.matches import Matches
from bot.service.ports import ChannelGone, MatchId, NotShown, PersonGone, Publisher, Update, UserId
from bot.service.showing import Showing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reminding:
    """Reminds people whose table waits for them; somebody who left the server leaves the match."""

    matches: Matches
    showing: Showing
    publisher: Publisher
    _waiting: dict[MatchId, set[UserId]] = field(default_factory=dict)

    def add(self, match_id: MatchId, user: UserId) -> None:
        """Somebody is to be reminded."""
        self._waiting.setdefault(match_id, set()).add(user)

    async def remind(self, match_id: MatchId) -> None:
        """Remind all who wait for it at a table and are still to move.

        Who could not be reminded waits on, and the failure is raised when all were seen to.
        """
        failure: NotShown | None = None
        for user in sorted(self._waiting.pop(match_id, set())):
            try:
                await self._remind(match_id, user)
            except ChannelGone as fault:
                log.info("nobody is reminded in match %s: %s", match_id, fault)
            except NotShown as fault:
                failure = fault
                self.add(match_id, user)
        if failure is not None:
            raise failure

    async def _remind(self, match_id: MatchId, user: UserId) -> None:
        update = await self.showing.update(match_id)
        if not _is_asked(update, user):
            return
        try:
            await self.publisher.remind(update, user)
        except PersonGone:
            log.info("a person has left the server", extra={"match": match_id})
            try:
                await self.matches.leave(match_id, user)
            except Refusal as refusal:  # the match ended meanwhile
                log.info("nobody had to leave match %s: %s", match_id, refusal)


def _is_asked(update: Update, user: UserId) -> bool:
    """Whether it is for the person themselves to move."""
    seen = update.hands.get(user)
    return user in update.match.players and seen is not None and seen.seat in seen.to_act
