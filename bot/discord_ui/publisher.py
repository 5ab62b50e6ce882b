"""Matches shown in their channels: one live table each, the end of every round, and the result."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.discord_ui.company import company_of, lobby_of, record_of
from bot.discord_ui.hands import OpenHands
from bot.discord_ui.mail import Mail
from bot.discord_ui.messages import Fate, Messages
from bot.discord_ui.serving import Serving
from bot.engine.contract import Event, Observation
from bot.engine.rounds import MatchSeen
from bot.games import game
from bot.present.ending import match_screen, round_screen
from bot.present.lobby import closed_screen, lobby_screen, started_screen
from bot.present.screen import Screen
from bot.present.solo import Record, alone_screen
from bot.present.table import retired_screen, table_screen
from bot.present.words import Words, words
from bot.service.ports import (
    Match,
    News,
    NotShown,
    Posted,
    Stage,
    Store,
    StoreFault,
    Update,
    UserId,
)

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

EDITABLE = timedelta(minutes=50)
"""Older messages are replaced rather than edited: Discord throttles edits after an hour."""


class ChannelPublisher:
    """The service's publisher.

    Every message that shows a match is noted with what it shows before the one it replaces is
    taken away. So after a crash at any moment the next showing finds what is left over.
    """

    def __init__(self, client: BoneyardClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._messages = Messages(client)
        self.hands = OpenHands()
        self.mail = Mail(client, store, self._messages)
        self.serving = Serving(client, self.hands, self.mail)
        self._pinged: dict[int, tuple[UserId, ...]] = {}
        """For each match, whom its table's message notified."""
        self._told: dict[int, Sequence[Event]] = {}
        """For each match, what its table's message tells."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Held while a match's messages change hands."""

    # What the service asks for.

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        """Post the end of a round."""
        events = [event for news in chapter for event in news.events]
        screen = round_screen(company_of(match), events, self._say(match))
        await self._post(match, screen, f"{match.id}-r{chapter[-1].ply}")
        self._pinged.pop(match.id, None)

    async def show(self, update: Update) -> None:
        """Post or edit the lobby, the table or the result."""
        async with self._lock(update.match.id):
            match update.match.stage:
                case Stage.LOBBY:
                    await self._show_lobby(update.match)
                case Stage.RUNNING:
                    await self._show_table(update)
                case Stage.OVER:
                    await self._show_result(update)
                case Stage.CLOSED:
                    await self._show_closed(update)
        self.serving.serve(update)
        await self.mail.clear(update.match)

    async def remind(self, update: Update, user: UserId) -> None:
        """By letter; to whom letters do not reach, by calling them to the table anew."""
        if await self.serving.remind(update, user):
            return
        async with self._lock(update.match.id):
            match = update.match
            screen = replace(self._table(update, self._news(update)), ping=(user,))
            shown = await self._shown(match)
            await self._replace(match, shown, screen, "n", editing=False)

    async def adopt(self, match: Match, message_id: int) -> None:
        """A message that was sent as an answer shows the match from now on.

        Unless something newer was shown while the answer was on its way: then that stays.
        """
        answer = _posted(match, message_id)
        async with self._lock(match.id):
            now = await self._store.match(match.id)
            shown = await self._shown(match)
            ended = now is None or not now.is_open
            if ended or (shown and shown[-1].version > match.version):
                await self._messages.remove(answer)
                return
            if match.shown_ply < match.ply:
                self._pinged[match.id] = ()  # an answer notifies nobody
            try:
                await self._store.remember(match.id, answer)
            except StoreFault:
                await self._messages.remove(answer)  # nobody would know of it
                raise
            await self._retire(match, shown)

    def again(self, update: Update) -> Screen:
        """The match as it stands, for somebody who asked."""
        if update.seen is None:
            return lobby_screen(lobby_of(update.match), self._say(update.match))
        return _quiet(update.match, self._table(update, self._news(update)))

    def _table(self, update: Update, events: Sequence[Event]) -> Screen:
        """The table; where nobody holds anything, with the moves of the person who is to act."""
        company, say = company_of(update.match), self._say(update.match)
        acting = next((seen for seen in update.hands.values() if seen.legal), None)
        return table_screen(company, _seen(update), events, say, acting, update.match.ply)

    # The channel.

    async def _show_lobby(self, match: Match) -> None:
        shown = await self._shown(match)
        await self._replace(match, shown, lobby_screen(lobby_of(match), self._say(match)), "l")

    async def _show_table(self, update: Update) -> None:
        match = update.match
        events = self._told[match.id] = self._news(update)
        screen = self._table(update, events)
        shown = await self._shown(match)
        table = shown[-1] if shown and shown[-1].ply else None
        called = not update.asked.isdisjoint(screen.ping)
        again = screen.ping == self._pinged.get(match.id)
        same = table is not None and (again or not called)
        await self._replace(match, shown, screen, "t", editing=same)
        self._pinged[match.id] = screen.ping

    async def _show_result(self, update: Update) -> None:
        match, seen, say = update.match, _seen(update), self._say(update.match)
        if isinstance(seen, MatchSeen) and seen.outcome is not None:
            company, secret = company_of(match), match.secret.hex()
            record = await self._record(match)
            screen = (
                match_screen(company, seen, secret, match.salts, say)
                if record is None
                else alone_screen(company, record, secret, match.salts, say)
            )
            await self._post(match, screen, f"{match.id}-e")
        await self._retire(match, await self._shown(match))
        self._forget(match)

    async def _record(self, match: Match) -> Record | None:
        """How a match that was played alone went, beside those before it."""
        if len(match.seats) > 1:
            return None
        usual = {option.key: option.default for option in game(match.game).info.options}
        tries = await self._store.tries(match.people[0], match.game, match.options, usual)
        return record_of(match, tries)

    async def _show_closed(self, update: Update) -> None:
        match, say = update.match, self._say(update.match)
        company = company_of(match)
        screen = (
            closed_screen(company, say)
            if update.seen is None
            else retired_screen(company, update.seen, say)
        )
        for posted in await self._shown(match):
            if await self._messages.edit(posted, screen) is Fate.OWED:
                raise NotShown(f"message {posted.message_id} could not be closed")
            await self._store.forget(match.id, posted.message_id)
        self._forget(match)

    # Messages that take each other's place.

    async def _replace(
        self,
        match: Match,
        shown: Sequence[Posted],
        screen: Screen,
        kind: str,
        *,
        editing: bool = True,
    ) -> None:
        """Edit the newest of ``shown``, or post a message in its place, and note which it is."""
        screen = _quiet(match, screen)
        newest = shown[-1] if shown else None
        edited = (
            editing
            and newest is not None
            and self._young(newest)
            and await self._messages.edit(newest, screen) is Fate.DONE
        )
        if edited and newest is not None:
            message_id = newest.message_id
        else:
            message_id = await self._post(match, screen, f"{match.id}-{kind}{match.version}")
        await self._store.remember(match.id, _posted(match, message_id))
        await self._retire(match, [each for each in shown if each.message_id != message_id])

    async def _retire(self, match: Match, outdated: Sequence[Posted]) -> None:
        """Take messages away; of a lobby whose match has begun, what was promised stays."""
        for posted in outdated:
            if not posted.ply and match.ply:
                screen = started_screen(lobby_of(match), self._say(match))
                fate = await self._messages.edit(posted, screen)
            else:
                fate = await self._messages.remove(posted)
            if fate is not Fate.OWED:
                await self._store.forget(match.id, posted.message_id)

    def _news(self, update: Update) -> Sequence[Event]:
        """What happened since the last picture; while nothing did, what it told."""
        events = [event for news in update.news for event in news.events]
        return events or self._told.get(update.match.id, ())

    def _forget(self, match: Match) -> None:
        self._pinged.pop(match.id, None)
        self._told.pop(match.id, None)

    async def _post(self, match: Match, screen: Screen, nonce: str) -> int:
        return await self._messages.post(match.channel_id, match.guild_id, screen, nonce)

    async def _shown(self, match: Match) -> list[Posted]:
        """The channel's messages that show the match, the oldest first."""
        return [each for each in await self._store.posted(match.id) if each.user_id is None]

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _young(self, posted: Posted) -> bool:
        age = discord.utils.utcnow() - discord.utils.snowflake_time(posted.message_id)
        return age < EDITABLE

    def _say(self, match: Match) -> Words:
        """The words of the server the match is in; in direct messages, of the person."""
        if match.guild_id is None:
            return words(self._client.locales.get(match.host_id))
        guild = self._client.get_guild(match.guild_id)
        return words(None if guild is None else str(guild.preferred_locale))


def _posted(match: Match, message_id: int) -> Posted:
    return Posted(match.channel_id, message_id, None, match.version, match.ply)


def _quiet(match: Match, screen: Screen) -> Screen:
    """Nobody has to be called in their own direct messages."""
    return replace(screen, ping=()) if match.guild_id is None else screen


def _seen(update: Update) -> Observation:
    if update.seen is None:
        raise TypeError("a running match is always seen")
    return update.seen
