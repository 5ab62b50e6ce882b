"""The language of each text: a person's own for what only they see, the server's for the rest."""

import discord

from bot.discord_ui.timely_reads import read_in_time
from bot.model.match import Match, UserId
from bot.model.preferences import DEFAULT_SETTINGS, LONGEST_LOCALE, PlayerSettings
from bot.model.scores import Server
from bot.present.i18n import Words, words
from bot.service.preference_cache import PreferenceCache
from bot.service.server_cache import ServerCache

MAX_KNOWN = 10_000
"""People whose Discord language is kept in memory."""


class LanguageChooser:
    """Chooses the words for everything that the bot shows."""

    def __init__(
        self, client: discord.Client, preferences: PreferenceCache, servers: ServerCache
    ) -> None:
        self._client = client
        self._preferences = preferences
        self._servers = servers
        self._locales: dict[UserId, str] = {}
        """The locale of each person's Discord at their last click."""

    def note_locale(self, user: UserId, locale: str) -> None:
        """Remember the locale of somebody's Discord, unless it is too long to be one."""
        self._locales.pop(user, None)
        if len(locale) <= LONGEST_LOCALE:
            self._locales[user] = locale
        while len(self._locales) > MAX_KNOWN:
            del self._locales[next(iter(self._locales))]

    def forget(self, user: UserId) -> None:
        """Forget a person, because their stored data was deleted."""
        self._locales.pop(user, None)

    def knows_locale(self, user: UserId) -> bool:
        """Return whether the locale of somebody's Discord is in memory."""
        return user in self._locales

    async def save_locale(self, user: UserId) -> None:
        """Store the locale of somebody who has taken a seat: DMs need it after a restart."""
        if (locale := self._locales.get(user)) is not None:
            await self._preferences.save_locale(user, locale)

    async def words_for_click(self, click: discord.Interaction[discord.Client]) -> Words:
        """Return the words for an answer that only this person sees."""
        settings = self._preferences.cached(click.user.id)
        if settings is None:
            reading = self._preferences.player_settings([click.user.id])
            settings = (await read_in_time(reading, {})).get(click.user.id, DEFAULT_SETTINGS)
        return words(settings.preferences.language or str(click.locale))

    async def words_for_channel(self, click: discord.Interaction[discord.Client]) -> Words:
        """Return the words for a message that everybody sees where the click was made."""
        if click.guild_id is None:
            return await self.words_for_click(click)
        chosen = await read_in_time(self._servers.server(click.guild_id), Server())
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
        """Return the words for what everybody in a server sees."""
        server = await self._servers.server(guild_id)
        return words(server.language or self._preferred_locale(guild_id))

    def _preferred_locale(self, guild_id: int | None) -> str | None:
        """Return the locale in a server's Discord settings; ``None`` if it is not known."""
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        return None if guild is None else str(guild.preferred_locale)
