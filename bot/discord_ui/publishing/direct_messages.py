"""Direct messages: a person's hand when it is their turn. If one fails, the match goes on."""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import discord
from cachetools import TTLCache

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.components import NO_PINGS, body
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.links import link
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import direct_nonce
from bot.present.screen import Screen
from bot.service.keyed_locks import KeyedLocks
from bot.service.metrics import MessageKind
from bot.service.model.match import Match, Posted, Stage, UserId
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

DmContent = Screen | Callable[[str], Screen]
"""A DM to send, or a function that makes it from the link to the table."""
CLOSED = {50007, 50278}
"""Error codes for a person who accepts no direct messages from the bot."""

MOST_CLOSED = 10_000
"""People of whom it is remembered that they refused DMs."""
CLOSED_FOR = 6 * 3600.0
"""Seconds after which DMs to somebody who refused them are tried again.

They may have used the bot in a DM meanwhile, where another process answered.
"""


class DirectMessages:
    """Sends one DM per match and person: the newest replaces the one before."""

    def __init__(self, client: BaseClient, store: Store, messages: Messages) -> None:
        self._client = client
        self._store = store
        self._messages = messages
        self._closed: TTLCache[UserId, None] = TTLCache(MOST_CLOSED, CLOSED_FOR)
        """People who refused DMs; tried again later, or once they use the bot in a DM."""
        self._silent: Counter[UserId] = Counter()
        """People who get no DMs for now, with the number of blocks that silence them."""
        self._locks = KeyedLocks[tuple[int, UserId]]()

    def opened(self, user: UserId) -> None:
        """Try DMs to this person again: they have used the bot in one."""
        self._closed.pop(user, None)

    @asynccontextmanager
    async def silent(self, user: UserId) -> AsyncIterator[None]:
        """Send the person no DMs until the block ends; wait for one that is being sent."""
        self._silent[user] += 1
        try:
            for (_, to), lock in self._locks.existing():
                if to == user:
                    async with lock:
                        pass
            yield
        finally:
            self._silent[user] -= 1
            self._silent += Counter()  # drops those at zero

    async def send(
        self,
        match: Match,
        user: UserId,
        content: DmContent,
        *,
        once: bool = True,
        stays_true: bool = False,
    ) -> bool:
        """Send a DM; return ``False`` if the person gets none or Discord refused it.

        Errors of Discord are never raised; those of the store only while nothing was sent.

        Args:
            match: the match as the DM describes it.
            user: the person.
            content: what to send.
            once: skip it if there is one about this version, as when a match is shown again after
                a crash.
            stays_true: send it also if moves were made meanwhile, as it may when it is tried again
                after an outage; by default it shows moves that can't be made any more by then.
        """
        if user in self._closed or user in self._silent:
            return False
        sending = self._send(match, user, content, once=once, stays_true=stays_true)
        return await self._sent(match, user, sending)

    async def notify(self, match: Match, user: UserId, screen: Screen, nonce: str) -> bool:
        """Send a DM that shows no table and is never replaced, to somebody without a seat.

        Returns ``False`` if Discord refused it. Nothing is sent to somebody who is being forgotten.
        """
        if user in self._closed:
            return False
        return await self._sent(match, user, self._notify(user, screen, nonce))

    async def _sent(self, match: Match, user: UserId, sending: Coroutine[Any, Any, None]) -> bool:
        """Send something while no other DM is sent; return whether Discord took it."""
        try:
            async with self._locks[match.id, user]:
                await sending
        except FAULTS as error:
            if isinstance(error, discord.Forbidden) or getattr(error, "code", 0) in CLOSED:
                self._closed[user] = None
            log.info("cannot send a direct message of match %s: %s", match.id, error)
            self._client.metrics.sent(MessageKind.DM, arrived=False)
            return False
        return True

    async def _notify(self, user: UserId, screen: Screen, nonce: str) -> None:
        if user in self._silent:
            return
        channel = await self._client.create_dm(discord.Object(user))
        ready = await body(screen)
        await channel.send(
            view=ready.view, files=ready.files, allowed_mentions=NO_PINGS, nonce=nonce
        )
        self._client.metrics.sent(MessageKind.DM, arrived=True)

    async def clear(self, match: Match) -> None:
        """Delete the DMs to people who are not playing any more."""
        playing = match.people if match.stage is Stage.RUNNING else ()
        if len(playing) == len(match.seats):
            return
        for posted in await self._store.posted(match.id):
            if posted.user_id is not None and posted.user_id not in playing:
                await self._take_away(match, posted)

    async def _send(
        self, match: Match, user: UserId, content: DmContent, *, once: bool, stays_true: bool
    ) -> None:
        now = await self._store.match(match.id)
        if user in self._silent or now is None or user not in now.people:
            return  # they have left meanwhile, so nothing may be stored about them
        if now.stage is not match.stage or (now.ply > match.ply and not stays_true):
            return  # it comes too late
        posted = await self._store.posted(match.id)
        before = [each for each in posted if each.user_id == user]
        if any(each.version >= match.version + (not once) for each in before):
            return  # one at least as new was sent already
        channel = await self._client.create_dm(discord.Object(user))
        screen = content if isinstance(content, Screen) else content(link(match, posted))
        if screen.attachments:
            screen = screen.in_theme(await self._client.themes.for_person(user, match.guild_id))
        ready = await body(screen)
        nonce = direct_nonce(match, user, before[-1] if before else None)
        sent = await channel.send(
            view=ready.view, files=ready.files, allowed_mentions=NO_PINGS, nonce=nonce
        )
        self._client.metrics.sent(MessageKind.DM, arrived=True)
        newest = Posted(channel.id, sent.id, user, match.version, match.ply)
        try:
            await self._store.remember(match.id, newest)
            for each in before:
                await self._take_away(match, each)
        except StoreFault as error:
            log.warning("cannot record a direct message of match %s: %s", match.id, error)

    async def _take_away(self, match: Match, posted: Posted) -> None:
        """Delete a DM whose moves are out of date."""
        if (await self._messages.remove(posted)).is_final:
            await self._store.forget(match.id, posted.message_id)
