"""What is posted once in each period, in the channel that a server's managers chose."""

from collections.abc import Callable, Collection, Mapping

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import nonce_of
from bot.discord_ui.publishing.permissions import SEND, missing_permissions, permissions_in
from bot.model.daily import DailyPost
from bot.model.match import UserId
from bot.model.scores import Podium
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.daily.post import daily_post_screen
from bot.present.screens.puzzle import puzzle_of_day_screen
from bot.present.screens.scores.podium import podium_screen
from bot.present.text.shortening import in_words
from bot.service.ports.publisher import PostingForbidden, ServerLeft


class ServerPosts:
    """Posts the podium of a week and the deal of a day; nobody is pinged.

    Raises :class:`~bot.service.ports.publisher.PublishFailed`: as ``PostingForbidden`` if the bot
    may not post there, as ``ServerLeft`` if it left the server, as ``ChannelGone`` if the channel
    was deleted.
    """

    def __init__(self, client: BaseClient, messages: Messages) -> None:
        self._client, self._messages = client, messages

    async def podium(self, podium: Podium) -> None:
        def screen(say: Words, names: Mapping[UserId, str]) -> Screen:
            return podium_screen(podium, say, names)

        token = f"podium {podium.guild_id} {podium.channel_id} {podium.week.isoformat()}"
        leaders = [each.user_id for each in podium.leaders]
        await self._post(podium.guild_id, podium.channel_id, token, screen, leaders)

    async def daily(self, post: DailyPost) -> None:
        token = f"daily {post.guild_id} {post.channel_id} {post.deal.day.isoformat()}"
        puzzles = self._client.service.puzzles
        puzzle_id = await puzzles.of_day(post.deal.day)
        puzzle = None if puzzle_id is None else await puzzles.moment(puzzle_id)

        def screen(say: Words, _: Mapping[UserId, str]) -> Screen:
            below = None if puzzle is None else puzzle_of_day_screen(puzzle, say)
            return daily_post_screen(post, say, below)

        await self._post(post.guild_id, post.channel_id, token, screen)

    async def _post(
        self,
        guild_id: int,
        channel_id: int,
        token: str,
        screen_for: Callable[[Words, Mapping[UserId, str]], Screen],
        drawn: Collection[UserId] = (),
    ) -> None:
        """Post a screen; ``drawn`` are the people whose names are in its picture."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            if self._client.is_ready():
                raise ServerLeft(f"server {guild_id} was left")
            raise PostingForbidden(f"server {guild_id} is not known yet")
        channel = guild.get_channel_or_thread(channel_id)
        allowed = permissions_in(channel, self._client)
        if allowed is not None and (
            missing := missing_permissions(channel, allowed, "view_channel", SEND)
        ):
            raise PostingForbidden(f"channel {channel_id}: {', '.join(missing)} is missing")
        say = await self._client.languages.words_for_server(guild_id)
        names = await self._client.names.fetch(drawn, guild_id, say("somebody")) if drawn else {}
        screen = screen_for(say, names)
        if allowed is not None and not allowed.attach_files:
            screen = in_words(screen)
        await self._messages.post(channel_id, guild_id, screen, nonce_of(token))
