"""Messages that call people who aren't at the table."""

import logging
from collections.abc import Collection, Sequence

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.publishing.channel_access import ChannelAccess, check_member
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.message_api import FOR_GOOD, Messages, fault_of
from bot.discord_ui.publishing.message_records import link_to, nonce_of
from bot.discord_ui.publishing.own_matches import open_matches
from bot.model.calls import Call
from bot.model.match import Match, MatchId, UserId
from bot.model.preferences import PlayerSettings
from bot.present.screens.home import digest_screen
from bot.present.screens.match.calls import call_screen
from bot.service.metrics import MessageKind
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

MOST_IN_DIGEST = 10
"""The most matches that a digest lists; its button leads to all."""


class CallMessages:
    """Calls people by DM or in the channel; what is sent twice with the same token arrives once."""

    def __init__(
        self,
        client: BaseClient,
        store: Store,
        messages: Messages,
        direct_messages: DirectMessages,
        channel_access: ChannelAccess,
    ) -> None:
        self._client = client
        self._store = store
        self._messages = messages
        self._direct_messages = direct_messages
        self._channel_access = channel_access

    async def by_dm(self, match: Match, user: UserId, settings: PlayerSettings, call: Call) -> bool:
        """Call somebody by DM; return whether it reached them.

        Raises :class:`~bot.service.ports.publisher.PersonGone`.
        """
        await check_member(self._client, match, user)
        say = self._client.languages.words_for_player(user, settings, match.guild_id)
        url = await link_to(self._store, match)
        screen = call_screen(call, table_info_of(match), say, url)
        return await self._direct_messages.notify(match, user, screen, _nonce(call, [user]))

    async def digest(
        self, user: UserId, settings: PlayerSettings, waiting: Sequence[MatchId], token: str
    ) -> None:
        """Tell somebody of the matches that wait for them, if they accept DMs.

        Raises :class:`~bot.service.ports.publisher.PublishFailed` if it may help to try again.
        """
        client, store = self._client, self._store
        say = client.languages.words_for_player(user, settings, None)
        matches = [await store.match(each) for each in waiting[:MOST_IN_DIGEST]]
        theirs = [each for each in matches if each is not None and user in each.people]
        listed = await open_matches(client, theirs, user, None, say)
        screen = digest_screen(listed, len(waiting), client.service.now(), say)
        try:
            await self._direct_messages.tell(user, screen, nonce_of(token))
        except FAULTS as error:
            client.metrics.sent(MessageKind.DM, arrived=False)
            log.info("cannot send a digest: %s", error)
            if not isinstance(error, FOR_GOOD):
                raise fault_of(error, "a digest") from error
            self._direct_messages.note_closed(user)

    async def in_channel(self, match: Match, users: Collection[UserId], call: Call) -> None:
        self._channel_access.check(match)
        say = await self._client.languages.words_for_table(match)
        table_info, url = table_info_of(match), await link_to(self._store, match)
        screen = call_screen(call, table_info, say, url, users)
        await self._messages.post(match.channel_id, match.guild_id, screen, _nonce(call, users))


def _nonce(call: Call, users: Collection[UserId]) -> str:
    who = " ".join(map(str, sorted(users)))
    return nonce_of(f"{call.token} {who}")
