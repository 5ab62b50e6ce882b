"""What a person wants, carried out: the service is asked and the answer shown.

Shared by slash commands, buttons and menus. Refusals are raised; :mod:`bot.discord_ui.reply` tells
them to the person concerned.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.discord_ui.company import company_of, lobby_of
from bot.discord_ui.errors import NoThreadsInHere
from bot.discord_ui.hands import OpenHand
from bot.discord_ui.messages import FAULTS
from bot.discord_ui.permissions import check_playable, check_thread
from bot.discord_ui.publisher import ChannelPublisher
from bot.discord_ui.reply import Click, Reply
from bot.engine.contract import GameInfo, Observation
from bot.engine.errors import MatchOver, StaleMove
from bot.games import game
from bot.present import ids
from bot.present.choosing import places_screen
from bot.present.hand import hand_screen, moved_note
from bot.present.lobby import lobby_screen
from bot.present.screen import Button, Screen, Tone, note
from bot.present.typed import code_of
from bot.present.words import Words
from bot.service.boneyard import Boneyard
from bot.service.errors import (
    MatchHere,
    NoMatchHere,
    NoSuchMatch,
    NotSeated,
    NotStarted,
    TableClosed,
)
from bot.service.matches import Look
from bot.service.ports import Match, Stage, StoreFault
from bot.service.tables import Where

log = logging.getLogger(__name__)

GONE = (MatchOver, TableClosed, NotSeated, NoSuchMatch)
"""Refusals after which an old hand is of no use."""


class Desk:
    """Where wishes are handed in."""

    def __init__(self, boneyard: Boneyard, publisher: ChannelPublisher) -> None:
        self._boneyard = boneyard
        self._publisher = publisher
        self._opening: set[tuple[int, int]] = set()
        """Who is having a thread opened, and where."""

    # Opening a table.

    async def open(self, click: Click, reply: Reply, game_id: str) -> None:
        """A lobby in this channel, or the offer of a thread when a match is there already."""
        info = game(game_id).info
        check_playable(click, reply.say)
        where = Where(click.guild_id, _channel(click))
        opening = self._boneyard.tables.open(info.id, where, click.user.id, str(click.id))
        try:
            match = await reply.after(opening)
        except MatchHere as refusal:
            await reply.private(self._taken(click, refusal, info.id, reply.say))
            return
        await self._show_lobby(reply, match)

    async def open_thread(self, click: Click, reply: Reply, game_id: str) -> None:
        """A thread of this channel with a lobby in it."""
        info = game(game_id).info
        channel = click.channel
        if not isinstance(channel, discord.TextChannel):
            raise NoThreadsInHere
        check_thread(click, reply.say)
        await click.response.defer()
        wish = (click.user.id, channel.id)
        if wish in self._opening:
            return
        self._opening.add(wish)
        try:
            match, thread = await self._in_a_thread(click, channel, info)
        finally:
            self._opening.discard(wish)
        self._boneyard.show(match.id)
        say = reply.say
        await reply.replace(note(say("Your table is open in {thread}.", thread=thread.mention)))

    async def _in_a_thread(
        self, click: Click, channel: discord.TextChannel, info: GameInfo
    ) -> tuple[Match, discord.Thread]:
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        thread = await channel.create_thread(name=info.name, type=kind)
        where = Where(click.guild_id, thread.id)
        opening = self._boneyard.tables.open(info.id, where, click.user.id, str(click.id))
        try:
            return await opening, thread
        except BaseException:
            await thread.delete()
            raise

    def _taken(self, click: Click, refusal: MatchHere, game_id: str, say: Words) -> Screen:
        if click.guild_id is None:
            return note(say("A match runs here already: /board shows it, and /leave ends it."))
        if not isinstance(click.channel, discord.TextChannel):
            return note(say.refusal(refusal))
        button = Button(ids.thread(game_id), say("Open a thread for it"), Tone.MAIN)
        text = say("{taken} Shall I open a thread for yours?", taken=say.refusal(refusal))
        return Screen((text,), ((button,),))

    async def _show_lobby(self, reply: Reply, match: Match) -> None:
        """Answer with the lobby itself; when that fails, it is owed to the channel."""
        try:
            message = await reply.public(lobby_screen(lobby_of(match), reply.say_here))
        except FAULTS:
            self._boneyard.show(match.id)
            raise
        if message is None:
            self._boneyard.show(match.id)
            return
        try:
            await self._publisher.adopt(match, message)
            await self._boneyard.showing.shown(match.id, match.version, match.ply)
        except StoreFault as fault:
            log.warning("the lobby of match %s was not noted: %s", match.id, fault)
            self._boneyard.show(match.id)

    # Playing.

    async def show_hand(self, click: Click, reply: Reply, match_id: int) -> None:
        """The hand, as a new message that only its owner sees."""
        look = await reply.after(self._boneyard.matches.look(match_id, click.user.id))
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.private(self._hand(look, reply.say))
        await self._lay_down(OpenHand(click, shown), reply, look, older)

    async def refresh_hand(self, click: Click, reply: Reply, match_id: int, text: str = "") -> None:
        """The hand in place of the message that was clicked."""
        looking = self._boneyard.matches.look(match_id, click.user.id)
        look = await reply.after(looking, replacing=True)
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.replace(self._hand(look, reply.say, text))
        await self._lay_down(OpenHand(click, shown), reply, look, older)

    async def move(self, click: Click, reply: Reply, match_id: int, ply: int, code: str) -> None:
        """A move made by button; a click on an old table is answered with the present one."""
        playing = self._boneyard.matches.play(match_id, click.user.id, ply, code)
        older = self._publisher.hands.take_up(match_id, click.user.id)
        try:
            look = await reply.after(playing, replacing=True)
        except StaleMove as refusal:
            await self.refresh_hand(click, reply, match_id, reply.say.refusal(refusal))
            return
        except GONE as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
            return
        except BaseException:
            if older is not None:
                self._publisher.hands.lay_down(match_id, older)
            raise
        shown = await reply.replace(self._hand(look, reply.say))
        await self._lay_down(OpenHand(click, shown), reply, look, older)

    async def move_at_table(
        self, click: Click, reply: Reply, match_id: int, ply: int, code: str
    ) -> None:
        """A move made at an open table; the table itself is the answer, for all to see.

        Whatever is refused is told to the person alone.
        """
        playing = self._boneyard.matches.play(match_id, click.user.id, ply, code)
        try:
            await reply.after(playing, replacing=True)
        except StaleMove:
            newest = reply.say("The table has moved on since; it stands anew in this channel.")
            await reply.private(note(newest))
            return
        await reply.nothing()

    async def places(self, click: Click, reply: Reply, match_id: int, ply: int, bone: str) -> None:
        """Ask where a bone is to be laid; at an old table, show the present hand instead."""
        looking = self._boneyard.matches.look(match_id, click.user.id)
        look = await reply.after(looking, replacing=True)
        screen = places_screen(company_of(look.match), seat_view(look), ply, bone, reply.say)
        if screen is None or look.match.ply != ply:
            await self.refresh_hand(click, reply, match_id, reply.say.refusal(StaleMove()))
            return
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.replace(screen)
        await self._lay_down(OpenHand(click, shown), reply, look, older)

    async def typed_move(self, click: Click, reply: Reply, text: str) -> None:
        """A move made by typing."""
        match_id = await reply.after(self.match_for(click))
        matches = self._boneyard.matches
        before = await reply.after(matches.look(match_id, click.user.id))
        code = code_of(text, seat_view(before), reply.say)
        look = await reply.after(matches.play(match_id, click.user.id, before.match.ply, code))
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.private(self._hand(look, reply.say))
        await self._lay_down(OpenHand(click, shown), reply, look, older)

    async def match_for(self, click: Click) -> int:
        """The match a command is about: this channel's, else the one that waits for the person."""
        try:
            here = await self._boneyard.matches.here(_channel(click))
        except NoMatchHere:
            mine = await self._boneyard.store.open_of(click.user.id)
            running = [match for match in mine if match.stage is Stage.RUNNING]
            if not running:
                raise
            looks = [
                await self._boneyard.matches.look(match.id, click.user.id) for match in running
            ]
            return max(looks, key=_waits).match.id
        return here.id

    async def show_again(self, click: Click, reply: Reply, match_id: int) -> None:
        """The table as the newest message of the channel."""
        update = await reply.after(self._boneyard.showing.update(match_id))
        if update.match.channel_id != _channel(click) or not update.match.is_open:
            raise NoMatchHere
        message = await reply.public(self._publisher.again(update))
        if message is None:
            return
        try:
            await self._publisher.adopt(update.match, message)
        except StoreFault as fault:
            log.warning("the table of match %s was not noted: %s", match_id, fault)

    async def leave(self, click: Click, reply: Reply, match_id: int) -> None:
        """Leave a running match for good."""
        leaving = self._boneyard.matches.leave(match_id, click.user.id)
        match = await reply.after(leaving, replacing=True)
        text = reply.say("You have left this match of {game}.", game=company_of(match).info.name)
        await reply.replace(note(text))

    def _hand(self, look: Look, say: Words, text: str = "") -> Screen:
        """The hand in ``look``; the text, or what the person's own move was, above it."""
        company, seen = company_of(look.match), seat_view(look)
        own = [event for news in look.news for event in news.events]
        told = text or moved_note(company, own, seen, say)
        return hand_screen(company, seen, look.match.ply, say, told)

    async def _lay_down(
        self, hand: OpenHand, reply: Reply, shown: Look, older: OpenHand | None
    ) -> None:
        """Keep the hand open; close an older one, and catch up with what happened meanwhile."""
        match_id = shown.match.id
        self._publisher.hands.lay_down(match_id, hand)
        if older is not None and older.message_id != hand.message_id:
            await self._publisher.serving.fold(older)
        try:
            now = await self._boneyard.matches.look(match_id, hand.click.user.id)
        except StoreFault as fault:
            log.warning("match %s was not looked at again: %s", match_id, fault)
            return
        if now.match.ply != shown.match.ply and now.seen is not None:
            await reply.again(self._hand(replace(now, news=shown.news), reply.say))


def _channel(click: Click) -> int:
    if click.channel_id is None:
        raise NoMatchHere
    return click.channel_id


def seat_view(look: Look) -> Observation:
    """What the person sees from their own seat."""
    if look.seen is None:
        raise NotStarted
    if look.seen.seat is None:
        raise NotSeated
    return look.seen


def _waits(look: Look) -> bool:
    return look.seen is not None and bool(look.seen.legal)
