"""Messages in channels: send, edit and delete them, and interpret Discord's errors."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, IntEnum

import discord

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.components import NO_PINGS, Body, body, mark, mark_of, pings
from bot.discord_ui.faults import FAULTS, UNKNOWN_MESSAGE, is_for_everything, retry_after
from bot.model.match import Match
from bot.model.messages import MessageRecord
from bot.present.screen import Screen
from bot.service.metrics import MessageKind
from bot.service.ports.publisher import ChannelGone, PostingForbidden, PublishFailed
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

MOST_LEFTOVERS = 10
"""The most unrecorded messages that are followed before sending is given up for now."""
MOST_RECENT = 100
"""The messages that are read of a channel to find one: as many as Discord returns at once."""
FOR_GOOD = (discord.NotFound, discord.Forbidden)
"""Errors that a retry will not fix."""


class _Code(IntEnum):
    """Discord's error codes for a channel that the bot cannot post in."""

    UNKNOWN_CHANNEL = 10003
    MISSING_ACCESS = 50001
    """The bot cannot see the channel, or is not in the server."""
    DMS_CLOSED = 50007
    """The person accepts no DMs from the bot."""
    NO_SHARED_SERVER = 50278
    """The same, because the bot shares no server with the person."""
    MISSING_PERMISSIONS = 50013
    ARCHIVED = 50083
    """The thread is archived: a new message unarchives it, but an edit does not."""
    LOCKED = 160005
    """The thread is locked: only moderators may write in it."""


class MessageOutcome(Enum):
    DONE = "done"
    UNAVAILABLE = "gone"
    """The message was deleted, or the bot may not change it."""
    RETRYABLE = "retryable"
    """It failed; a retry may work."""
    FORBIDDEN = "forbidden"
    """It failed; it may work once the bot is allowed into the channel."""

    @property
    def is_final(self) -> bool:
        return self in {MessageOutcome.DONE, MessageOutcome.UNAVAILABLE}


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent now or, under the same nonce, before."""

    message_id: int
    shows_other: bool
    """True if it was sent before and shows something else."""


async def send_after(
    shown: list[MessageRecord],
    send: Callable[[MessageRecord | None], Awaitable[Sent]],
    record: Callable[[int, MessageRecord | None], Awaitable[MessageRecord]],
) -> int:
    """Send a message after the newest of ``shown``, and return its id.

    ``send`` sends it under the nonce of that place. If there is one already that was not recorded
    before a crash, it is accepted if it shows the same. Else ``record`` records it, given its id
    and the newest; it is appended to ``shown``, and the new one comes after it.
    """
    for _ in range(MOST_LEFTOVERS):
        newest = shown[-1] if shown else None
        sent = await send(newest)
        if not sent.shows_other:
            return sent.message_id
        shown.append(await record(sent.message_id, newest))
    raise PublishFailed("Discord returns other messages than were sent")


class Messages:
    """The bot's messages, by channel and id; changing one needs no fetch and no cache."""

    def __init__(self, client: BaseClient) -> None:
        self._client = client

    async def post(self, channel_id: int, guild_id: int | None, screen: Screen, nonce: str) -> Sent:
        """Send a message, unless Discord has one with this nonce already: then return that one.

        Discord remembers nonces for a few minutes, and compares nothing else.
        Raises :class:`~bot.service.ports.publisher.PublishFailed`: as ``ChannelGone`` if the
        channel was deleted, as ``PostingForbidden`` if the bot may not post there.
        """
        ready = await body(screen)
        marked = mark(ready.view)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            sent = await self.send(channel, ready, marked, nonce, pings(screen))
        except FAULTS as error:
            self._client.metrics.sent(MessageKind.TABLE, arrived=False)
            raise fault_of(error, f"channel {channel_id}") from error
        self._client.metrics.sent(MessageKind.TABLE, arrived=True)
        return sent

    async def send(
        self,
        channel: discord.abc.Messageable,
        ready: Body,
        marked: int,
        nonce: str,
        pinged: discord.AllowedMentions = NO_PINGS,
    ) -> Sent:
        """Send what is ``ready``, as :meth:`post` does, and let errors of Discord through.

        ``marked`` is its mark (:func:`~bot.discord_ui.components.mark`).
        """
        sent = await channel.send(
            view=ready.view, files=ready.files, allowed_mentions=pinged, nonce=nonce
        )
        return Sent(sent.id, shows_other=mark_of(sent) not in {None, marked})

    async def find(self, channel_id: int, marked: int) -> list[int]:
        """Return the ids of messages with a mark among a channel's newest.

        Errors of Discord are let through.
        """
        channel = self._client.get_partial_messageable(channel_id)
        newest = channel.history(limit=MOST_RECENT)
        return [each.id async for each in newest if mark_of(each) == marked]

    async def edit(self, posted: MessageRecord, screen: Screen) -> MessageOutcome:
        ready = await body(screen)
        editing = self._message(posted).edit(**ready.as_edit)
        outcome = await _tried(editing, posted)
        self._client.metrics.sent(MessageKind.TABLE, arrived=outcome is MessageOutcome.DONE)
        return outcome

    async def remove(self, posted: MessageRecord) -> MessageOutcome:
        return await _tried(self._message(posted).delete(), posted)

    async def take_away(self, store: Store, match: Match, posted: MessageRecord) -> bool:
        """Delete a message of a match; return whether it is gone, and if so, forget it."""
        if is_gone := (await self.remove(posted)).is_final:
            await store.forget(match.id, posted.message_id)
        return is_gone

    async def exists(self, posted: MessageRecord) -> bool:
        """Return whether a message exists; true unless Discord says that it was deleted."""
        try:
            await self._message(posted).fetch()
        except FAULTS as error:
            log.info("cannot fetch message %s: %s", posted.message_id, error)
            return getattr(error, "code", 0) != UNKNOWN_MESSAGE
        return True

    def _message(self, posted: MessageRecord) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(posted.channel_id)
        return channel.get_partial_message(posted.message_id)


async def _tried(work: Awaitable[object], posted: MessageRecord) -> MessageOutcome:
    try:
        await work
    except FAULTS as error:
        log.info("message %s unchanged: %s", posted.message_id, error)
        match _code(error):
            case _Code.MISSING_ACCESS:
                return MessageOutcome.FORBIDDEN
            # Unarchiving the thread for it would do more harm than good.
            case _Code.ARCHIVED | _Code.LOCKED:
                return MessageOutcome.UNAVAILABLE
            case _ if isinstance(error, FOR_GOOD):
                return MessageOutcome.UNAVAILABLE
            case _:
                return MessageOutcome.RETRYABLE
    return MessageOutcome.DONE


def fault_of(error: Exception, where: str) -> PublishFailed:
    """Return the failure to show something ``where`` that an error of Discord means."""
    kinds = {None: PublishFailed, _Code.UNKNOWN_CHANNEL: ChannelGone}
    return kinds.get(_code(error), PostingForbidden)(
        f"{where}: {error}",
        retry_after=retry_after(error),
        is_for_everything=is_for_everything(error),
    )


def _code(error: Exception) -> _Code | None:
    try:
        return _Code(getattr(error, "code", 0))
    except ValueError:
        return None
