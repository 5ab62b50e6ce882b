"""What the gateway tells of servers, channels and threads: we are let in, shut out, or they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import Thread

if TYPE_CHECKING:
    from bot.discord_ui.places import Places
    from bot.service.boneyard import Boneyard


class Doors(discord.Client):
    """The part of the client that minds where matches are played.

    Whatever may have given back a permission shows the matches of that server that wait for one;
    where it is missing still, :class:`~bot.discord_ui.places.Places` knows before Discord is asked.
    """

    boneyard: Boneyard
    places: Places

    # Servers. One that is out of order for a while is still among ours.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We were let in, for the first time or again."""
        self._look_in(guild.id)
        self.look_around()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server works again; now and then Discord tells so of one that we were let into."""
        self._look_in(guild.id)
        self.look_around()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were put out, or the server was deleted."""
        del guild
        self.look_around()

    def look_around(self) -> None:
        """Let the service see which servers we are in."""
        if self.is_ready():  # before, Discord has not told of all
            self.boneyard.moved(lambda guild_id: self.get_guild(guild_id) is not None)

    # Channels and threads.

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone; of its threads discord.py tells as if they had been deleted."""
        await self.boneyard.gone(channel.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.boneyard.gone(gone.thread_id)

    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked."""
        self._look_in(changed.guild_id)

    # Permissions.

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel may let us in again."""
        if before.overwrites != after.overwrites:
            self._look_in(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role may let us in again."""
        if before.permissions != after.permissions:
            self._look_in(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """What the role forbade may be allowed now."""
        self._look_in(role.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """We were given a role, or our time-out has ended: of others Discord does not tell us."""
        del before
        self._look_in(after.guild.id)

    def came_from(self, interaction: discord.Interaction[Any]) -> None:
        """Somebody is in a channel; Discord says what we may do there."""
        allowed, in_thread = interaction.app_permissions, isinstance(interaction.channel, Thread)
        send = allowed.send_messages_in_threads if in_thread else allowed.send_messages
        if allowed.view_channel and send:
            for match_id in self.places.waiting_in(interaction.channel_id):
                self.boneyard.show(match_id)

    def _look_in(self, guild_id: int) -> None:
        """Show what waits for permission in a server."""
        for match_id in self.places.waiting(guild_id):
            self.boneyard.show(match_id)
