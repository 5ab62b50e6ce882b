"""A cache of servers' settings."""

from collections.abc import Awaitable
from math import inf

from cachetools import TTLCache

from bot.model.scores import Server
from bot.model.themes import ThemeChoice
from bot.service.ports.changes import Change, Subject
from bot.service.ports.store import Store
from bot.service.preference_cache import FRESH

MAX_CACHED = 10_000
"""Servers whose settings are kept in memory."""


class ServerCache:
    """An LRU cache of the settings that servers' managers have made.

    If other processes write to the store, settings are read again after
    :data:`~bot.service.preference_cache.FRESH` seconds.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        ttl = inf if store.is_exclusive else FRESH
        self._cached: TTLCache[int, Server] = TTLCache(MAX_CACHED, ttl)
        self._forgotten = 0
        """Goes up with every change; anything read before the last one may be out of date."""

    async def server(self, guild_id: int) -> Server:
        """Return a server's settings; the defaults if its managers have set nothing."""
        try:
            return self._cached[guild_id]
        except KeyError:
            forgotten = self._forgotten
            server = await self._store.server(guild_id)
            if forgotten == self._forgotten:
                self._cached[guild_id] = server
            return server

    async def choose_language(self, guild_id: int, language: str | None) -> None:
        """Save a server's language; ``None`` for the one in its Discord settings."""
        await self._save(guild_id, self._store.save_server_language(guild_id, language))

    async def choose_theme(self, guild_id: int, theme: ThemeChoice) -> None:
        """Save the parts of a server's theme that ``theme`` has; a part that is ``None`` stays."""
        await self._save(guild_id, self._store.save_server_theme(guild_id, theme))

    async def choose_podium_channel(self, guild_id: int, channel_id: int | None, last: str) -> None:
        """Save where podiums are posted; those up to the week ``last`` are no longer posted."""
        await self._save(guild_id, self._store.save_podium_channel(guild_id, channel_id, last))

    def forget(self, guild_id: int) -> None:
        """Drop a server from memory, because its settings were changed."""
        self._forgotten += 1
        self._cached.pop(guild_id, None)

    def forget_all(self) -> None:
        """Drop all servers from memory, because anything may have changed."""
        self._forgotten += 1
        self._cached.clear()

    async def _save(self, guild_id: int, work: Awaitable[None]) -> None:
        try:
            await work
        finally:  # also when it is unknown whether it was saved
            self.forget(guild_id)
            self._store.changes.announce(Change(Subject.SERVER, guild_id))
