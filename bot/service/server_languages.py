"""A cache of the languages that servers chose."""

from math import inf

from cachetools import TTLCache

from bot.service.ports.changes import Change, Subject
from bot.service.ports.store import Store
from bot.service.preference_cache import FRESH

MAX_CACHED = 10_000
"""Servers whose language is kept in memory."""


class ServerLanguages:
    """An LRU cache of the language that each server's managers chose.

    If other processes write to the store, a language is read again after
    :data:`~bot.service.preference_cache.FRESH` seconds.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        ttl = inf if store.is_exclusive else FRESH
        self._cached: TTLCache[int, str | None] = TTLCache(MAX_CACHED, ttl)
        self._forgotten = 0
        """Goes up with every change; anything read before the last one may be out of date."""

    async def chosen(self, guild_id: int) -> str | None:
        """Return a server's language, as one of Discord's locales; ``None`` if none was chosen."""
        try:
            return self._cached[guild_id]
        except KeyError:
            forgotten = self._forgotten
            language = (await self._store.server(guild_id)).language
            if forgotten == self._forgotten:
                self._cached[guild_id] = language
            return language

    async def choose(self, guild_id: int, language: str | None) -> None:
        """Save a server's language; ``None`` for the one in its Discord settings."""
        try:
            await self._store.save_server_language(guild_id, language)
        finally:  # also when it is unknown whether it was saved
            self.forget(guild_id)
            self._store.changes.announce(Change(Subject.SERVER, guild_id))

    def forget(self, guild_id: int) -> None:
        """Drop a server from memory, because its settings were changed."""
        self._forgotten += 1
        self._cached.pop(guild_id, None)

    def forget_all(self) -> None:
        """Drop all servers from memory, because anything may have changed."""
        self._forgotten += 1
        self._cached.clear()
