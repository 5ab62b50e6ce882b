"""Answers to interactions: in time, once, and to the person concerned."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from discord import ui
from structlog.contextvars import bound_contextvars

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.components import Body, body
from bot.discord_ui.errors import SeenByYouAlone
from bot.discord_ui.faults import FAULTS, is_deleted, is_expired
from bot.discord_ui.installs import is_guest
from bot.engine.errors import Refusal
from bot.engine.translatable import N_
from bot.present.i18n import Words, words
from bot.present.screen import Screen, note
from bot.present.screens.guest import no_table, with_no_table
from bot.service.metrics import MessageKind
from bot.service.ports.faults import StoreBusy, StoreFault, StoreReadOnly

log = logging.getLogger(__name__)

DEFER_AFTER = 1.8
"""Seconds before an answer is promised; Discord waits for 3."""
SLOW = 2.5
"""Seconds after which the time an answer took gets a log line."""

T = TypeVar("T")

BUSY = N_("I couldn't save that, so nothing has changed. Please try again.")
READ_ONLY = N_("I can't save anything right now, so nothing has changed. Please try again later.")
NOT_LET = N_("Discord rejected that. Check the table before trying again, or ask an admin.")
UNSURE = N_("Something went wrong while saving. Check the table before trying again.")
BROKEN = N_("Something went wrong on my end, but your match is safe. Please try again.")


def is_private(click: Interaction) -> bool:
    """Return whether a click was on a message that only this person sees."""
    message = click.message
    return message is not None and (message.flags.ephemeral or click.context.dm_channel)


def is_direct(click: Interaction) -> bool:
    """Return whether a click was on a message in a DM that is there to stay."""
    return is_private(click) and click.message is not None and not click.message.flags.ephemeral


class Reply:
    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.say = words(str(interaction.locale))
        """The words for this person; Discord's language until :meth:`learn_language`."""
        self.may_replace = is_private(interaction)
        """True if the clicked message is this person's own and may be replaced."""
        self._deferred = False
        """True while an empty message, which only this person sees, waits to be filled."""
        self._followups: set[int] = set()
        """The messages that only this person sees, besides the first answer."""
        self._deadline = asyncio.get_running_loop().time() + DEFER_AFTER

    @property
    def no_table(self) -> str:
        """The sentence that there can be no table here, and where there can."""
        client = self.interaction.client
        bot_id = client.user.id if client.user else self.interaction.application_id
        return no_table(client.invite, bot_id, self.say)

    async def learn_language(self) -> None:
        self.say = await self.interaction.client.languages.words_for_click(self.interaction)

    async def words_for_channel(self) -> Words:
        return await self.interaction.client.languages.words_for_channel(self.interaction)

    async def defer_if_slow(self, work: Awaitable[T], *, replacing: bool = False) -> T:
        """Return the result of ``work``; if it takes long, promise an answer meanwhile.

        ``replacing``: the answer will replace the clicked message; otherwise it will be a new
        message that only this person sees.
        """
        task = asyncio.ensure_future(work)
        task.add_done_callback(_take_note)
        left = self._deadline - asyncio.get_running_loop().time()
        await asyncio.wait({task}, timeout=max(left, 0))
        if not task.done() and not self.interaction.response.is_done():
            try:
                await self._defer(replacing=replacing)
            except FAULTS as error:  # the work goes on; its answer is sent all the same
                log.info("cannot defer an answer: %s", error)
        return await task

    @asynccontextmanager
    async def holding(self, lock: asyncio.Lock, *, replacing: bool = False) -> AsyncIterator[None]:
        """Hold ``lock``; if it takes long to get, promise an answer as in :meth:`defer_if_slow`."""
        acquiring = asyncio.ensure_future(lock.acquire())
        try:
            await self.defer_if_slow(acquiring, replacing=replacing)
            yield
        finally:
            if not acquiring.cancel() and not acquiring.cancelled():
                lock.release()  # the lock was acquired, even if this task has not heard of it

    async def defer(self) -> None:
        """Promise at once an answer that only this person will see."""
        if not self.interaction.response.is_done():
            await self._defer(replacing=False)

    async def private(self, screen: Screen | Body) -> int | None:
        """Send a message that only this person sees; return its id, or ``None`` if unknown."""
        response = self.interaction.response
        if self._deferred:
            self._deferred = False
            return await self._edit(screen)
        ready = await self._ready(screen)
        if response.is_done():
            sent = await self.interaction.followup.send(**ready.as_new, ephemeral=True, wait=True)
            self._followups.add(sent.id)
            return sent.id
        answer = await response.send_message(**ready.as_new, ephemeral=True)
        return answer.message_id

    def is_followup(self, message_id: int | None) -> bool:
        """Return whether :meth:`private` sent this message besides the first answer."""
        return message_id in self._followups

    async def public(self, screen: Screen) -> int | None:
        """Post a new message in the channel and return its id.

        If an answer for this person alone was promised already, the screen becomes that answer, and
        ``None`` is returned. Raises :class:`SeenByYouAlone`.
        """
        if self.interaction.response.is_done():
            await self.private(screen)
            return None
        ready = await self._ready(screen, for_all=True)
        answer = await self.interaction.response.send_message(**ready.as_new)
        if answer.is_ephemeral():
            raise SeenByYouAlone
        return answer.message_id

    async def promise_public(self) -> int | None:
        """Promise a new message in the channel, and return its id; :meth:`replace_answer` fills it.

        ``None``: an answer for this person alone was promised already.
        """
        if self.interaction.response.is_done():
            return None
        promised = await self.interaction.response.defer(thinking=True)
        return None if promised is None else promised.message_id

    async def announce(self, screen: Screen) -> None:
        """Post a message for everybody, after the answer; raises :class:`SeenByYouAlone`.

        The person has asked for it, so it may be done where the bot is a guest.
        """
        ready = await self._ready(screen, for_all=True)
        sent = await self.interaction.followup.send(**ready.as_new, wait=True)
        if sent.flags.ephemeral:
            raise SeenByYouAlone

    async def replace(self, screen: Screen) -> int | None:
        """Put ``screen`` in place of the clicked message and return the message's id.

        A message that others see is never replaced: this person alone gets a new one instead.
        """
        clicked = self.interaction.message
        if clicked is None or not self.may_replace:
            return await self.private(screen)
        if self.interaction.response.is_done():
            await self._edit(screen)
            return clicked.id
        ready = await self._ready(screen)
        await self.interaction.response.edit_message(**ready.as_edit)
        return clicked.id

    async def open_form(self, form: ui.Modal) -> None:
        """Open a form; the router handles what is typed into it."""
        await self.interaction.response.send_modal(form)
        form.stop()  # discord.py would handle only forms that this process has opened

    async def replace_answer(self, screen: Screen) -> None:
        """Replace the answer already given; if others see it, the screen must have its theme."""
        await self._edit(screen)

    async def withdraw(self) -> bool:
        """Leave no message behind, because the effect is shown elsewhere; return whether it worked.

        A command gets no answer; the clicked message, if it is this person's own, is deleted.
        """
        if self.interaction.message is None:
            await self.defer()
            self._deferred = False
        else:
            await self.acknowledge()
        try:
            await self.interaction.delete_original_response()
        except FAULTS as error:
            log.info("cannot delete a private message: %s", error)
            return False
        if self.interaction.message is not None:
            self.interaction.client.withdrawn.append(self.interaction.message.id)
        return True

    async def acknowledge(self) -> None:
        if not self.interaction.response.is_done():
            await self.interaction.response.defer()

    async def _defer(self, *, replacing: bool) -> None:
        if replacing and self.interaction.message is not None:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)
            self._deferred = True

    async def _edit(self, screen: Screen | Body) -> int:
        ready = await self._ready(screen)
        message = await self.interaction.edit_original_response(**ready.as_edit)
        return message.id

    async def _ready(self, screen: Screen | Body, *, for_all: bool = False) -> Body:
        if isinstance(screen, Body):
            return screen
        if is_guest(self.interaction) and not for_all:
            screen = with_no_table(screen, self.no_table)
        if screen.theme is None and screen.attachments:
            themes = self.interaction.client.themes
            choose = themes.for_channel if for_all else themes.for_click
            screen = screen.in_theme(await choose(self.interaction))
        return await body(screen)


