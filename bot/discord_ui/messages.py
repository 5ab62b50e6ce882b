"""Messages in channels: sent, edited, taken away; and what it means when Discord says no."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.discord_ui.layout import NO_PINGS, body, pings
from bot.present.screen import Screen
from bot.service.meter import Parcel
from bot.service.ports import Barred, ChannelGone, NotShown, Posted

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What sending can fail with: Discord refuses, the connection breaks, or there is none."""
UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that was deleted."""
FOR_GOOD = (discord.NotFound, discord.Forbidden)
"""Faults that trying again will not mend."""


class _Code(IntEnum):
    """Discord's codes for what is the matter with a channel."""

    UNKNOWN_CHANNEL = 10003
    """It was deleted."""
    MISSING_ACCESS = 50001
    """We cannot see it, or are not in the server."""
    CLOSED_LETTERS = 50007
    """A person takes no messages from us."""
    NO_SHARED_SERVER = 50278
    """The same, for we meet them nowhere."""
    MISSING_PERMISSIONS = 50013
    ARCHIVED = 50083
    """A thread that sleeps: a message wakes it up, but no change of one."""
    LOCKED = 160005
    """A thread in which only moderators speak."""


class Fate(Enum):
    """What became of a change to a message."""

    DONE = "done"
    GONE = "gone"
    """The message is not there any more, or not ours to change."""
    OWED = "owed"
    """It may work another time."""
    BARRED = "barred"
    """It may work when we are let into the channel."""

    @property
    def is_final(self) -> bool:
        """Whether there is nothing left to be done about the message."""
        return self in {Fate.DONE, Fate.GONE}


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
            self._client.meter.sent(Parcel.TABLE, arrived=False)
            raise _fault(error)(f"channel {channel_id}: {error}") from error
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

    async def exists(self, posted: Posted) -> bool:
        """Whether a message is there still, as far as we may know."""
        try:
            await self._message(posted).fetch()
        except FAULTS as error:
            log.info("message %s cannot be looked at: %s", posted.message_id, error)
            return getattr(error, "code", 0) != UNKNOWN_MESSAGE
        return True

    def _message(self, posted: Posted) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(posted.channel_id)
        return channel.get_partial_message(posted.message_id)


async def _tried(work: Awaitable[object], posted: Posted) -> Fate:
    try:
        await work
    except FAULTS as error:
        log.info("message %s stays as it is: %s", posted.message_id, error)
        match _code(error):
            case _Code.MISSING_ACCESS:
                return Fate.BARRED
            case _Code.ARCHIVED | _Code.LOCKED:
                return Fate.GONE  # to wake the thread for it would disturb more than it helps
            case _:
                return Fate.GONE if isinstance(error, FOR_GOOD) else Fate.OWED
    return Fate.DONE


def _fault(error: Exception) -> type[NotShown]:
    """What it means for a match that its message could not be sent."""
    match _code(error):
        case _Code.UNKNOWN_CHANNEL:
            return ChannelGone
        case None:
            return NotShown
        case _:
            return Barred


def _code(error: Exception) -> _Code | None:
    """What Discord says the matter is, when it is one of these; a proxy gives no code."""
    try:
        return _Code(getattr(error, "code", 0))
    except ValueError:
        return None
