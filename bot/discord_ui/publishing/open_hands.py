"""Open hands: messages only their owner sees, which Discord lets the bot edit for a while."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from bot.discord_ui.base_client import BaseClient, Interaction
from bot.discord_ui.components import Body, body
from bot.discord_ui.faults import FAULTS, UNREACHED
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.own_matches import with_way_on
from bot.engine.contract import Observation
from bot.model.errors import NotSeated
from bot.model.match import Match, UserId
from bot.present.i18n import words
from bot.present.screen import Screen, below_if_room, note
from bot.service.keyed_locks import KeyedLocks
from bot.service.metrics import MessageKind

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HandContent:
    """The values that a person's hand is made from: if they are equal, so is the hand."""

    own: object = None
    """The stage, the ply, and who plays the seat until when; ``None`` without a seat."""
    awaited: object = ()
    """The seats that are to move, with their players."""

    @classmethod
    def of(cls, match: Match, user: UserId, seen: Observation | None) -> Self:
        seat, own = match.seat_of(user), None
        if seat is not None:
            own = (match.stage, match.ply, match.seats[seat].level, match.agenda.clock(seat))
        acting = () if seen is None else (match.seats[seat] for seat in sorted(seen.to_act))
        return cls(own, tuple((each.seat, each.user_id, each.level) for each in acting))


@dataclass(frozen=True, slots=True)
class OpenHand:
    """An open hand: a message that shows one person's hand."""

    click: Interaction
    """The newest interaction whose answer shows it; used to edit the message."""
    message_id: int | None
    version: int
    asked_at: int | None = None
    """The ply for which it asks where to place a bone; ``None`` when it shows the hand."""
    content: HandContent = HandContent()
    is_followup: bool = False
    """True if the message followed the first answer to the interaction."""
    is_plan: bool = False
    """True if its owner is changing their plan in it."""
    question: Screen | None = None
    """What the bot asks below the hand while others are to move, until its owner presses something.
    """

    @property
    def is_direct(self) -> bool:
        clicked = self.click.message
        is_clicked = clicked is not None and clicked.id == self.message_id
        return is_clicked and clicked is not None and not clicked.flags.ephemeral

    async def edit(self, ready: Body) -> None:
        if self.is_followup and self.message_id is not None:
            await self.click.followup.edit_message(self.message_id, **ready.as_edit)
            return
        await self.click.edit_original_response(**ready.as_edit)

    async def delete(self) -> None:
        if self.is_followup and self.message_id is not None:
            await self.click.followup.delete_message(self.message_id)
            return
        await self.click.delete_original_response()


@dataclass(frozen=True, slots=True)
class NewHand:
    """A person's hand as it is now, to show where they have an older one."""

    match: Match
    user: UserId
    seen: Observation | None
    screen: Callable[[], Screen]
    """Makes the screen, which is needed only if it has to be shown."""
    plan_screen: Callable[[], Screen | None]
    """Makes the screen for planning; ``None`` if there is nothing to plan."""
    is_choice_as_at: Callable[[int], bool]
    """Returns whether its owner has had their present choice since a ply."""

    @property
    def is_to_move(self) -> bool:
        return self.seen is not None and self.seen.seat in self.seen.to_act


