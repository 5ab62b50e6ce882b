"""The language and the theme of what is shown: a person's own, or the server's for the rest."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

import discord
from cachetools import FIFOCache

from bot.discord_ui.installs import server_of
from bot.model.match import Match, UserId
from bot.model.preferences import DEFAULT_SETTINGS, LONGEST_LOCALE, PlayerSettings, ThemeChoice
from bot.model.scores import Server
from bot.present.i18n import Words, words
from bot.service.ports.faults import StoreFault
from bot.service.settings_cache import PreferenceCache, ServerCache

log = logging.getLogger(__name__)

MAX_KNOWN = 10_000
"""People whose Discord language is kept in memory."""
READ_TIMEOUT = 0.5
"""Seconds that an answer waits for a setting; after that, it takes the default."""

T = TypeVar("T")


class LanguageChooser:
    def __init__(
        self, client: discord.Client, preferences: PreferenceCache, servers: ServerCache
    ) -> None:
        self._client = client
        self._preferences = preferences
        self._servers = servers
        self._locales = FIFOCache[UserId, str](MAX_KNOWN)
        """The locale of each person's Discord at their last click."""

    def note_locale(self, user: UserId, locale: str) -> None:
        self._locales.pop(user, None)
        if len(locale) <= LONGEST_LOCALE:
            self._locales[user] = locale

    def forget(self, user: UserId) -> None:
        self._locales.pop(user, None)

    async def save_locale(self, user: UserId) -> None:
        """Store the locale of somebody who has taken a seat: DMs need it after a restart."""
        if (locale := self._locales.get(user)) is not None:
            await self._preferences.save_locale(user, locale)

    async def words_for_click(self, click: discord.Interaction[discord.Client]) -> Words:
        settings = await settings_in_time(self._preferences, click.user.id)
        return words(settings.preferences.language or str(click.locale))

    async def words_for_channel(self, click: discord.Interaction[discord.Client]) -> Words:
        if (server := server_of(click)) is None:
            return await self.words_for_click(click)
        chosen = await server_in_time(self._servers, server)
        return words(chosen.language or str(click.guild_locale or click.locale))

    def words_for_player(
        self, user: UserId, settings: PlayerSettings, guild_id: int | None
    ) -> Words:
        """Return the words for a hand or a DM; if nothing is known, Discord's for their server."""
        own = settings.preferences.language or self._locales.get(user) or settings.locale
        return words(own or self._preferred_locale(guild_id))

    async def words_for_table(self, match: Match) -> Words:
        """Return the words for a match's table: its server's; in a DM, its host's."""
        if match.guild_id is not None:
            return await self.words_for_server(match.guild_id)
        host = match.host_id
        settings = await self._preferences.player_settings([host])
        return self.words_for_player(host, settings[host], None)

    async def words_for_server(self, guild_id: int) -> Words:
        server = await self._servers.server(guild_id)
        return words(server.language or self._preferred_locale(guild_id))

    def _preferred_locale(self, guild_id: int | None) -> str | None:
        """Return the locale in a server's Discord settings; ``None`` if it is not known."""
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        return None if guild is None else str(guild.preferred_locale)


class ThemeChooser:
    """Chooses the theme for everything that the bot shows; no answer fails or waits long for it."""

    def __init__(self, preferences: PreferenceCache, servers: ServerCache) -> None:
        self._preferences = preferences
        self._servers = servers

    async def for_click(self, click: discord.Interaction[discord.Client]) -> ThemeChoice:
        return await self.for_person(click.user.id, server_of(click))

    async def for_channel(self, click: discord.Interaction[discord.Client]) -> ThemeChoice:
        if (server := server_of(click)) is None:
            return await self.for_click(click)
        return await self.for_server(server)

    async def for_table(self, match: Match) -> ThemeChoice:
        """Return the theme for a match's table: its server's; in a DM, its host's."""
        if match.guild_id is None:
            return await self.for_person(match.host_id, None)
        return await self.for_server(match.guild_id)

    async def for_person(self, user: UserId, guild_id: int | None) -> ThemeChoice:
        """Return the theme for what only one person sees; the server's where they chose nothing.

        ``guild_id``: the server of the match that is shown; ``None`` in a direct message.
        """
        settings = await settings_in_time(self._preferences, user)
        own = settings.preferences.theme
        if guild_id is None or (own.felt and own.bones):
            return own
        return own.or_else(await self.for_server(guild_id))

    async def for_server(self, guild_id: int) -> ThemeChoice:
        return (await server_in_time(self._servers, guild_id)).theme


async def settings_in_time(preferences: PreferenceCache, user: UserId) -> PlayerSettings:
    """Return a person's settings, or the default ones."""
    if (known := preferences.cached(user)) is not None:
        return known
    return (await read_in_time(preferences.player_settings([user]), {})).get(user, DEFAULT_SETTINGS)


async def server_in_time(servers: ServerCache, guild_id: int) -> Server:
    """Return a server's settings, or the default ones."""
    if (known := servers.cached(guild_id)) is not None:
        return known
    return await read_in_time(servers.server(guild_id), Server())


async def read_in_time(reading: Awaitable[T], default: T) -> T:
    """Return what is read from the store, or ``default`` if that fails or takes too long."""
    task = asyncio.ensure_future(reading)
    task.add_done_callback(_note_error)
    await asyncio.wait({task}, timeout=READ_TIMEOUT)
    return task.result() if task.done() and task.exception() is None else default


def _note_error(done: asyncio.Future[T]) -> None:
    error = None if done.cancelled() else done.exception()
    if error is not None and not isinstance(error, StoreFault):
        log.error("cannot read a setting", exc_info=error)
