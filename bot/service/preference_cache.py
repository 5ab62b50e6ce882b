"""A cache of people's settings."""

from collections.abc import Awaitable, Collection, Mapping
from datetime import datetime, timedelta
from math import inf

from cachetools import TTLCache

from bot.model.match import UserId
from bot.model.preferences import DEFAULT_SETTINGS, Holiday, PlayerSettings, Preferences
from bot.service.ports.changes import Change, Subject
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

YEAR = timedelta(days=365)
FRESH = 30.0
"""Seconds for which settings are used that another process may have changed."""
MAX_CACHED = 10_000
"""People whose settings are kept in memory."""


class PreferenceCache:
    """An LRU cache of everybody's settings, each read from the store once.

    If other processes write to the store, what is in memory is read again after :data:`FRESH`
    seconds, in case the notification of a change was lost.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        ttl = inf if store.is_exclusive else FRESH
        self._cached: TTLCache[UserId, PlayerSettings] = TTLCache(MAX_CACHED, ttl)
        self._forgotten = 0
        """Goes up with every change; anything read before the last one may be out of date."""

    async def player_settings(self, users: Collection[UserId]) -> Mapping[UserId, PlayerSettings]:
        """Return the settings of each of ``users``."""
        found = {user: known for user in users if (known := self._cached.get(user)) is not None}
        missing = [user for user in users if user not in found]
        if missing:
            forgotten = self._forgotten
            stored = await self._store.player_settings(missing, self._year_ago)
            read = {user: stored.get(user, DEFAULT_SETTINGS) for user in missing}
            if forgotten == self._forgotten:
                self._cached.update(read)
            found |= read
        return found

    def cached(self, user: UserId) -> PlayerSettings | None:
        """Return a person's settings if they are in memory."""
        return self._cached.get(user)

    async def away(self, users: Collection[UserId]) -> Mapping[UserId, datetime]:
        """Return the end of their holiday for those of ``users`` who are on one."""
        now, settings = self._clock.now(), await self.player_settings(users)
        ends = {user: settings[user].away_until(now) for user in users}
        return {user: end for user, end in ends.items() if end is not None}

    async def save_preferences(
        self, user: UserId, preferences: Preferences, replacing: Preferences | None = None
    ) -> None:
        """Save a person's preferences in place of ``replacing``, if given.

        Raises :class:`~bot.service.ports.faults.Conflict` if they are others by now.
        """
        await self._save(user, self._store.save_preferences(user, preferences, replacing))

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
        self._forgotten += 1
        self._cached.pop(user, None)

    def forget_all(self) -> None:
        """Drop everybody from memory, because anything may have changed."""
        self._forgotten += 1
        self._cached.clear()

    async def _save(self, user: UserId, work: Awaitable[None]) -> None:
        try:
            await work
        finally:  # also when it is unknown whether it was saved
            self.forget(user)
            self._store.changes.announce(Change(Subject.PERSON, user))

    @property
    def _year_ago(self) -> datetime:
        return self._clock.now() - YEAR
