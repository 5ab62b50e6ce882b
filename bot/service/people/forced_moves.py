"""Asks people once whether moves without a choice are to be made for them."""

from dataclasses import dataclass, replace

from bot.model.match import UserId
from bot.service.ports.faults import Conflict
from bot.service.settings_cache import PreferenceCache


@dataclass(frozen=True, slots=True)
class ForcedMoves:
    preferences: PreferenceCache

    async def ask_once(self, user: UserId) -> bool:
        """Return whether to ask somebody who has just had no choice, and record that they are."""
        own = (await self.preferences.player_settings([user]))[user].preferences
        if own.autoplay or own.asked_autoplay:
            return False
        try:
            await self.preferences.save_preferences(user, replace(own, asked_autoplay=True), own)
        except Conflict:  # they are changing their preferences, so they may be asked another time
            return False
        return True
