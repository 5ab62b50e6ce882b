"""Direct messages: the hand, when the turn comes. An extra that may fail and then costs nothing."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.layout import NO_PINGS, body
from bot.present.screen import Screen
from bot.service.ports import MatchId, Posted, Store, StoreFault, UserId

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

CLOSED = {50007, 50278}
"""Error codes of a person who takes no direct messages from us."""


class Mail:
    """One message per match and person: the newest replaces the one before."""

    def __init__(self, client: BoneyardClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._closed: set[UserId] = set()
        """Who took none lately; asked again after a restart, or once they write to the bot."""

    def opened(self, user: UserId) -> None:
        """The person has shown up in our direct messages."""
        self._closed.discard(user)

    async def send(self, match_id: MatchId, user: UserId, screen: Screen) -> None:
        """Send ``screen``; never raises for what Discord or the store refuses."""
        if user in self._closed:
            return
        try:
            channel = await self._client.create_dm(discord.Object(user))
            ready = await body(screen)
            sent = await channel.send(view=ready.view, files=ready.files, allowed_mentions=NO_PINGS)
            await self._retire(match_id, user)
            await self._store.remember(match_id, Posted(channel.id, sent.id, user))
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or error.code in CLOSED:
                self._closed.add(user)
            log.info("no direct message for match %s: %s", match_id, error)
        except StoreFault as error:
            log.warning("direct message of match %s was not noted: %s", match_id, error)

    async def _retire(self, match_id: MatchId, user: UserId) -> None:
        """Take the older message away: its moves are of an older table."""
        for posted in await self._store.posted(match_id):
            if posted.user_id == user:
                channel = self._client.get_partial_messageable(posted.channel_id)
                try:
                    await channel.get_partial_message(posted.message_id).delete()
                except discord.HTTPException as error:
                    log.info("old direct message of match %s stays: %s", match_id, error)
