"""Matches shown in their channels: one live table each, the end of every round, and the result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.company import company_of, lobby_of
from bot.discord_ui.hands import OpenHands
from bot.discord_ui.layout import NO_PINGS, body, pings
from bot.discord_ui.mail import Mail
from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.present.ending import match_screen, round_screen
from bot.present.hand import hand_screen
from bot.present.lobby import closed_screen, lobby_screen, started_screen
from bot.present.screen import Screen
from bot.present.table import retired_screen, table_screen
from bot.present.words import Words, words
from bot.service.ports import Match, News, NotShown, Posted, Stage, Store, Update, UserId

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

EDITABLE = timedelta(minutes=50)
"""Older messages are replaced rather than edited: Discord throttles edits after an hour."""


class ChannelPublisher:
    """The service's publisher."""

    def __init__(self, client: BoneyardClient, store: Store) -> None:
        self._client = client
        self._store = store
        self.hands = OpenHands()
        self.mail = Mail(client, store)
        self._pinged: dict[int, tuple[UserId, ...]] = {}
        """For each match, whom its table's message notified."""
        self._errands: set[asyncio.Task[None]] = set()

    # What the service asks for.

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        """Post the end of a round."""
        events = [event for news in chapter for event in news.events]
        screen = round_screen(company_of(match), events, self._say(match))
        await self._post(match, screen, f"{match.id}-r{chapter[-1].ply}")
        self._pinged.pop(match.id, None)

    async def show(self, update: Update) -> None:
        """Post or edit the lobby, the table or the result."""
        match update.match.stage:
            case Stage.LOBBY:
                await self._show_lobby(update.match)
            case Stage.RUNNING:
                await self._show_table(update)
                self._serve_hands(update)
            case Stage.OVER:
                await self._show_result(update)
                self._serve_hands(update)
            case Stage.CLOSED:
                await self._show_closed(update)

    async def adopt(self, match: Match, message_id: int) -> None:
        """A message that was sent as an answer shows the match from now on."""
        older = await self._table(match)
        await self._store.remember(match.id, Posted(match.channel_id, message_id))
        if older is not None and older.message_id != message_id:
            await self._remove(older)

    def again(self, update: Update) -> Screen:
        """The match as it stands, for somebody who asked."""
        match, say = update.match, self._say(update.match)
        if update.seen is None:
            return lobby_screen(lobby_of(match), say)
        return table_screen(company_of(match), update.seen, (), say)

    async def close(self) -> None:
        """Finish what is on its way."""
        if self._errands:
            await asyncio.wait(self._errands)

    # The channel.

    async def _show_lobby(self, match: Match) -> None:
        screen = lobby_screen(lobby_of(match), self._say(match))
        table = await self._table(match)
        if table is None or not await self._edit(table, screen):
            message = await self._post(match, screen, f"{match.id}-l{match.version}")
            await self._store.remember(match.id, Posted(match.channel_id, message.id))
            if table is not None:
                await self._remove(table)

    async def _show_table(self, update: Update) -> None:
        match, seen = update.match, _seen(update)
        events = [event for news in update.news for event in news.events]
        screen = table_screen(company_of(match), seen, events, self._say(match))
        table = await self._table(match)
        first = match.shown_version and not match.shown_ply
        same = self._pinged.get(match.id) == screen.ping and not first
        if same and table is not None and self._young(table) and await self._edit(table, screen):
            return
        message = await self._post(match, screen, f"{match.id}-t{match.version}")
        await self._store.remember(match.id, Posted(match.channel_id, message.id))
        self._pinged[match.id] = screen.ping
        if table is not None and first:
            started = started_screen(lobby_of(match), self._say(match))
            await self._edit(table, started)
        elif table is not None and table.message_id != message.id:
            await self._remove(table)

    async def _show_result(self, update: Update) -> None:
        match, seen = update.match, _seen(update)
        table = await self._table(match)
        if isinstance(seen, MatchSeen) and seen.outcome is not None:
            screen = match_screen(
                company_of(match), seen, match.secret.hex(), match.salts, self._say(match)
            )
            await self._post(match, screen, f"{match.id}-e")
        if table is not None:
            await self._remove(table)
            await self._store.forget(match.id, table.message_id)
        self._pinged.pop(match.id, None)

    async def _show_closed(self, update: Update) -> None:
        match, say = update.match, self._say(update.match)
        table = await self._table(match)
        if table is None:
            return
        company = company_of(match)
        screen = (
            closed_screen(company, say)
            if update.seen is None
            else retired_screen(company, update.seen, say)
        )
        await self._edit(table, screen)
        await self._store.forget(match.id, table.message_id)
        self._pinged.pop(match.id, None)

    # Hands.

    def _serve_hands(self, update: Update) -> None:
        """Open hands turn live and letters go out; the channel does not wait for them."""
        first = not update.match.shown_ply
        for user, seen in update.hands.items():
            to_move = seen.seat in seen.to_act
            if to_move or first or not seen.to_act:
                task = asyncio.create_task(self._serve(update.match, user, seen))
                self._errands.add(task)
                task.add_done_callback(self._errands.discard)

    async def _serve(self, match: Match, user: UserId, seen: Observation) -> None:
        say = words(self._client.locales.get(user))
        screen = hand_screen(company_of(match), seen, match.ply, say)
        click = self.hands.take_up(match.id, user)
        if click is not None:
            ready = await body(screen)
            try:
                await click.edit_original_response(
                    view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
                )
                self.hands.lay_down(match.id, click)
            except discord.HTTPException as error:
                log.info("open hand of match %s is gone: %s", match.id, error)
        if match.stage is Stage.RUNNING:
            await self.mail.send(match.id, user, screen)

    # Messages.

    async def _table(self, match: Match) -> Posted | None:
        posted = await self._store.posted(match.id)
        return next((each for each in posted if each.user_id is None), None)

    async def _post(self, match: Match, screen: Screen, nonce: str) -> discord.Message:
        """Send to the match's channel; ``nonce`` lets Discord drop a repetition."""
        ready = await body(screen)
        channel = self._client.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        try:
            return await channel.send(
                view=ready.view, files=ready.files, allowed_mentions=pings(screen), nonce=nonce
            )
        except (discord.HTTPException, OSError) as error:
            raise NotShown(f"channel {match.channel_id}: {error}") from error

    async def _edit(self, posted: Posted, screen: Screen) -> bool:
        """Edit a message of ours; ``False`` when it cannot be edited any more."""
        ready = await body(screen)
        channel = self._client.get_partial_messageable(posted.channel_id)
        try:
            await channel.get_partial_message(posted.message_id).edit(
                view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
            )
        except discord.HTTPException as error:
            log.info("message %s cannot be edited: %s", posted.message_id, error)
            return False
        return True

    async def _remove(self, posted: Posted) -> None:
        channel = self._client.get_partial_messageable(posted.channel_id)
        try:
            await channel.get_partial_message(posted.message_id).delete()
        except discord.HTTPException as error:
            log.info("old table %s stays: %s", posted.message_id, error)

    def _young(self, posted: Posted) -> bool:
        age = discord.utils.utcnow() - discord.utils.snowflake_time(posted.message_id)
        return age < EDITABLE

    def _say(self, match: Match) -> Words:
        """The words of the server the match is in."""
        guild = None if match.guild_id is None else self._client.get_guild(match.guild_id)
        return words(None if guild is None else str(guild.preferred_locale))


def _seen(update: Update) -> Observation:
    if update.seen is None:
        raise TypeError("a running match is always seen")
    return update.seen
