"""Reminders on their way: who is to be reminded, at which table."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.service.matches import Matches
from bot.service.ports import (
    ChannelGone,
    Clock,
    MatchId,
    NotShown,
    PersonGone,
    Publisher,
    StoreFault,
    Update,
    UserId,
)
from bot.service.showing import Showing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reminding:
    """Reminds people whose table waits for them; somebody who left the server leaves the match."""

    matches: Matches
    showing: Showing
    publisher: Publisher
    clock: Clock
    _waiting: dict[MatchId, dict[UserId, int]] = field(default_factory=dict)
    """Who is to be reminded, and from which ply on they have had the choice."""

    def add(self, match_id: MatchId, user: UserId, ply: int) -> None:
        """Somebody is to be reminded of the choice that they have had since ``ply``."""
        self._waiting.setdefault(match_id, {})[user] = ply

    async def remind(self, match_id: MatchId) -> None:
        """Remind all who wait for it at a table and still have that choice.

        Who could not be reminded waits on, and the failure is raised when all were seen to.
        """
        failure: Exception | None = None
        for user, ply in sorted(self._waiting.pop(match_id, {}).items()):
            try:
                await self._remind(match_id, user, ply)
            except ChannelGone as fault:
                log.info("nobody is reminded in match %s: %s", match_id, fault)
            except (NotShown, StoreFault) as fault:
                failure = fault
                self._waiting.setdefault(match_id, {}).setdefault(user, ply)
        if failure is not None:
            raise failure

    async def _remind(self, match_id: MatchId, user: UserId, ply: int) -> None:
        update = await self.showing.update(match_id)
        if not _is_asked(update, user, ply):
            return
        quiet, now = update.habits[user].preferences.quiet, self.clock.now()
        if quiet is not None and quiet.end(now) > now:  # it was on its way for that long
            raise NotShown("somebody's quiet hours have begun")
        try:
            await self.publisher.remind(update, user)
        except PersonGone:
            log.info("a person has left the server", extra={"match": match_id})
            try:
                await self.matches.leave(match_id, user)
            except Refusal as refusal:  # the match ended meanwhile
                log.info("nobody had to leave match %s: %s", match_id, refusal)


def _is_asked(update: Update, user: UserId, ply: int) -> bool:
    """Whether the person themselves has the choice that came with ``ply``.

    A reminder that comes too late for it is none of the next one.
    """
    seat = update.match.seat_of(user)
    clock = None if seat is None else update.match.agenda.clock(seat)
    return user in update.match.players and clock is not None and clock.ply == ply
