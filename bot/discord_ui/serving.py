"""Hands brought to their owners: open ones turn live again, and letters go out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.discord_ui.company import company_of
from bot.discord_ui.hands import OpenHand, OpenHands
from bot.discord_ui.layout import NO_PINGS, body
from bot.discord_ui.mail import Letter, Mail
from bot.discord_ui.messages import FAULTS
from bot.engine.contract import Event, Observation
from bot.present.hand import hand_screen, moved_note
from bot.present.letters import held_letter, reminder_letter, turn_letter
from bot.present.screen import Screen, note
from bot.present.telling import is_deal, is_handed
from bot.present.words import Words, words
from bot.service.meter import Parcel
from bot.service.ports import Letters, Match, Stage, Update, UserId

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)


class Serving:
    """Serves hands in the background; the channel does not wait for them."""

    def __init__(self, client: BoneyardClient, hands: OpenHands, mail: Mail) -> None:
        self._client = client
        self._hands = hands
        self._mail = mail
        self._errands: set[asyncio.Task[None]] = set()

    def serve(self, update: Update) -> None:
        """Everybody who is to move gets the hand, by letter too; all do when hands are dealt.

        So does who was handed something, and who has a copy of an open table lying open. Whose
        seat a computer holds from now on is told so.
        """
        match, company = update.match, company_of(update.match)
        events = [event for news in update.news for event in news.events]
        for user, seen in update.hands.items():
            held = match.is_open and seen.seat in update.late and company.sitters[seen.seat].is_held
            if not (held or self._concerns(update, events, user, seen)):
                continue
            say = self.words_for(match, user)
            told = moved_note(company, events, seen, say)
            screen = hand_screen(company, seen, match.ply, say, told)
            letters, letter = update.habits[user].preferences.letters, None
            if held and letters is not Letters.OFF and match.guild_id is not None:
                letter = partial(held_letter, company, say)
            elif letters is Letters.ON and _gets_hand(update, user):
                letter = partial(turn_letter, company, seen, match.ply, say, told)
            self._begin(self._serve(match, user, screen, letter))

    async def remind(self, update: Update, user: UserId) -> bool:
        """Send the hand once more; ``False`` when letters do not reach the person."""
        match, letters = update.match, update.habits[user].preferences.letters
        if letters is Letters.OFF or match.guild_id is None:
            return False
        seen, say = update.hands[user], self.words_for(match, user)
        letter = partial(reminder_letter, company_of(match), seen, match.ply, say)
        return await self._mail.send(match, user, letter, once=False)

    def words_for(self, match: Match, user: UserId) -> Words:
        """The words of a person; of their server, while they have not shown up since we began."""
        guild = None if match.guild_id is None else self._client.get_guild(match.guild_id)
        usual = None if guild is None else str(guild.preferred_locale)
        return words(self._client.locales.get(user, usual))

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

    def _concerns(
        self, update: Update, events: Sequence[Event], user: UserId, seen: Observation
    ) -> bool:
        """Whether the person is to see their hand as it is now."""
        match = update.match
        changed = any(is_deal(event) or is_handed(event, seen.seat) for event in events)
        copied = company_of(match).info.open_play and self._hands.lies_open(match.id, user)
        return changed or copied or seen.seat in seen.to_act or match.stage is Stage.OVER

    async def _serve(
        self, match: Match, user: UserId, screen: Screen, letter: Letter | None
    ) -> None:
        hand = self._hands.take_up(match.id, user)
        if hand is not None and await self._show(hand, screen):
            if self._hands.lies_open(match.id, user):  # meanwhile, in another message
                await self.fold(hand)
            else:
                self._hands.lay_down(match.id, hand)
        if letter is not None:
            await self._mail.send(match, user, letter)

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


def _gets_hand(update: Update, user: UserId) -> bool:
    """Whether the hand goes out by letter: when the turn comes, and when the match begins.

    Not where nothing is held, nor where the letter would lie beside the table itself.
    """
    match = update.match
    if match.guild_id is None or match.stage is not Stage.RUNNING or not update.news:
        return False
    called = user in update.asked or not match.shown_ply
    return called and user in match.players and not company_of(match).info.open_play