def _take_note(task: asyncio.Future[T]) -> None:
    """Keep asyncio from logging an error of work whose answer was cancelled, as the bot stopped."""
    if not task.cancelled():
        task.exception()


async def answer(interaction: Interaction, work: Callable[[Reply], Awaitable[object]]) -> None:
    """Carry out ``work``; show a refusal or a failure to the person who asked."""
    interaction.client.note_interaction(interaction)
    reply = Reply(interaction)
    now = asyncio.get_running_loop().time
    begun, arrived = now(), True
    with bound_contextvars(interaction=interaction.id):
        try:
            await reply.learn_language()
            await work(reply)
        except Exception as error:  # noqa: BLE001 - the last chance to tell the person
            arrived = await _told(error, interaction, reply)
        if now() - begun > SLOW:
            log.info("slow answer: %.1f s", now() - begun)
    interaction.client.metrics.sent(MessageKind.ANSWER, arrived=arrived)


async def _told(error: Exception, interaction: Interaction, reply: Reply) -> bool:
    """Tell the person of a refusal or a failure; return whether their answer has arrived."""
    if interaction.client.is_closed():
        log.info("the bot stopped before it could answer: %s", error)
        return False
    text = _explained(error, reply.say)
    if text is None:
        log.error("interaction %s failed", interaction.id, exc_info=error)
        text = reply.say(BROKEN)
    if is_expired(error) or (is_deleted(error) and _was_withdrawn(interaction)):
        return False
    return await _show_error(interaction, reply, text) and not isinstance(error, FAULTS)


def _was_withdrawn(interaction: Interaction) -> bool:
    clicked = interaction.message
    return clicked is not None and clicked.id in interaction.client.withdrawn


def _explained(error: Exception, say: Words) -> str | None:
    """Return a sentence for an expected kind of failure; ``None`` for any other."""
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


async def _show_error(interaction: Interaction, reply: Reply, text: str) -> bool:
    try:
        await reply.private(note(text))
    except FAULTS as error:
        log.warning("cannot answer interaction %s: %s", interaction.id, error)
        return False
    return True
