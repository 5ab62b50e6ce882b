"""Direct messages: the hand, when the turn comes. An extra that may fail and then costs nothing."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.discord_ui.layout import NO_PINGS, body
from bot.discord_ui.links import link
from bot.discord_ui.messages import FAULTS, Messages
from bot.present.screen import Screen
from bot.service.meter import Parcel
from bot.service.ports import Match, Posted, Stage, Store, StoreFault, UserId

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

Letter = Screen | Callable[[str], Screen]
"""What is sent to somebody; or what makes it of the address at which their table is."""
CLOSED = {50007, 50278}
"""Error codes of a person who takes no direct messages from us."""


class Mail:
    """One message per match and person: the newest replaces the one before."""

    def __init__(self, client: BoneyardClient, store: Store, messages: Messages) -> None:
        self._client = client
        self._store = store
        self._messages = messages
        self._closed: set[UserId] = set()
        """Who took none lately; asked again after a restart, or once they write to the bot."""
        self._silent: Counter[UserId] = Counter()
        """Who is to get none just now."""
        self._locks: WeakValueDictionary[tuple[int, UserId], asyncio.Lock] = WeakValueDictionary()

    def opened(self, user: UserId) -> None:
        """The person has shown up in our direct messages."""
        self._closed.discard(user)

    @asynccontextmanager
    async def silent(self, user: UserId) -> AsyncIterator[None]:
        """Until the block ends no letter goes to that person; one that is on its way is awaited."""
        self._silent[user] += 1
        try:
            for (_, to), lock in list(self._locks.items()):
                if to == user:
                    async with lock:
                        pass
            yield
        finally:
            self._silent[user] -= 1
            self._silent += Counter()  # drops those at zero

    async def send(self, match: Match, user: UserId, letter: Letter, *, once: bool = True) -> bool:
        """Send a letter, and tell whether it went out.

        ``once``: not if one about this version is there, as it is when a match is shown again
        after a crash. Never raises for what Discord or the store refuses.
        """
        if user in self._closed or user in self._silent:
            return False
        try:
            async with self._locks.setdefault((match.id, user), asyncio.Lock()):
                await self._send(match, user, letter, once=once)
        except FAULTS as error:
            if isinstance(error, discord.Forbidden) or getattr(error, "code", 0) in CLOSED:
                self._closed.add(user)
            log.info("no direct message for match %s: %s", match.id, error)
            self._client.meter.sent(Parcel.LETTER, arrived=False)
            return False
        except StoreFault as error:
            log.warning("direct message of match %s was not noted: %s", match.id, error)
        return True

    async def clear(self, match: Match) -> None:
        """Take away letters to those who do not play any more."""
        playing = match.people if match.stage is Stage.RUNNING else ()
        if len(playing) == len(match.seats):
            return
        for posted in await self._store.posted(match.id):
            if posted.user_id is not None and posted.user_id not in playing:
                await self._take_away(match, posted)

    async def _send(self, match: Match, user: UserId, letter: Letter, *, once: bool) -> None:
        now = await self._store.match(match.id)
        if user in self._silent or now is None or user not in now.people:
            return  # they have left meanwhile, and nothing is to be noted of them
        posted = await self._store.posted(match.id)
        before = [each for each in posted if each.user_id == user]
        if any(each.version >= match.version + (not once) for each in before):
            return  # a newer one has overtaken this
        channel = await self._client.create_dm(discord.Object(user))
        ready = await body(letter if isinstance(letter, Screen) else letter(link(match, posted)))
        sent = await channel.send(view=ready.view, files=ready.files, allowed_mentions=NO_PINGS)
        self._client.meter.sent(Parcel.LETTER, arrived=True)
        newest = Posted(channel.id, sent.id, user, match.version, match.ply)
        await self._store.remember(match.id, newest)
        for each in before:
            await self._take_away(match, each)

    async def _take_away(self, match: Match, letter: Posted) -> None:
        """Its moves are of an older table."""
        if (await self._messages.remove(letter)).is_final:
            await self._store.forget(match.id, letter.message_id)
