"""Where an interaction comes from: a place that the bot is in, or one where it is only a guest.

People can add the bot to a server, and to their own account. With the second it answers them in
servers that it isn't in, in group DMs and in DMs with others. It is a guest there: it can answer
whoever presses something, at most five times, and knows nothing else of the place.
"""

from typing import Any

import discord

Click = discord.Interaction[Any]


def is_guest(click: Click) -> bool:
    """Return whether the bot is only there for people who have added it to their account."""
    if click.guild_id is None:
        return click.context.private_channel
    return not click.is_guild_integration() and click.client.get_guild(click.guild_id) is None


def server_of(click: Click) -> int | None:
    """Return the id of the server; ``None`` in DMs, and where the bot is a guest."""
    return None if is_guest(click) else click.guild_id


def channel_of(click: Click) -> int:
    """Return the id of the channel, in which there may be a match; 0 where the bot is a guest."""
    return 0 if is_guest(click) else click.channel_id or 0


def can_share(click: Click) -> bool:
    """Return whether others can see what the bot answers; a server may keep guests from it."""
    if click.guild_id is not None and is_guest(click):
        return click.permissions.administrator or click.permissions.use_external_apps
    return not click.context.dm_channel
