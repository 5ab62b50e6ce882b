"""Lookup of finished matches that commands and buttons name."""

import discord
from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoMatchNumber
from bot.discord_ui.installs import channel_of, is_guest, server_of
from bot.engine.errors import Refusal
from bot.present.input.folding import folded
from bot.present.input.move_input import MAX_CHOICES
from bot.present.screens.my_matches import listed
from bot.service.history import MatchHistory, Viewer
from bot.service.ports.faults import StoreFault

Choice = app_commands.Choice[str]
_DIGITS = 18


def viewer(click: Interaction) -> Viewer:
    return Viewer(
        click.user.id, server_of(click), channel_of(click), lambda each: _sees(click, each)
    )


def _sees(click: Interaction, channel_id: int) -> bool:
    """Return whether the person may see a channel; true for one that is deleted or not known.

    The members of a private thread are not known, so seeing one takes the right to manage threads.
    """
    if is_guest(click) or click.guild is None or not isinstance(click.user, discord.Member):
        return True
    channel = click.guild.get_channel_or_thread(channel_id)
    if channel is None:
        return True
    try:
        may = channel.permissions_for(click.user)
    except discord.ClientException:  # a thread whose parent channel is not known
        return True
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return may.view_channel and (may.manage_threads or not is_private)


def turns_pages(click: Interaction) -> bool:
    """Return whether the clicked message is a private answer, not a result in a channel or DM."""
    return click.message is not None and click.message.flags.ephemeral


def match_history(click: Interaction) -> MatchHistory:
    return click.client.service.match_history


async def match_named(click: Interaction, typed: str | None) -> int:
    """Return the typed match number, or else that of the last match here or of the person.

    Raises :class:`~bot.discord_ui.errors.NoMatchNumber`, and
    :class:`~bot.model.errors.UnfinishedHere` if nothing was typed and there is no match.
    """
    if typed is None:
        return await match_history(click).last(viewer(click))
    text = typed.strip().removeprefix("#")
    if not text.isdecimal() or len(text) > _DIGITS:
        raise NoMatchNumber(text=typed[:50])
    return int(text)


async def own_matches(click: Interaction, typed: str) -> list[Choice]:
    store, say = click.client.service.store, await click.client.languages.words_for_click(click)
    try:
        found = await store.history(click.user.id, MAX_CHOICES)
    except (Refusal, StoreFault):
        return []
    labels = ((listed(each, say), str(each.match_id)) for each in found)
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in labels
        if folded(typed) in folded(label)
    ]
