"""Messages that show no table: they call people who aren't there, or show a week's podium."""

from collections.abc import Collection

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.publishing.channel_access import ChannelAccess, check_member
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import link_to, nonce_of
from bot.discord_ui.publishing.permissions import SEND, missing_permissions, permissions_in
from bot.model.calls import Call
from bot.model.match import Match, UserId
from bot.model.preferences import PlayerSettings
from bot.model.scores import Podium
from bot.present.screens.match.calls import call_screen
from bot.present.screens.scores.podium import podium_screen
from bot.present.text.shortening import in_words
from bot.service.ports.publisher import PostingForbidden, ServerLeft
from bot.service.ports.store import Store


class CallMessages:
    """The part of the publisher whose messages show no table.

    What is sent twice with the same token arrives once.
    """

    def __init__(self, client: BaseClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._messages = Messages(client)
        self.direct_messages = DirectMessages(client, store, self._messages)
        self.channel_access = ChannelAccess(client)

    async def call_by_dm(
        self, match: Match, user: UserId, settings: PlayerSettings, call: Call
    ) -> bool:
        await check_member(self._client, match, user)
        say = self._client.languages.words_for_player(user, settings, match.guild_id)
        url = await link_to(self._store, match)
        screen = call_screen(call, table_info_of(match), say, url)
        return await self.direct_messages.notify(match, user, screen, _nonce(call, [user]))

    async def call_in_channel(self, match: Match, users: Collection[UserId], call: Call) -> None:
        self.channel_access.check(match)
        say = await self._client.languages.words_for_table(match)
        table_info, url = table_info_of(match), await link_to(self._store, match)
        screen = call_screen(call, table_info, say, url, users)
        await self._messages.post(match.channel_id, match.guild_id, screen, _nonce(call, users))

    async def post_podium(self, podium: Podium) -> None:
        client = self._client
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
        await self._messages.post(podium.channel_id, podium.guild_id, screen, nonce_of(token))


def _nonce(call: Call, users: Collection[UserId]) -> str:
    who = " ".join(map(str, sorted(users)))
    return nonce_of(f"{call.token} {who}")
