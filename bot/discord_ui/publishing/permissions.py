"""The permissions that the bot needs in a channel."""

import discord

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import MissingPermissions, NoThreadHere
from bot.engine.translatable import N_
from bot.present.i18n import Words

NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "create_public_threads": N_("Create Public Threads"),
}
INVITE = discord.Permissions(**dict.fromkeys(NAMES, True))
"""The permissions that the bot asks for when it is invited."""
COMMANDS = "applications.commands"
"""The scope of slash commands."""
SEND = "send_messages"


def server_link(application_id: int) -> str:
    """Return the link that adds the bot to a server."""
    scopes = ("bot", COMMANDS)
    link = discord.utils.oauth_url(application_id, permissions=INVITE, scopes=scopes)
    return f"{link}&integration_type={discord.app_commands.AppInstallationType.GUILD}"


def account_link(application_id: int) -> str:
    """Return the link with which people add the bot to their own account."""
    link = discord.utils.oauth_url(application_id, scopes=(COMMANDS,))
    return f"{link}&integration_type={discord.app_commands.AppInstallationType.USER}"


def check_playable(click: Interaction, say: Words) -> None:
    in_thread = isinstance(click.channel, discord.Thread)
    send = "send_messages_in_threads" if in_thread else "send_messages"
    missing = _missing(click, "view_channel", send, "attach_files")
    if missing and click.guild_id is not None:
        raise MissingPermissions(missing=say.listed(map(say, missing)))


def check_thread(click: Interaction, say: Words) -> None:
    missing = _missing(click, "create_public_threads", "send_messages_in_threads", "attach_files")
    if missing:
        raise NoThreadHere(missing=say.listed(map(say, missing)))


def permissions_in(
    channel: discord.abc.GuildChannel | discord.Thread | None, client: discord.Client
) -> discord.Permissions | None:
    """Return the bot's permissions in a channel from gateway data; ``None`` if not known."""
    if channel is None or client.user is None:
        return None
    myself = channel.guild.get_member(client.user.id)
    if myself is None:  # during an outage the server is not known
        return None
    try:
        return channel.permissions_for(myself)
    except discord.ClientException:  # a thread whose parent channel is not known
        return None


def missing_permissions(
    channel: discord.abc.GuildChannel | discord.Thread | None,
    allowed: discord.Permissions,
    *needed: str,
) -> list[str]:
    """Return the names of missing permissions; sending in a thread takes one of its own."""
    if isinstance(channel, discord.Thread):
        needed = tuple("send_messages_in_threads" if each == SEND else each for each in needed)
    return [NAMES[each] for each in needed if not getattr(allowed, each)]


def _missing(click: Interaction, *names: str) -> list[str]:
    return [NAMES[name] for name in names if not getattr(click.app_permissions, name)]
