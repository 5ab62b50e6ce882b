"""Hands brought to their owners: open ones turn live again, and letters go out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from bot.discord_ui.company import company_of
from bot.discord_ui.hands import OpenHand, OpenHands
from bot.discord_ui.layout import NO_PINGS, body
from bot.discord_ui.mail import Mail
from bot.discord_ui.messages import FAULTS
from bot.present.hand import hand_screen, moved_note
from bot.present.screen import Screen, note
from bot.present.telling import is_deal, is_handed
from bot.present.words import words
from bot.service.meter import Parcel
from bot.service.ports import Letters, Match, Stage, Update

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)


def has_letters(match: Match) -> bool:
    """Whether hands go out by letter: not where nothing is held, nor where the match is itself."""
    return match.guild_id is not None and not company_of(match).info.open_play


class Serving:
    """Serves hands in the background; the channel does not wait for them."""

    def __init__(self, client: BoneyardClient, hands: OpenHands, mail: Mail) -> None:
        self._client = client
        self._hands = hands
        self._mail = mail
        self._errands: set[asyncio.Task[None]] = set()

    def serve(self, update: Update) -> None:
        """Everybody who is to move gets the hand, by letter too; all do when hands are dealt.

        So does who was handed something, and who has a copy of an open table lying open.
        """
        match = update.match
        over = match.stage is Stage.OVER
        company = company_of(match)
        events = [event for news in update.news for event in news.events]
        dealt = any(map(is_deal, events))
        for user, seen in update.hands.items():
            to_move = seen.seat in seen.to_act
            handed = any(is_handed(event, seen.seat) for event in events)
            copied = company.info.open_play and self._hands.lies_open(match.id, user)
            if not (to_move or dealt or over or handed or copied):
                continue
            say = words(self._client.locales.get(user))
            told = moved_note(company, events, seen, say)
            screen = hand_screen(company, seen, match.ply, say, told)
            called = user in update.asked or not match.shown_ply
            wanted = update.habits[user].preferences.letters is Letters.ON
            letter = bool(update.news) and not over and called and wanted and has_letters(match)
            self._begin(self._serve(update, user, screen, letter=letter))

    async def remind(self, update: Update, user: int) -> bool:
        """Send the hand once more; ``False`` when letters do not reach the person."""
        match = update.match
        letters = update.habits[user].preferences.letters
        if letters is Letters.OFF or not has_letters(match):
            return False
        say = words(self._client.locales.get(user))
        screen = hand_screen(company_of(match), update.hands[user], match.ply, say)
        return await self._mail.send(match, user, screen)

    async def close(self) -> None:
        """Finish what is on its way."""
        if self._errands:
            await asyncio.wait(self._errands)

    async def abandon(self) -> None:
        """Give up what is on its way."""
        for task in self._errands:
            task.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def fold(self, hand: OpenHand) -> None:
        """A newer message shows this hand: say so in the older one."""
        say = words(str(hand.click.locale))
        await self._show(hand, note(say("Your hand lies open in a newer message.")))

    async def _serve(self, update: Update, user: int, screen: Screen, *, letter: bool) -> None:
        match_id = update.match.id
        hand = self._hands.take_up(match_id, user)
        if hand is not None and await self._show(hand, screen):
            if self._hands.lies_open(match_id, user):  # meanwhile, in another message
                await self.fold(hand)
            else:
                self._hands.lay_down(match_id, hand)
        if letter:
            await self._mail.send(update.match, user, screen)

    async def _show(self, hand: OpenHand, screen: Screen) -> bool:
        """Put a screen into the message of an open hand; ``False`` when it is gone."""
        ready = await body(screen)
        try:
            await hand.click.edit_original_response(
                view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
            )
        except FAULTS as error:
            log.info("an open hand is gone: %s", error)
            self._client.meter.sent(Parcel.HAND, arrived=False)
            return False
        self._client.meter.sent(Parcel.HAND, arrived=True)
        return True
