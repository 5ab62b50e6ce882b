"""What a person wants, carried out: the service is asked and the answer shown.

Shared by slash commands, buttons and menus. Refusals are raised; :mod:`bot.discord_ui.reply` tells
them to the person concerned.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.discord_ui.company import company_of
from bot.discord_ui.hands import OpenHand, private
from bot.discord_ui.parting import unshown
from bot.discord_ui.publisher import ChannelPublisher
from bot.discord_ui.reception import Reception
from bot.discord_ui.reply import Click, Reply
from bot.engine.contract import Observation
from bot.engine.errors import MatchOver, StaleMove
from bot.present.choosing import places_screen
from bot.present.hand import hand_screen, moved_note
from bot.present.screen import Screen, note
from bot.present.table import take_back_button
from bot.present.typed import code_of
from bot.present.words import Words
from bot.service.boneyard import Boneyard
from bot.service.errors import (
    NoMatchHere,
    NoSuchMatch,
    NotHeld,
    NotSeated,
    NotStarted,
    SeatHeld,
    TableClosed,
)
from bot.service.matches import Look
from bot.service.ports import Match, NotShown, Stage, StoreFault

log = logging.getLogger(__name__)

GONE = (MatchOver, TableClosed, NotSeated, NoSuchMatch)
"""Refusals after which an old hand is of no use."""


class Desk:
    """Where wishes are handed in."""

    def __init__(self, boneyard: Boneyard, publisher: ChannelPublisher) -> None:
        self._boneyard = boneyard
        self._publisher = publisher
        self.reception = Reception(boneyard, publisher)

    # Playing.

    async def show_hand(self, click: Click, reply: Reply, match_id: int, text: str = "") -> None:
        """The hand, as a new message that only its owner sees."""
        look = await reply.after(self._boneyard.matches.look(match_id, click.user.id))
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.private(self._hand(look, reply.say, text))
        await self._lay_down(OpenHand(click, shown), reply, look, older)
        await self._mend(click, look.match)

    async def refresh_hand(self, click: Click, reply: Reply, match_id: int, text: str = "") -> None:
        """The hand in place of the message that was clicked."""
        looking = self._boneyard.matches.look(match_id, click.user.id)
        look = await reply.after(looking, replacing=True)
        older = self._publisher.hands.take_up(match_id, click.user.id)
        shown = await reply.replace(self._hand(look, reply.say, text))
        await self._lay_down(OpenHand(click, shown), reply, look, older)
        await self._mend(click, look.match)

    async def take_back(self, click: Click, reply: Reply, match_id: int) -> None:
        """Return a seat that a computer has held, and show the hand; twice does no harm."""
        taking = self._boneyard.matches.take_back(match_id, click.user.id)
        text = reply.say("Welcome back! Your seat is yours again.")
        try:
            match = await reply.after(taking, replacing=reply.own)
        except NotHeld as refusal:
            if not reply.own:
                raise
            text = reply.say.refusal(refusal)
        except GONE as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
            return
        else:
            if not reply.own and company_of(match).info.open_play:
                await reply.private(note(text))  # the choices stand at the table
                return
        show = self.refresh_hand if reply.own else self.show_hand
        await show(click, reply, match_id, text)

    async def move(self, click: Click, reply: Reply, match_id: int, ply: int, code: str) -> None:
        """A move made by button; a click on an old table is answered with the present one."""
        playing = self._boneyard.matches.play(match_id, click.user.id, ply, code)
        older = self._publisher.hands.take_up(match_id, click.user.id)
        try:
            look = await reply.after(playing, replacing=True)
        except StaleMove as refusal:
            await self.refresh_hand(click, reply, match_id, reply.say.refusal(refusal))
            return
        except SeatHeld:  # which the hand itself says
            await self.refresh_hand(click, reply, match_id)
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
        except SeatHeld as refusal:
            match = await reply.after(self._boneyard.matches.look(match_id, click.user.id))
            back = take_back_button(company_of(match.match), reply.say)
            await reply.private(Screen((reply.say.refusal(refusal),), ((back,),)))
            return
        await reply.nothing()

    async def places(self, click: Click, reply: Reply, match_id: int, ply: int, bone: str) -> None:
        """Ask where a bone is to be laid; at an old table, show the present hand instead."""
        looking = self._boneyard.matches.look(match_id, click.user.id)
        look = await reply.after(looking, replacing=True)
        try:
            seen = seat_to_play(look)
        except SeatHeld:
            await self.refresh_hand(click, reply, match_id)
            return
        screen = places_screen(company_of(look.match), seen, ply, bone, reply.say)
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
        try:
            code = code_of(text, seat_to_play(before), reply.say)
            look = await reply.after(matches.play(match_id, click.user.id, before.match.ply, code))
        except SeatHeld:
            await self.show_hand(click, reply, match_id)
            return
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
        message = await reply.public(await self._publisher.again(update))
        if message is None:
            return
        try:
            await self._publisher.adopt(update.match, message)
        except StoreFault as fault:
            log.warning("the table of match %s was not noted: %s", match_id, fault)

    async def _mend(self, click: Click, match: Match) -> None:
        """Post the table anew if somebody has deleted it; who pressed a button at it, sees it."""
        if click.message is not None and not private(click):
            return
        try:
            if match.stage is Stage.RUNNING and await self._publisher.is_missing(match):
                update = await self._boneyard.showing.update(match.id)
                await self._publisher.bring_back(update)
        except (NotShown, StoreFault) as fault:
            log.info("the table of match %s was not brought back: %s", match.id, fault)

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
        if look.news and self._publisher.places.bars(look.match):
            told = f"{told}\n{unshown(look.match, say)}"
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
    """What the person sees from their own seat; nothing of a match that was given up."""
    if look.match.stage is Stage.CLOSED:
        raise TableClosed
    if look.seen is None:
        raise NotStarted
    if look.seen.seat is None:
        raise NotSeated
    return look.seen


def seat_to_play(look: Look) -> Observation:
    """The same, of somebody who makes their moves themselves."""
    seen = seat_view(look)
    if any(each.seat == seen.seat and each.is_held for each in look.match.seats):
        raise SeatHeld
    return seen


def _waits(look: Look) -> bool:
    return look.seen is not None and bool(look.seen.legal)
