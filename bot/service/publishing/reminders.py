"""Sends reminders to people whose table waits for them."""

import logging
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.service.model.match import MatchId, UserId
from bot.service.model.updates import Update
from bot.service.play.matches import Matches
from bot.service.ports.clock import Clock
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone, PersonGone, Publisher, PublishFailed
from bot.service.publishing.outbox import Outbox

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reminders:
    """Reminds people whose table waits for them; somebody who left the server leaves the match."""

    matches: Matches
    outbox: Outbox
    publisher: Publisher
    clock: Clock
    _waiting: dict[MatchId, dict[UserId, int]] = field(default_factory=dict)
    """The people to remind, and the ply from which on they have had the choice."""

    def add(self, match_id: MatchId, user: UserId, ply: int) -> None:
        """Queue a reminder of the choice that a person has had since ``ply``."""
        self._waiting.setdefault(match_id, {})[user] = ply

    async def remind(self, match_id: MatchId) -> None:
        """Send the queued reminders of a match to people who still have that choice.

        A reminder that failed stays queued, and the failure is raised after all were tried.
        """
        failure: Exception | None = None
        for user, ply in sorted(self._waiting.pop(match_id, {}).items()):
            try:
                await self._remind(match_id, user, ply)
            except ChannelGone as fault:
                log.info("no reminder in match %s: %s", match_id, fault)
            except (PublishFailed, StoreFault) as fault:
                failure = fault
                self._waiting.setdefault(match_id, {}).setdefault(user, ply)
        if failure is not None:
            raise failure

    async def _remind(self, match_id: MatchId, user: UserId, ply: int) -> None:
        update = await self.outbox.current_update(match_id)
        if not _is_asked(update, user, ply):
            return
        quiet, now = update.player_settings[user].preferences.quiet, self.clock.now()
        if quiet is not None and quiet.end(now) > now:  # the reminder was delayed until now
            raise PublishFailed("somebody's quiet hours have begun")
        try:
            await self.publisher.remind(update, user)
        except PersonGone:
            log.info("a person has left the server", extra={"match": match_id})
            try:
                await self.matches.leave(match_id, user, for_good=True)
            except Refusal as refusal:  # the match ended meanwhile
                log.info("nobody left match %s: %s", match_id, refusal)


def _is_asked(update: Update, user: UserId, ply: int) -> bool:
    """Return whether the person, and no computer for them, still has the choice of ``ply``.

    A reminder that comes too late for that choice is not meant for the next one.
    """
    seat = update.match.seat_of(user)
    clock = None if seat is None else update.match.agenda.clock(seat)
    return user in update.match.players and clock is not None and clock.ply == ply