class OpenHands:
    """The open hand of each person in each match, if they have one, and all that changes it.

    Whatever shows a hand holds its lock from reading the match until Discord has answered. So the
    state shown last is the one read last, and a refresh in the background sees a hand that the
    person has opened meanwhile.
    """

    def __init__(
        self, client: BaseClient, direct_messages: DirectMessages, background: Background
    ) -> None:
        self._client = client
        self._direct_messages = direct_messages
        self._background = background
        self._hands: dict[tuple[int, int], OpenHand] = {}
        self._in_match = Counter[int]()
        self._locks = KeyedLocks[tuple[int, int]]()

    def lock(self, match_id: int, user_id: int) -> asyncio.Lock:
        return self._locks[match_id, user_id]

    def has_open_hand(self, match_id: int, user_id: int) -> bool:
        """Return whether the person has an open hand, even one that has expired."""
        return (match_id, user_id) in self._hands

    def are_open(self, match_id: int) -> bool:
        """Return whether anybody has an open hand in a match, even one that has expired."""
        return self._in_match[match_id] > 0

    def open_hand(self, match_id: int, user_id: int) -> OpenHand | None:
        """Return the person's open hand; ``None`` if there is none that can still be edited."""
        hand = self._hands.get((match_id, user_id))
        return None if hand is None or hand.click.is_expired() else hand

    # Shown in an answer; the caller holds the lock.

    async def track(self, match: Match, hand: OpenHand, seen: Observation | None) -> None:
        """Remember the hand that an answer shows, and say in an older message that it has moved."""
        user = hand.click.user.id
        older = self.open_hand(match.id, user)
        hand = replace(hand, content=HandContent.of(match, user, seen))
        self.remember(match.id, hand)
        await self._record(match, hand, seen)
        if older is None or older.message_id == hand.message_id:
            return
        say = await self._client.languages.words_for_click(older.click)
        try:
            await self._show(older, note(say("Your hand is in a newer message below.")))
        except UNREACHED as error:
            log.info("cannot close an older hand: %s", error)

    async def renew(self, new: NewHand) -> None:
        """Update an open hand unless it shows this version already, or a newer one.

        A hand that would be the same keeps its note. A message that asks for a place keeps asking
        as long as the choice is the same. Raises one of :data:`UNREACHED` when a retry may help.
        """
        match_id, user, version = new.match.id, new.user, new.match.version
        hand = self.open_hand(match_id, user)
        if hand is None or hand.version >= version:
            return
        content, asked_at = HandContent.of(new.match, user, new.seen), hand.asked_at
        if hand.content == content or (asked_at is not None and new.is_choice_as_at(asked_at)):
            self.remember(match_id, replace(hand, version=version))
            return
        theme = await self._client.themes.for_person(user, new.match.guild_id)
        screen = new.plan_screen() if hand.is_plan else None
        is_plan = screen is not None
        if screen is None:
            say = await self._client.languages.words_for_click(hand.click)
            question = None if new.is_to_move else hand.question
            screen = below_if_room(new.screen(), question)
            screen = await with_way_on(
                *(self._client, new.match, user, new.seen, screen, say), is_direct=hand.is_direct
            )
        if await self._show(hand, screen.in_theme(theme)):
            shown = replace(hand, version=version, asked_at=None, content=content, is_plan=is_plan)
            self.remember(match_id, shown)
            await self._record(new.match, shown, new.seen)
        else:
            self.drop(match_id, user)

    async def record_request(self, click: Interaction, match: Match) -> None:
        """Record that the clicked message, if it is a DM, asks for a move at the match's table."""
        shown = OpenHand(click, click.message.id if click.message else None, match.version)
        if shown.is_direct:
            place = click.channel_id or 0, shown.message_id or 0
            await self._direct_messages.record_hand(match, click.user.id, place, asks=True)

    async def release(self, click: Interaction, match_id: int) -> None:
        """Forget that the clicked message shows a hand in this match: it will show another one."""
        user, message = click.user.id, click.message
        if message is None:
            return
        async with self.lock(match_id, user):
            hand = self.open_hand(match_id, user)
            if hand is not None and hand.message_id == message.id:
                self.drop(match_id, user)
            if not message.flags.ephemeral:
                await self._client.service.store.forget(match_id, message.id)

    async def put_away(self, click: Interaction, match: Match) -> None:
        """Forget the person's open hand, and delete it if it is not the clicked message.

        A clicked DM shows something else by now.
        """
        hand = self.open_hand(match.id, click.user.id)
        self.drop(match.id, click.user.id)
        clicked = OpenHand(click, click.message.id if click.message else None, match.version)
        await self._record(match, clicked, None)
        if hand is None or (click.message is not None and click.message.id == hand.message_id):
            return
        try:
            await hand.delete()
        except FAULTS as error:
            log.info("cannot delete an open hand: %s", error)

    # Changed in the background.

    def renew_later(self, new: NewHand) -> None:
        async def renew() -> None:
            async with self.lock(new.match.id, new.user):
                await self.renew(new)

        self._background.begin("hand", new.match.id, renew)

    def show_farewell(self, match_id: int, user: UserId, farewell: Screen) -> None:
        async def show() -> None:
            async with self.lock(match_id, user):
                if hand := self.open_hand(match_id, user):
                    await self._show(hand, farewell)
                self.drop(match_id, user)

        self._background.begin("hand", match_id, show)

    def close_all(self, user: UserId) -> None:
        """Say in all open hands of a person whose data was deleted that they have no seat."""
        for (match_id, owner), hand in list(self._hands.items()):
            if owner == user:
                self.drop(match_id, user)
                self._background.begin("hand", match_id, partial(self._close, match_id, hand))

    async def _close(self, match_id: int, hand: OpenHand) -> None:
        user = hand.click.user.id
        async with self.lock(match_id, user):
            self.drop(match_id, user)  # a refresh under way may have remembered it again
            if not hand.click.is_expired():
                say = words(str(hand.click.locale))  # what they chose was deleted, too
                await self._show(hand, note(say.refusal(NotSeated())))

    async def _show(self, hand: OpenHand, screen: Screen) -> bool:
        """Show a screen in the message of an open hand; return ``False`` if it is lost.

        Raises one of :data:`UNREACHED` when a retry may help.
        """
        ready = await body(screen)
        try:
            await hand.edit(ready)
        except FAULTS as error:
            self._client.metrics.sent(MessageKind.HAND, arrived=False)
            if isinstance(error, UNREACHED):
                raise
            log.info("cannot update an open hand: %s", error)
            return False
        self._client.metrics.sent(MessageKind.HAND, arrived=True)
        return True

    async def _record(self, match: Match, hand: OpenHand, seen: Observation | None) -> None:
        """Record what a hand shows if it is a DM, which the bot may have to edit itself."""
        if hand.is_direct:
            asks = seen is not None and seen.seat in seen.to_act
            place = hand.click.channel_id or 0, hand.message_id or 0
            await self._direct_messages.record_hand(match, hand.click.user.id, place, asks=asks)

    # Memory.

    def remember(self, match_id: int, hand: OpenHand) -> None:
        self.drop(match_id, hand.click.user.id)
        # Drop those that have expired; the oldest come first.
        for (match, user), each in list(self._hands.items()):
            if not each.click.is_expired():
                break
            self.drop(match, user)
        self._hands[match_id, hand.click.user.id] = hand
        self._in_match[match_id] += 1

    def drop(self, match_id: int, user_id: int) -> None:
        if self._hands.pop((match_id, user_id), None) is not None:
            self._in_match[match_id] -= 1
            if not self._in_match[match_id]:
                del self._in_match[match_id]
