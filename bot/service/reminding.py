"""Reminders on their way: who is to be reminded, at which table."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.service.matches import Matches
from bot.service.ports import MatchId, PersonGone, Publisher, UserId
from bot.service.showing import Showing


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
        """Remind all who wait for it at a table and are still to move."""
        waiting = self._waiting.pop(match_id, set())
        update = await self.showing.update(match_id)
        for user in sorted(waiting):
            seen = update.hands.get(user)
            if seen is None or seen.seat not in seen.to_act:
                continue
            try:
                await self.publisher.remind(update, user)
            except PersonGone:
                await self.matches.leave(match_id, user)
