"""Gateway events for servers, channels, threads and permissions."""

import discord

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.publishing.channel_access import ChannelAccess


class GuildEvents(BaseClient):
    """The part of the client that handles events about where matches are played.

    Each event that may restore a permission shows the server's matches that wait for one; if it is
    still missing, :class:`~bot.discord_ui.publishing.channel_access.ChannelAccess` knows that
    before Discord is asked.
    """

    channel_access: ChannelAccess

    # Servers. The bot stays in a server that is unavailable for a while.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show waiting matches: the bot was added to the server, for the first time or again."""
        self._look_in(guild.id)
        self.sync_guilds()

    on_guild_available = on_guild_join
    """The server is available again, or (at times) the bot was added."""

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Check the servers: the bot was removed from one, or it was deleted."""
        del guild
        self.sync_guilds()

    def sync_guilds(self) -> None:
        if self.is_ready():  # before that, not all servers are known
            self.service.guilds.sync_soon(lambda guild_id: self.get_guild(guild_id) is not None)

    # Channels and threads.

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Cancel the channel's match; discord.py reports the channel's threads as deleted, too."""
        await self.service.guilds.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        await self.service.guilds.channel_deleted(gone.thread_id)

    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        """Show waiting matches: the thread may have been unlocked."""
        self._look_in(changed.guild_id)

    # Permissions.

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites != after.overwrites:
            self._look_in(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            self._look_in(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Show waiting matches: the role may have denied a permission."""
        self._look_in(role.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Show waiting matches: the bot's own roles or time-out changed.

        Discord does not report other members to the bot.
        """
        del before
        self._look_in(after.guild.id)

    def _look_in(self, guild_id: int) -> None:
        for match_id in self.channel_access.waiting(guild_id):
            self.service.attend(match_id)
