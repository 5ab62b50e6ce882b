"""A cache of people's settings."""

from collections import OrderedDict
from collections.abc import Awaitable, Collection, Mapping
from datetime import datetime, timedelta

from bot.service.model.match import UserId
from bot.service.model.preferences import DEFAULT_SETTINGS, Holiday, PlayerSettings, Preferences
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

YEAR = timedelta(days=365)
MAX_CACHED = 10_000
"""People whose settings are kept in memory."""


class PreferenceCache:
    """An LRU cache of everybody's settings, each read from the store once."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._cached: OrderedDict[UserId, PlayerSettings] = OrderedDict()
        self._saved = 0
        """The number of saves; anything read before the last one may be out of date."""

    async def player_settings(self, users: Collection[UserId]) -> Mapping[UserId, PlayerSettings]:
        """Return the settings of each of ``users``."""
        found = {user: self._cached[user] for user in users if user in self._cached}
        missing = [user for user in users if user not in found]
        if missing:
            saved = self._saved
            stored = await self._store.player_settings(missing, self._year_ago)
            found |= {user: stored.get(user, DEFAULT_SETTINGS) for user in missing}
            if saved == self._saved:
                self._cached |= found
        for user in self._cached.keys() & found.keys():
            self._cached.move_to_end(user)
        while len(self._cached) > MAX_CACHED:
            self._cached.popitem(last=False)
        return found

    def cached(self, user: UserId) -> PlayerSettings | None:
        """Return a person's settings if they are in memory."""
        return self._cached.get(user)

    async def away(self, users: Collection[UserId]) -> Mapping[UserId, datetime]:
        """Return the end of their holiday for those of ``users`` who are on one."""
        now, settings = self._clock.now(), await self.player_settings(users)
        ends = {user: settings[user].away_until(now) for user in users}
        return {user: end for user, end in ends.items() if end is not None}

    async def save_preferences(self, user: UserId, preferences: Preferences) -> None:
        """Save a person's preferences."""
        await self._save(user, self._store.save_preferences(user, preferences))

    async def save_locale(self, user: UserId, locale: str) -> None:
        """Save the locale of the Discord of somebody who has taken a seat, unless it is known."""
        known = (await self.player_settings([user]))[user].locale
        if locale != known:
            await self._save(user, self._store.save_locale(user, locale))

    async def save_holiday(self, user: UserId, holiday: Holiday) -> None:
        """Save a holiday, in place of one that began at the same moment."""
        await self._save(user, self._store.save_holiday(user, holiday))

    def forget(self, user: UserId) -> None:
        """Drop a person from memory, because their stored data was changed or deleted."""
        self._saved += 1
        self._cached.pop(user, None)

    async def _save(self, user: UserId, work: Awaitable[None]) -> None:
        try:
            await work
        finally:  # also when it is unknown whether it was saved
            self.forget(user)

    @property
    def _year_ago(self) -> datetime:
        return self._clock.now() - YEAR
