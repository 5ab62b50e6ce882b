"""Messages in channels: sent, edited, taken away; and what it means when Discord says no."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.discord_ui.layout import NO_PINGS, body, pings
from bot.present.screen import Screen
from bot.service.ports import NotShown, Posted

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What sending can fail with: Discord refuses, the connection breaks, or there is none."""
FOR_GOOD = (discord.NotFound, discord.Forbidden)
"""Faults that trying again will not mend."""


class Messages:
    """Our messages, by channel and id; nothing is fetched and nothing is cached."""

    def __init__(self, client: BoneyardClient) -> None:
        self._client = client

    async def post(self, channel_id: int, guild_id: int | None, screen: Screen, nonce: str) -> int:
        """Send a message and return its id; ``nonce`` lets Discord drop a repetition.

        Raises :class:`~bot.service.ports.NotShown`.
        """
        ready = await body(screen)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            sent = await channel.send(
                view=ready.view, files=ready.files, allowed_mentions=pings(screen), nonce=nonce
            )
        except FAULTS as error:
            raise NotShown(f"channel {channel_id}: {error}") from error
        return sent.id

    async def edit(self, posted: Posted, screen: Screen) -> bool:
        """Put ``screen`` into a message; ``False`` when that did not work."""
        ready = await body(screen)
        try:
            await self._message(posted).edit(
                view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
            )
        except FAULTS as error:
            log.info("message %s was not edited: %s", posted.message_id, error)
            return False
        return True

    async def remove(self, posted: Posted) -> bool:
        """Take a message away; ``False`` when it is worth trying again."""
        try:
            await self._message(posted).delete()
        except FOR_GOOD as error:
            log.info("message %s is not ours to remove: %s", posted.message_id, error)
        except FAULTS as error:
            log.info("message %s was not removed: %s", posted.message_id, error)
            return False
        return True

    def _message(self, posted: Posted) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(posted.channel_id)
        return channel.get_partial_message(posted.message_id)
