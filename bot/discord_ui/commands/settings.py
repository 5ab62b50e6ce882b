"""``/settings`` of a server, for its managers, and ``/preferences`` of a person."""

import re
from collections.abc import Awaitable, Mapping, Sequence

import discord
from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.errors import ManagersOnly, OldButton
from bot.discord_ui.installs import is_guest
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.permissions import SEND, missing_permissions, permissions_in
from bot.model.preferences import ThemeChoice
from bot.model.scores import Post, Server
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.settings import server_settings as settings_ids
from bot.present.screens.settings.menus import BONE_NAMES, FELT_NAMES, LANGUAGE_CHOICES
from bot.present.screens.settings.server_settings import (
    CHANNEL,
    FEATURE,
    NOWHERE,
    ChannelFault,
    settings_screen,
)
from bot.service.periodic_posts import PeriodicPosts

_ID = re.compile(r"[1-9][0-9]{0,18}")
NEEDED = {Post.PODIUM: ("view_channel", SEND, "attach_files"), Post.DAILY: ("view_channel", SEND)}
"""The permissions that each post needs in its channel."""


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    guild = _managed(click)
    await _set(click, reply, guild, _posts(click, rest, NOWHERE).choose_channel(guild.id, None))


async def _picked(click: Interaction, reply: Reply, rest: str, value: str) -> None:
    guild = _managed(click)
    servers = click.client.service.servers
    match rest:
        case settings_ids.LANGUAGE if value in LANGUAGE_CHOICES:
            saving = servers.choose_language(guild.id, LANGUAGE_CHOICES[value])
        case settings_ids.FELT if value in FELT_NAMES:
            saving = servers.choose_theme(guild.id, ThemeChoice(felt=value))
        case settings_ids.BONES if value in BONE_NAMES:
            saving = servers.choose_theme(guild.id, ThemeChoice(bones=value))
        case _:
            posts = _posts(click, rest, CHANNEL)
            saving = posts.choose_channel(guild.id, _text_channel(guild, value))
    await _set(click, reply, guild, saving)


@everywhere
@slash_command
async def preferences(click: CommandInteraction, reply: Reply) -> None:
    await click.client.own.show(click, reply)


@slash_command
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def settings(click: Interaction, reply: Reply) -> None:
    guild = _managed(click)
    server = await reply.defer_if_slow(click.client.service.store.server(guild.id))
    await reply.private(_screen(click, guild, server, reply.say))


def _managed(click: Interaction) -> discord.Guild:
    """Return the click's server; raises :class:`ManagersOnly` if the person may not manage it."""
    if is_guest(click) or click.guild is None or not click.permissions.manage_guild:
        raise ManagersOnly
    return click.guild


def _posts(click: Interaction, rest: str, actions: Mapping[Post, str]) -> PeriodicPosts:
    """Return what posts the thing that an action is about; raises ``OldButton``."""
    for post, action in actions.items():
        if rest == action:
            return click.client.service.periodic_posts[post]
    raise OldButton


def _text_channel(guild: discord.Guild, value: str) -> int:
    channel = guild.get_channel(int(value)) if _ID.fullmatch(value) else None
    if not isinstance(channel, discord.TextChannel):
        raise OldButton  # of another server, or forged
    return channel.id


async def _set(
    click: Interaction, reply: Reply, guild: discord.Guild, saving: Awaitable[None]
) -> None:
    await reply.defer_if_slow(saving, replacing=True)
    server = await reply.defer_if_slow(click.client.service.store.server(guild.id), replacing=True)
    await reply.replace(_screen(click, guild, server, reply.say))


def _screen(click: Interaction, guild: discord.Guild, server: Server, say: Words) -> Screen:
    """Show the settings, and whether the channel was deleted or permissions are missing."""
    faults = {
        post: _fault(click, guild.get_channel(channel_id), NEEDED[post])
        for post, channel_id in server.channels.items()
    }
    return settings_screen(server, say, faults)


def _fault(
    click: Interaction, channel: discord.abc.GuildChannel | None, needed: Sequence[str]
) -> ChannelFault:
    allowed = permissions_in(channel, click.client)
    missing = () if allowed is None else missing_permissions(channel, allowed, *needed)
    return ChannelFault(is_gone=channel is None, missing=tuple(missing))


SETTINGS_FEATURE = Feature(FEATURE, settings, pressed=_pressed, picked=_picked)
"""Shows and changes a server's settings; every click checks the permission again."""
