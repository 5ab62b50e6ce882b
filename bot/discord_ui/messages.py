"""Messages in channels: sent, edited, taken away; and what it means when Discord says no."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from enum import Enum
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.discord_ui.layout import NO_PINGS, body, pings
from bot.present.screen import Screen
from bot.service.meter import Parcel
from bot.service.ports import ChannelGone, NotShown, Posted

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What sending can fail with: Discord refuses, the connection breaks, or there is none."""
UNKNOWN_CHANNEL = 10003
"""Error code of a channel or thread that was deleted."""
FOR_GOOD = (discord.NotFound, discord.Forbidden)
"""Faults that trying again will not mend."""


class Fate(Enum):
    """What became of a change to a message."""

    DONE = "done"
    GONE = "gone"
    """The message is not there any more, or not ours to change."""
    OWED = "owed"
    """It may work another time."""


class Messages:
    """Our messages, by channel and id; nothing is fetched and nothing is cached."""

    def __init__(self, client: BoneyardClient) -> None:
        self._client = client

    async def post(self, channel_id: int, guild_id: int | None, screen: Screen, nonce: str) -> int:
        """Send a message and return its id; ``nonce`` lets Discord drop a repetition.

        Raises :class:`~bot.service.ports.NotShown`, or that the channel is gone.
        """
        ready = await body(screen)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            sent = await channel.send(
                view=ready.view, files=ready.files, allowed_mentions=pings(screen), nonce=nonce
            )
        except FAULTS as error:
            gone = getattr(error, "code", 0) == UNKNOWN_CHANNEL
            fault = ChannelGone if gone else NotShown
            self._client.meter.sent(Parcel.TABLE, arrived=False)
            raise fault(f"channel {channel_id}: {error}") from error
        self._client.meter.sent(Parcel.TABLE, arrived=True)
        return sent.id

    async def edit(self, posted: Posted, screen: Screen) -> Fate:
        """Put ``screen`` into a message."""
        ready = await body(screen)
        editing = self._message(posted).edit(
            view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
        )
        fate = await _tried(editing, posted)
        self._client.meter.sent(Parcel.TABLE, arrived=fate is Fate.DONE)
        return fate

    async def remove(self, posted: Posted) -> Fate:
        """Take a message away."""
        return await _tried(self._message(posted).delete(), posted)

    def _message(self, posted: Posted) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(posted.channel_id)
        return channel.get_partial_message(posted.message_id)


async def _tried(work: Awaitable[object], posted: Posted) -> Fate:
    try:
        await work
    except FAULTS as error:
        log.info("message %s stays as it is: %s", posted.message_id, error)
        return Fate.GONE if isinstance(error, FOR_GOOD) else Fate.OWED
    return Fate.DONE
