"""Answers to an interaction: in time, once, and to the person concerned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

import discord
from structlog.contextvars import bound_contextvars

from bot.discord_ui.hands import private
from bot.discord_ui.layout import NO_PINGS, body
from bot.discord_ui.messages import FAULTS
from bot.engine.errors import Refusal
from bot.engine.words import N_
from bot.present.screen import Screen, note
from bot.present.words import Words, words
from bot.service.meter import Parcel
from bot.service.ports import StoreBusy, StoreFault, StoreReadOnly

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

    Click = discord.Interaction[BoneyardClient]
else:
    Click = discord.Interaction

log = logging.getLogger(__name__)

PATIENCE = 1.8
"""Seconds before an answer is promised; Discord waits for 3."""
SLOW = 2.5
"""Seconds after which it is worth a line how long an answer took."""

T = TypeVar("T")

BUSY = N_("I could not save that just now, and nothing has changed. Please try again.")
READ_ONLY = N_("I cannot save anything at the moment, so nothing has changed.")
NOT_LET = N_(
    "Discord did not let me finish that. Look at the table before you try again, or ask a server"
    " manager."
)
UNSURE = N_("Something went wrong while saving. Look at the table before you try again.")
BROKEN = N_("Something went wrong on my side; your match is safe. Please try again.")


class Reply:
    """The answer to one interaction."""

    def __init__(self, interaction: Click) -> None:
        self.interaction = interaction
        self.own = private(interaction)
        """Whether the message that was clicked is this person's own, and may be replaced."""
        self._promised = False
        """Whether an empty message, which only this person sees, waits to be filled."""
        self._deadline = asyncio.get_running_loop().time() + PATIENCE

    @property
    def say(self) -> Words:
        """The words of the person who clicked."""
        return words(str(self.interaction.locale))

    @property
    def say_here(self) -> Words:
        """The words of the server, for what everybody sees."""
        return words(str(self.interaction.guild_locale or self.interaction.locale))

    async def after(self, work: Awaitable[T], *, replacing: bool = False) -> T:
        """Wait for ``work``; when it takes long, promise an answer meanwhile.

        ``replacing``: the answer will replace the message that was clicked; otherwise it will be a
        new message that only this person sees.
        """
        task = asyncio.ensure_future(work)
        left = self._deadline - asyncio.get_running_loop().time()
        await asyncio.wait({task}, timeout=max(left, 0))
        if not task.done() and not self.interaction.response.is_done():
            await self._promise(replacing=replacing)
        return await task

    async def promise(self) -> None:
        """Say at once that an answer is coming, which only this person sees."""
        if not self.interaction.response.is_done():
            await self._promise(replacing=False)

    async def private(self, screen: Screen) -> int | None:
        """A new message that only this person sees; its id, as far as Discord tells."""
        response = self.interaction.response
        if self._promised:
            self._promised = False
            return await self._edit(screen)
        ready = await body(screen)
        if response.is_done():
            sent = await self.interaction.followup.send(
                view=ready.view,
                files=ready.files,
                ephemeral=True,
                allowed_mentions=NO_PINGS,
                wait=True,
            )
            return sent.id
        answer = await response.send_message(
            view=ready.view, files=ready.files, ephemeral=True, allowed_mentions=NO_PINGS
        )
        return answer.message_id

    async def public(self, screen: Screen) -> int | None:
        """A new message in the channel; its id.

        ``None`` when an answer for this person alone was promised already: then that is what the
        screen becomes.
        """
        if self.interaction.response.is_done():
            await self.private(screen)
            return None
        ready = await body(screen)
        answer = await self.interaction.response.send_message(
            view=ready.view, files=ready.files, allowed_mentions=NO_PINGS
        )
        return answer.message_id

    async def replace(self, screen: Screen) -> int | None:
        """Put ``screen`` in the place of the message that was clicked; the message's id.

        What others see is never replaced: then it is a new message for this person alone.
        """
        clicked = self.interaction.message
        if clicked is None or not self.own:
            return await self.private(screen)
        if self.interaction.response.is_done():
            await self._edit(screen)
            return clicked.id
        ready = await body(screen)
        await self.interaction.response.edit_message(
            view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
        )
        return clicked.id

    async def again(self, screen: Screen) -> None:
        """Put ``screen`` in the place of the answer that was given."""
        await self._edit(screen)

    async def nothing(self) -> None:
        """Acknowledge a click whose effect is shown elsewhere."""
        if not self.interaction.response.is_done():
            await self.interaction.response.defer()

    async def _promise(self, *, replacing: bool) -> None:
        clicked = self.interaction.type is discord.InteractionType.component
        if replacing and clicked:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
            self._promised = True

    async def _edit(self, screen: Screen) -> int:
        ready = await body(screen)
        message = await self.interaction.edit_original_response(
            view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
        )
        return message.id


async def answered(interaction: Click, work: Awaitable[object], reply: Reply) -> None:
    """Carry out ``work``; whatever it refuses or fails at is told to the person who asked."""
    now = asyncio.get_running_loop().time
    begun, arrived = now(), True
    with bound_contextvars(interaction=interaction.id):
        try:
            await work
        except Exception as error:  # the last line before the person
            text = _explained(error, reply.say)
            if text is None:
                log.exception("interaction %s failed", interaction.id)
                text = reply.say(BROKEN)
            arrived = await _told(interaction, reply, text) and not isinstance(error, FAULTS)
        if now() - begun > SLOW:
            log.info("an answer took %.1f s", now() - begun)
    interaction.client.meter.sent(Parcel.ANSWER, arrived=arrived)


def _explained(error: Exception, say: Words) -> str | None:
    """A sentence for what can be expected to go wrong; ``None`` for the rest."""
    match error:
        case Refusal():
            return say.refusal(error)
        case StoreReadOnly():
            return say(READ_ONLY)
        case StoreBusy():
            return say(BUSY)
        case StoreFault():
            log.warning("the store failed: %s", error)
            return say(UNSURE)
        case _ if isinstance(error, FAULTS):
            log.warning("Discord refused an answer: %s", error)
            return say(NOT_LET)
        case _:
            return None


async def _told(interaction: Click, reply: Reply, text: str) -> bool:
    """Whether the person could be told."""
    try:
        await reply.private(note(text))
    except FAULTS as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
        return False
    return True
