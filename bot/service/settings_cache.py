"""Caches of the settings of people and of servers."""

from collections.abc import Awaitable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from math import inf
from typing import Generic, TypeVar

from cachetools import TTLCache

from bot.model.match import UserId
from bot.model.preferences import (
    DEFAULT_SETTINGS,
    Holiday,
    PlayerSettings,
    Preferences,
    ThemeChoice,
)
from bot.model.scores import Post, Server
from bot.service.ports.changes import Change, Subject
from bot.service.ports.clock import Clock
from bot.service.ports.faults import Conflict
from bot.service.ports.store import Store

YEAR = timedelta(days=365)
FRESH = 30.0
"""Seconds for which settings are used that another process may have changed."""
MAX_CACHED = 10_000
"""People, and servers, whose settings are kept in memory."""

SettingsT = TypeVar("SettingsT")


class _SettingsCache(Generic[SettingsT]):
    """Settings by id, each read from the store once.

    If other processes write to the store, what is in memory is read again after :data:`FRESH`
    seconds, in case the notification of a change was lost.
    """

    def __init__(self, store: Store, subject: Subject) -> None:
        self._store, self._subject = store, subject
        ttl = inf if store.is_exclusive else FRESH
        self._cached: TTLCache[int, SettingsT] = TTLCache(MAX_CACHED, ttl)
        self._changes = 0
        """Goes up with every change; anything read before the last one may be out of date."""

    def cached(self, key: int) -> SettingsT | None:
        return self._cached.get(key)

    async def _read(self, work: Awaitable[Mapping[int, SettingsT]]) -> Mapping[int, SettingsT]:
        changes = self._changes
        read = await work
        if changes == self._changes:
            self._cached.update(read)
        return read

    def forget(self, key: int) -> None:
        """Drop what was changed or deleted."""
        self._changes += 1
        self._cached.pop(key, None)

    def forget_all(self) -> None:
        self._changes += 1
        self._cached.clear()

    async def _save(self, key: int, work: Awaitable[None]) -> None:
        try:
            await work
        finally:  # also when it is unknown whether it was saved
            self.forget(key)
            self._store.changes.announce(Change(self._subject, key))


class PreferenceCache(_SettingsCache[PlayerSettings]):
    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store, Subject.PERSON)
        self._clock = clock

    async def player_settings(self, users: Collection[UserId]) -> Mapping[UserId, PlayerSettings]:
        found = {user: known for user in users if (known := self._cached.get(user)) is not None}
        missing = [user for user in users if user not in found]
        return {**found, **await self._read(self._stored(missing))} if missing else found

    async def _stored(self, users: Collection[UserId]) -> dict[UserId, PlayerSettings]:
        stored = await self._store.player_settings(users, self._clock.now() - YEAR)
        return {user: stored.get(user, DEFAULT_SETTINGS) for user in users}

    async def away(self, users: Collection[UserId]) -> Mapping[UserId, datetime]:
        """Return the end of their holiday for those of ``users`` who are on one."""
        now, settings = self._clock.now(), await self.player_settings(users)
        ends = {user: settings[user].away_until(now) for user in users}
        return {user: end for user, end in ends.items() if end is not None}

    async def save_preferences(
        self, user: UserId, preferences: Preferences, replacing: Preferences | None = None
    ) -> None:
        """Save preferences in place of ``replacing``, if given; raises :class:`Conflict`."""
        digest = preferences.digest_time
        is_new = replacing is None or replacing.digest_time != digest
        due = digest.next(self._clock.now()) if digest is not None and is_new else None
        await self._save(user, self._store.save_preferences(user, preferences, replacing, due))

    async def ask_autoplay_once(self, user: UserId) -> bool:
        """Return whether to ask somebody who has just had no choice, and record that they are."""
        own = (await self.player_settings([user]))[user].preferences
        if own.autoplay or own.asked_autoplay:
            return False
        with suppress(Conflict):  # they are changing them just now, and may be asked another time
            await self.save_preferences(user, replace(own, asked_autoplay=True), own)
            return True
        return False

    async def save_locale(self, user: UserId, locale: str) -> None:
        """Save the locale of the Discord of somebody who has taken a seat, unless it is known."""
        known = (await self.player_settings([user]))[user].locale
        if locale != known:
            await self._save(user, self._store.save_locale(user, locale))

    async def save_holiday(self, user: UserId, holiday: Holiday) -> None:
        await self._save(user, self._store.save_holiday(user, holiday))


class ServerCache(_SettingsCache[Server]):
    def __init__(self, store: Store) -> None:
        super().__init__(store, Subject.SERVER)

    async def server(self, guild_id: int) -> Server:
        known = self._cached.get(guild_id)
        return known or (await self._read(self._stored(guild_id)))[guild_id]

    async def _stored(self, guild_id: int) -> dict[int, Server]:
        return {guild_id: await self._store.server(guild_id)}

    async def choose_language(self, guild_id: int, language: str | None) -> None:
        """Save a server's language; ``None`` for the one in its Discord settings."""
        await self._save(guild_id, self._store.save_server_language(guild_id, language))

    async def choose_theme(self, guild_id: int, theme: ThemeChoice) -> None:
        """Save the parts of a server's theme that ``theme`` has; a part that is ``None`` stays."""
        await self._save(guild_id, self._store.save_server_theme(guild_id, theme))

    async def choose_channel(
        self, guild_id: int, post: Post, channel_id: int | None, last: str
    ) -> None:
        """Save where something is posted, as :meth:`~bot.service.ports.store.save_post_channel`."""
        saving = self._store.save_post_channel(guild_id, post, channel_id, last)
        await self._save(guild_id, saving)
