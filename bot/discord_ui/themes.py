"""The theme of each picture: a person's own for what only they see, the server's for the rest."""

import discord

from bot.discord_ui.timely_reads import read_in_time
from bot.model.match import Match, UserId
from bot.model.preferences import DEFAULT_SETTINGS
from bot.model.scores import Server
from bot.model.themes import ThemeChoice
from bot.service.preference_cache import PreferenceCache
from bot.service.server_cache import ServerCache


class ThemeChooser:
    """Chooses the theme for everything that the bot shows; no answer fails or waits long for it."""

    def __init__(self, preferences: PreferenceCache, servers: ServerCache) -> None:
        self._preferences = preferences
        self._servers = servers

    async def for_click(self, click: discord.Interaction[discord.Client]) -> ThemeChoice:
        """Return the theme for an answer that only this person sees."""
        return await self.for_person(click.user.id, click.guild_id)

    async def for_channel(self, click: discord.Interaction[discord.Client]) -> ThemeChoice:
        """Return the theme for a message that everybody sees where the click was made."""
        if click.guild_id is None:
            return await self.for_click(click)
        return await self.for_server(click.guild_id)

    async def for_table(self, match: Match) -> ThemeChoice:
        """Return the theme for a match's table: its server's; in a DM, its host's."""
        if match.guild_id is None:
            return await self.for_person(match.host_id, None)
        return await self.for_server(match.guild_id)

    async def for_person(self, user: UserId, guild_id: int | None) -> ThemeChoice:
        """Return the theme for what only one person sees; the server's where they chose nothing.

        ``guild_id``: the server of the match that is shown; ``None`` in a direct message.
        """
        settings = self._preferences.cached(user)
        if settings is None:
            reading = self._preferences.player_settings([user])
            settings = (await read_in_time(reading, {})).get(user, DEFAULT_SETTINGS)
        own = settings.preferences.theme
        if guild_id is None or (own.felt and own.bones):
            return own
        return own.or_else(await self.for_server(guild_id))

    async def for_server(self, guild_id: int) -> ThemeChoice:
        """Return the theme for what everybody in a server sees."""
        return (await read_in_time(self._servers.server(guild_id), Server())).theme
