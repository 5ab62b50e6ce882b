"""Messages that show a match, one after the other: noted first, and then the older taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from weakref import WeakValueDictionary

import discord

from bot.discord_ui.company import lobby_of
from bot.discord_ui.messages import Fate, Messages
from bot.discord_ui.noting import nonce
from bot.discord_ui.places import Places
from bot.present.lobby import started_screen
from bot.present.screen import Screen
from bot.present.words import Words
from bot.service.ports import ChannelGone, Match, Posted, Store

EDITABLE = timedelta(minutes=50)
"""Older messages are replaced rather than edited: Discord throttles edits after an hour."""


class Succession:
    """The messages of each match in its channel, of which the newest is the live one."""

    def __init__(
        self, store: Store, messages: Messages, places: Places, say: Callable[[Match], Words]
    ) -> None:
        self._store = store
        self._messages = messages
        self._places = places
        self._say = say
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match: Match) -> asyncio.Lock:
        """Held while a match's messages change hands."""
        return self._locks.setdefault(match.id, asyncio.Lock())

    async def shown(self, match: Match) -> list[Posted]:
        """The channel's messages that show the match, the oldest first."""
        return [each for each in await self._store.posted(match.id) if each.user_id is None]

    async def replace(
        self,
        match: Match,
        shown: Sequence[Posted],
        screen: Screen,
        after: Posted,
        *,
        editing: bool = True,
    ) -> None:
        """Put ``screen`` in the place of the newest of ``shown``, and note it as ``after``.

        Who is called by it is notified unless the message is to be edited; if that cannot be done,
        a new one is posted without notifying anybody, for all who are to move know.
        """
        screen = self._places.fitting(match, screen)
        newest = shown[-1] if shown else None
        edited = (
            editing
            and newest is not None
            and self._young(newest)
            and await self._messages.edit(newest, _quiet(match, screen)) is Fate.DONE
        )
        if edited and newest is not None:
            message_id = newest.message_id
        else:
            quiet = editing or match.guild_id is None
            fresh = calling_nobody(screen) if quiet else screen
            message_id = await self._post(match, fresh, nonce(match, newest))
        await self._store.remember(match.id, replace(after, message_id=message_id))
        await self.retire(match, [each for each in shown if each.message_id != message_id])

    async def retire(self, match: Match, outdated: Sequence[Posted]) -> None:
        """Take messages away; of a lobby whose match has begun, what was promised stays."""
        for posted in outdated:
            if not posted.ply and match.ply:
                screen = started_screen(lobby_of(match), self._say(match))
                fate = await self._messages.edit(posted, screen)
            else:
                fate = await self._messages.remove(posted)
            if fate.is_final:
                await self._store.forget(match.id, posted.message_id)

    async def keep(self, match: Match, screen: Screen, token: str) -> None:
        """Post what stays; a match that is over does not need its channel any more."""
        try:
            await self._post(match, self._places.fitting(match, screen), token)
        except ChannelGone:
            if match.is_open:
                raise

    async def _post(self, match: Match, screen: Screen, token: str) -> int:
        return await self._messages.post(match.channel_id, match.guild_id, screen, token)

    def _young(self, posted: Posted) -> bool:
        age = discord.utils.utcnow() - discord.utils.snowflake_time(posted.message_id)
        return age < EDITABLE


def _quiet(match: Match, screen: Screen) -> Screen:
    """Nobody has to be called in their own direct messages."""
    return calling_nobody(screen) if match.guild_id is None else screen


def calling_nobody(screen: Screen) -> Screen:
    """The same, of which nobody is notified."""
    return replace(screen, ping=())
