"""Share, below a result: shows it as text to copy, and posts it in another channel."""

import re
from collections.abc import Awaitable, Callable

import discord

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature
from bot.discord_ui.commands.finished_matches import match_history, viewer
from bot.discord_ui.errors import MayNotPostThere, OldButton, parts_of
from bot.discord_ui.installs import is_guest, server_of
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.match_screens import result_screen
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import nonce_of
from bot.discord_ui.publishing.permissions import SEND, missing_permissions, permissions_in
from bot.engine.rounds import MatchSeen
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.lookback.buttons import SHARE
from bot.present.screens.lookback.share import mentioned, share_screen, shared_result
from bot.service.ports.publisher import PublishFailed

_MATCH = re.compile(r"([1-9]\d{0,17})")
_CHANNEL = re.compile(r"([1-9]\d{0,18})")


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    match_id = int(parts_of(_MATCH, rest)[0])
    await reply.private(await reply.defer_if_slow(_offer(click, match_id, reply.say)))


async def _picked(click: Interaction, reply: Reply, rest: str, value: str) -> None:
    match_id = int(parts_of(_MATCH, rest)[0])

    async def shared(say: Words) -> Screen:
        return shared_result(match_id, await _result(click, match_id, say), click.user.id, say)

    note = await post_where_chosen(click, reply, value, shared)
    await reply.replace(await _offer(click, match_id, reply.say, note))


async def post_where_chosen(
    click: Interaction, reply: Reply, value: str, shared: Callable[[Words], Awaitable[Screen]]
) -> str:
    """Post a result in the channel chosen from a menu, once, and return a note about that.

    Raises ``OldButton`` and :class:`~bot.discord_ui.errors.MayNotPostThere`.
    """
    channel = _channel_to_post_in(click, int(parts_of(_CHANNEL, value)[0]))
    if click.message is None or not reply.may_replace:
        raise OldButton
    await reply.acknowledge()
    server = channel.guild.id
    nonce = nonce_of(f"share {click.message.id} {channel.id}")
    with click.client.sharing.once(int(nonce, 16)):
        screen = await shared(await click.client.languages.words_for_server(server))
        screen = screen.in_theme(await click.client.themes.for_server(server))
        try:
            await Messages(click.client).post(channel.id, server, screen, nonce)
        except PublishFailed as error:
            raise MayNotPostThere(channel=f"<#{channel.id}>") from error
    return reply.say("Posted in {channel}.", channel=f"<#{channel.id}>")


async def _offer(click: Interaction, match_id: int, say: Words, note: str = "") -> Screen:
    result = await _result(click, match_id, say)
    server, guest = server_of(click), is_guest(click)
    people = () if guest else mentioned(result)  # there, nobody is asked for names
    names = await click.client.names.fetch(people, server, say("somebody"))
    elsewhere = server is not None
    return share_screen(match_id, result, names, say, elsewhere=elsewhere, note=note)


async def _result(click: Interaction, match_id: int, say: Words) -> Screen:
    """Return the result of a match of this server that this person may see; in a DM, of any."""
    found = await match_history(click).open_story(match_id, viewer(click))
    if server_of(click) not in {None, found.match.guild_id}:
        raise OldButton  # it names people of another server
    seen = found.story.moment(len(found.story) - 1).seen
    if not isinstance(seen, MatchSeen) or seen.outcome is None:
        raise OldButton
    store = click.client.service.store
    return await result_screen(store, found.match, seen, await store.scored(match_id), say)


def _channel_to_post_in(click: Interaction, channel_id: int) -> discord.TextChannel:
    """Return a channel of this server in which both the person and the bot may post.

    Raises :class:`~bot.discord_ui.errors.MayNotPostThere`.
    """
    guild = None if is_guest(click) else click.guild
    channel = None if guild is None else guild.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel) or not isinstance(click.user, discord.Member):
        raise OldButton  # of another server, or forged
    theirs, own = channel.permissions_for(click.user), permissions_in(channel, click.client)
    needed = ("view_channel", SEND, "attach_files")
    if missing_permissions(channel, theirs, *needed[:2]) or (
        own is not None and missing_permissions(channel, own, *needed)
    ):
        raise MayNotPostThere(channel=f"<#{channel_id}>")
    return channel


SHARE_FEATURE = Feature(SHARE, pressed=_pressed, picked=_picked)
