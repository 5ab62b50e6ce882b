"""Direct messages: a person's hand when it is their turn. If one fails, the match goes on."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import discord
from cachetools import TTLCache

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.components import Body, body, mark
from bot.discord_ui.faults import FAULTS, UNREACHED
from bot.discord_ui.publishing.message_api import MessageOutcome, Messages, Sent, send_after
from bot.discord_ui.publishing.message_records import (
    direct_nonce,
    link,
    record_of_arrival,
    record_of_attempt,
)
from bot.discord_ui.publishing.outgoing_dm import DmContent, OutgoingDm
from bot.model.match import Match, Stage, UserId
from bot.model.messages import MessageRecord
from bot.present.screen import Screen
from bot.service.keyed_locks import KeyedLocks
from bot.service.metrics import MessageKind
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

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

    def note_reachable(self, user: UserId) -> None:
        """Try DMs to this person again: they have used the bot in one."""
        self._closed.pop(user, None)

    def note_closed(self, user: UserId) -> None:
        self._closed[user] = None

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

    async def send(self, outgoing: OutgoingDm) -> bool:
        """Send a DM; return ``False`` if the person gets none or Discord refused it.

        Errors of Discord are never raised; those of the store only while nothing was sent.
        """
        match, user = outgoing.match, outgoing.user
        if user in self._closed or user in self._silent:
            return False
        return await self._sent(match, user, self._send(outgoing))

    async def notify(self, match: Match, user: UserId, screen: Screen, nonce: str) -> bool:
        """Send a DM that shows no table and is never replaced; return ``False`` if it was refused.

        Nothing is sent to somebody who is being forgotten.
        """
        if user in self._closed:
            return False
        return await self._sent(match, user, self.tell(user, screen, nonce))

    async def _sent(self, match: Match, user: UserId, sending: Coroutine[Any, Any, None]) -> bool:
        try:
            async with self._locks[match.id, user]:
                await sending
        except (*FAULTS, PublishFailed) as error:
            if isinstance(error, discord.Forbidden) or getattr(error, "code", 0) in CLOSED:
                self._closed[user] = None
            log.info("cannot send a direct message of match %s: %s", match.id, error)
            self._client.metrics.sent(MessageKind.DM, arrived=False)
            return False
        return True

    async def tell(self, user: UserId, screen: Screen, nonce: str) -> None:
        """Send a DM as :meth:`notify` does, about anything, and let errors of Discord through."""
        if user in self._silent or user in self._closed:
            return
        channel = await self._client.create_dm(discord.Object(user))
        ready = await body(screen)
        await self._messages.send(channel, ready, mark(ready.view), nonce)
        self._client.metrics.sent(MessageKind.DM, arrived=True)

    async def clear(self, match: Match, posted: Sequence[MessageRecord]) -> list[MessageRecord]:
        """Delete the DMs to people who are not playing any more; return those to all others.

        ``posted`` are the records of the match's messages, read since it has changed. A DM that is
        recorded later is not sent, because the match is read again before that.

        Raises :class:`~bot.service.ports.publisher.PublishFailed` if one is left after the match.
        """
        playing = match.people if match.stage is Stage.RUNNING else ()
        for user in {each.user_id for each in posted if each.user_id} - {*playing}:
            try:
                async with self._locks[match.id, user]:
                    known, _ = await self._known(match, user)
                    gone = [
                        await self._messages.take_away(self._store, match, each) for each in known
                    ]
            except FAULTS as error:
                log.info("cannot find a direct message of match %s: %s", match.id, error)
                gone = [False]
            if not all(gone) and not match.is_open:  # else the next table is another chance
                raise PublishFailed(f"a direct message of match {match.id} is left")
        return [each for each in posted if each.user_id in playing]

    async def settle(
        self,
        match: Match,
        user: UserId,
        is_over: Callable[[MessageRecord], bool],
        content: DmContent,
        hand: asyncio.Lock,
    ) -> None:
        """Put ``content`` in place of a person's DMs that ask for something that ``is_over``.

        ``hand`` is the lock of their hand: a click may be changing the same message.
        """
        async with self._locks[match.id, user], hand:
            known, url = await self._known(match, user)
            for each in filter(is_over, known):
                outcome = await self._messages.edit(each, content(url))
                if outcome is MessageOutcome.DONE:
                    await self._store.remember(match.id, replace(each, called=()))
                elif outcome.is_final:
                    await self._store.forget(match.id, each.message_id)

    async def record_hand(
        self, match: Match, user: UserId, place: tuple[int, int], *, asks: bool
    ) -> None:
        """Record what a DM shows by now; a StoreFault is only logged.

        ``place``: the ids of its channel and its message.
        """
        seat = match.seat_of(user)
        if seat is None or match.stage is not Stage.RUNNING:
            return
        shows = MessageRecord(
            *place, user, match.version, match.ply, called=(seat,) if asks else ()
        )
        try:
            await self._store.remember(match.id, shows)
        except StoreFault as error:
            log.warning("cannot record a hand of match %s: %s", match.id, error)

    async def _send(self, outgoing: OutgoingDm) -> None:
        """Send a DM, if it is still wanted.

        That it may be sent is recorded first. So if the process ends before it is recorded that it
        was, it is found later; and whoever changes the match from then on knows of it.
        """
        match, user = outgoing.match, outgoing.user
        if not self._seems_wanted(outgoing):
            return
        before, url = await self._known(match, user)
        if any(each.version >= match.version + (not outgoing.once) for each in before):
            return  # one at least as new was sent already
        channel = await self._client.create_dm(discord.Object(user))
        screen = outgoing.content(url)
        if screen.attachments:
            screen = screen.in_theme(await self._client.themes.for_person(user, match.guild_id))
        ready = await body(screen)
        if not self._seems_wanted(outgoing):
            return
        marked, seat = mark(ready.view), match.seat_of(user)
        called = (seat,) if outgoing.asks and seat is not None else ()
        reminded = None if outgoing.once else user
        arrived = [each for each in before if reminded and each.since == marked]
        if arrived:  # the process that sent this reminder has ended before it recorded that
            await self._store.remember(match.id, replace(arrived[-1], since=0), reminded=reminded)
            return
        attempt = record_of_attempt(match, channel.id, user, marked, called)
        await self._store.remember(match.id, attempt)
        now = await self._store.match(match.id)
        if now is None or not self._is_wanted(outgoing, now):
            await self._store.forget(match.id, attempt.message_id)
            return
        try:
            message_id = await self._post_after(match, user, channel, before, ready, marked)
        except FAULTS as error:
            if not isinstance(error, UNREACHED):  # else Discord may have taken it
                with suppress(StoreFault):
                    await self._store.forget(match.id, attempt.message_id)
            raise
        self._client.metrics.sent(MessageKind.DM, arrived=True)
        try:
            newest = record_of_arrival(attempt, message_id)
            await self._store.remember(
                match.id, newest, instead_of=attempt.message_id, reminded=reminded
            )
            # One may have become the hand of another match meanwhile.
            left = {each.message_id for each in await self._store.posted(match.id)} - {message_id}
            for each in before:
                if each.message_id in left:
                    await self._messages.take_away(self._store, match, each)
        except StoreFault as error:
            log.warning("cannot record a direct message of match %s: %s", match.id, error)

    def _seems_wanted(self, outgoing: OutgoingDm) -> bool:
        """Return whether it is still wanted as far as this process knows without the store."""
        known = self._client.service.cache.peek(outgoing.match.id)
        return known is None or self._is_wanted(outgoing, known)

    def _is_wanted(self, outgoing: OutgoingDm, now: Match) -> bool:
        if outgoing.user in self._silent or outgoing.user not in now.people:
            return False  # they have left meanwhile, so nothing may be stored about them
        match, seat = outgoing.match, now.seat_of(outgoing.user)
        stays_true = outgoing.stays_true and seat is not None and now.seats[seat].is_held
        return now.stage is match.stage and (now.ply == match.ply or stays_true)

    async def _post_after(
        self,
        match: Match,
        user: UserId,
        channel: discord.DMChannel,
        before: list[MessageRecord],
        ready: Body,
        marked: int,
    ) -> int:
        """Send a DM after the newest of ``before``, and return its id (:func:`send_after`)."""

        async def send(newest: MessageRecord | None) -> Sent:
            nonce = direct_nonce(match, user, newest)
            return await self._messages.send(channel, ready, marked, nonce)

        async def record(message_id: int, _: MessageRecord | None) -> MessageRecord:
            leftover = MessageRecord(channel.id, message_id, user)
            await self._store.remember(match.id, leftover)
            return leftover

        return await send_after(before, send, record)

    async def _known(self, match: Match, user: UserId) -> tuple[list[MessageRecord], str]:
        """Return a person's DMs in a match, the oldest first, and the link to the table.

        If a process has ended while it sent one, Discord is asked what became of it. One that was
        found like this has its mark as ``since``.
        """
        posted = await self._store.posted(match.id)
        to_them = [each for each in posted if each.user_id == user]
        known = [each for each in to_them if not each.is_promised]
        for attempt in (each for each in to_them if each.is_promised):
            found = await self._messages.find(attempt.channel_id, attempt.since)
            for message_id in {*found} - {each.message_id for each in known}:
                arrival = record_of_arrival(attempt, message_id)
                await self._store.remember(match.id, arrival)
                known.append(replace(arrival, since=attempt.since))
            await self._store.forget(match.id, attempt.message_id)
        return sorted(known, key=lambda each: each.message_id), link(match, posted)
