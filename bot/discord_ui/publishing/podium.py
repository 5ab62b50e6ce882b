"""The podium of a week, posted in the channel that a server's managers chose."""

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import nonce_of
from bot.discord_ui.publishing.permissions import SEND, missing_permissions, permissions_in
from bot.model.scores import Podium
from bot.present.screens.scores.podium import podium_screen
from bot.present.text.shortening import in_words
from bot.service.ports.publisher import PostingForbidden, ServerLeft


async def post_podium(client: BaseClient, messages: Messages, podium: Podium) -> None:
    """Post a podium; nobody is pinged.

    Raises :class:`~bot.service.ports.publisher.PublishFailed`: as ``PostingForbidden`` if the bot
    may not post there, as ``ServerLeft`` if it left the server, as ``ChannelGone`` if the channel
    was deleted.
    """
    guild = client.get_guild(podium.guild_id)
    if guild is None:
        if client.is_ready():
            raise ServerLeft(f"server {podium.guild_id} was left")
        raise PostingForbidden(f"server {podium.guild_id} is not known yet")
    channel = guild.get_channel_or_thread(podium.channel_id)
    allowed = permissions_in(channel, client)
    say = await client.languages.words_for_server(guild.id)
    if allowed is not None and (
        missing := missing_permissions(channel, allowed, "view_channel", SEND)
    ):
        raise PostingForbidden(f"channel {podium.channel_id}: {', '.join(missing)} is missing")
    leaders = [each.user_id for each in podium.leaders]
    names = await client.names.fetch(leaders, guild.id, say("somebody"))
    screen = podium_screen(podium, say, names)
    if allowed is not None and not allowed.attach_files:
        screen = in_words(screen)
    token = f"podium {podium.guild_id} {podium.channel_id} {podium.week.isoformat()}"
    await messages.post(podium.channel_id, podium.guild_id, screen, nonce_of(token))
