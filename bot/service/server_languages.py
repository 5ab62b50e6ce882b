"""A cache of the languages that servers chose."""

from collections import OrderedDict

from bot.service.ports.store import Store

MAX_CACHED = 10_000
"""Servers whose language is kept in memory."""


class ServerLanguages:
    """An LRU cache of the language that each server's managers chose."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cached: OrderedDict[int, str | None] = OrderedDict()
        self._saved = 0
        """The number of saves; anything read before the last one may be out of date."""

    async def chosen(self, guild_id: int) -> str | None:
        """Return a server's language, as one of Discord's locales; ``None`` if none was chosen."""
        if guild_id not in self._cached:
            saved = self._saved
            language = (await self._store.server(guild_id)).language
            if saved != self._saved:
                return language
            self._cached[guild_id] = language
        self._cached.move_to_end(guild_id)
        while len(self._cached) > MAX_CACHED:
            self._cached.popitem(last=False)
        return self._cached[guild_id]

    async def choose(self, guild_id: int, language: str | None) -> None:
        """Save a server's language; ``None`` for the one in its Discord settings."""
        try:
            await self._store.save_server_language(guild_id, language)
        finally:  # also when it is unknown whether it was saved
            self._saved += 1
            self._cached.pop(guild_id, None)
