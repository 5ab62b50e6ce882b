"""Delivery of hands to their owners: open hands are updated, and DMs are sent."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.discord_ui.adapters import info_of, table_info_of
from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.components import body
from bot.discord_ui.faults import FAULTS, UNREACHED
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.direct_messages import DirectMessages, DmContent
from bot.discord_ui.publishing.message_records import asks_in_vain
from bot.discord_ui.publishing.open_hands import OpenHand, OpenHands, awaited, hand_inputs
from bot.engine.contract import Event, Observation, chooses_openly
from bot.model.errors import NotSeated
from bot.model.match import Match, Posted, Stage, UserId
from bot.model.preferences import MessagePreference
from bot.model.updates import Update, events_told
from bot.present.i18n import Words, words
from bot.present.narration.events import is_deal, is_handed
from bot.present.screen import Screen, note
from bot.present.screens.direct_messages import held_seat_dm, reminder_dm, turn_dm, turn_over_dm
from bot.present.screens.match.hand import hand_screen, moved_note
from bot.present.text.seats import TableInfo
from bot.service.metrics import MessageKind

log = logging.getLogger(__name__)


class HandDelivery:
    """Delivers hands in the background; the channel does not wait for them."""

    def __init__(
        self,
        client: BaseClient,
        hands: OpenHands,
        direct_messages: DirectMessages,
        background: Background,
    ) -> None:
        self._client = client
        self._hands = hands
        self._direct_messages = direct_messages
        self._background = background

    def deliver(self, update: Update) -> None:
        """Refresh the hands of those whom the update concerns, and send DMs as they prefer.

        It concerns people who must move, who were handed a piece, who have a copy of an open table
        or whose open hand says that somebody else is to move, and everybody after a deal or at the
        end. People whose seat a computer has just taken over are told so.
        """
        match, table_info = update.match, self._table_info(update)
        events = events_told(match, update.news)
        for user, seen in update.hands.items():
            held = (
                match.is_open and seen.seat in update.late and table_info.sitters[seen.seat].is_held
            )
            if not (held or self._concerns(update, events, user, seen)):
                continue
            say = self.words_for(update, user)
            moved_text = moved_note(table_info, events, seen, say)
            wanted, sending = update.player_settings[user].preferences.messages, None
            if held and wanted is not MessagePreference.OFF and match.guild_id is not None:
                dm: DmContent = partial(held_seat_dm, table_info, say)
                sending = partial(self._direct_messages.send, match, user, dm, stays_true=True)
            elif wanted is MessagePreference.ON and _gets_hand(update, user):
                dm = partial(turn_dm, table_info, seen, match.ply, say, moved_text)
                asks = seen.seat in seen.to_act
                sending = partial(self._direct_messages.send, match, user, dm, asks=asks)
            hand = self._hands.open_hand(match.id, user)
            if sending is None or hand is None or not hand.is_direct:  # else the DM replaces it
                self._refresh_later(update, user, table_info, say, moved_text)
            if sending is not None:
                self._background.begin("direct message", match.id, sending)

    def end_turns(self, update: Update, sent: Sequence[Posted]) -> None:
        """Edit those of the DMs ``sent`` that ask for something their owners can't do any more."""
        match, table_info = update.match, self._table_info(update)
        events = [event for news in update.news for event in news.events]
        is_over = partial(asks_in_vain, update)
        users = {each.user_id for each in sent if is_over(each)}
        for user, seen in update.hands.items():
            if user not in users:
                continue
            say = self.words_for(update, user)
            told = moved_note(table_info, events, seen, say)
            screen, lock = partial(turn_over_dm, table_info, seen, say, told), self._hands.lock
            settling = partial(self._direct_messages.settle, match, user, is_over, screen)
            self._background.begin(
                "direct message", match.id, partial(settling, lock(match.id, user))
            )

    async def record(self, match: Match, hand: OpenHand, seen: Observation | None) -> None:
        """Record what a hand shows if it is a DM, which the bot may have to edit itself."""
        asks = seen is not None and seen.seat in seen.to_act
        await self._direct_messages.record_hand(match, hand, asks=asks)

    def refresh(self, update: Update) -> None:
        """Refresh the hands that are open in this process, and send nothing.

        While a computer is to move, they wait for what it does, as the table does.
        """
        match, table_info = update.match, self._table_info(update)
        if match.waits_for_computer:
            return
        events = events_told(match, update.news)
        for user, seen in update.hands.items():
            if self._hands.has_open_hand(match.id, user):
                say = self.words_for(update, user)
                moved_text = moved_note(table_info, events, seen, say)
                self._refresh_later(update, user, table_info, say, moved_text)

    def _refresh_later(
        self, update: Update, user: UserId, table_info: TableInfo, say: Words, moved_text: str
    ) -> None:
        match = update.match
        screen = partial(hand_screen, table_info, update.hands[user], match.ply, say, moved_text)
        fresh = _Fresh(match, user, update.hands[user], screen, update.choosing.get(user))
        self._background.begin("hand", match.id, partial(self._refresh, fresh))

    async def remind(self, update: Update, user: UserId) -> bool:
        """Send the hand again by DM; return ``False`` if DMs do not reach the person."""
        match, wanted = update.match, update.player_settings[user].preferences.messages
        if wanted is MessagePreference.OFF or match.guild_id is None:
            return False
        seen, say = update.hands[user], self.words_for(update, user)
        dm = partial(reminder_dm, self._table_info(update), seen, match.ply, say)
        return await self._direct_messages.send(match, user, dm, once=False)

    def table_info(self, match: Match, *, can_take_back: bool = False) -> TableInfo:
        """Return a match's game and players, with the names that are known, for buttons."""
        names = self._client.names.known(match)
        return table_info_of(match, names=names, can_take_back=can_take_back)

    def _table_info(self, update: Update) -> TableInfo:
        return self.table_info(update.match, can_take_back=update.can_take_back)

    def words_for(self, update: Update, user: UserId) -> Words:
        """Return the words for a player's hand and DMs."""
        settings, guild_id = update.player_settings[user], update.match.guild_id
        return self._client.languages.words_for_player(user, settings, guild_id)

    async def mark_superseded(self, hand: OpenHand) -> None:
        """Say in an older message that a newer one shows the hand."""
        say = await self._client.languages.words_for_click(hand.click)
        try:
            await self._show(hand, note(say("Your hand is in a newer message below.")))
        except UNREACHED as error:
            log.info("cannot close an older hand: %s", error)

    def show_farewell(self, match_id: int, user: UserId, farewell: Screen) -> None:
        """Show ``farewell`` in the open hand, if any, of somebody who has left."""
        parting = partial(self._show_farewell, match_id, user, farewell)
        self._background.begin("hand", match_id, parting)

    def close_all(self, user: UserId) -> None:
        """Close all open hands of a person whose data was deleted, and forget them."""
        for match_id, hand in self._hands.of_person(user):
            self._hands.drop(match_id, user)
            self._background.begin("hand", match_id, partial(self._close, match_id, hand))

    async def _close(self, match_id: int, hand: OpenHand) -> None:
        """Say in an open hand that its owner has no seat any more."""
        user = hand.click.user.id
        async with self._hands.lock(match_id, user):
            self._hands.drop(match_id, user)  # a refresh under way may have remembered it again
            if not hand.click.is_expired():
                say = words(str(hand.click.locale))  # what they chose was deleted, too
                await self._show(hand, note(say.refusal(NotSeated())))

    async def _show_farewell(self, match_id: int, user: UserId, farewell: Screen) -> None:
        async with self._hands.lock(match_id, user):
            if hand := self._hands.open_hand(match_id, user):
                await self._show(hand, farewell)
            self._hands.drop(match_id, user)

    def _concerns(
        self, update: Update, events: Sequence[Event], user: UserId, seen: Observation
    ) -> bool:
        """Return whether the person should see their hand as it is now."""
        match = update.match
        changed = any(is_deal(event) or is_handed(event, seen.seat) for event in events)
        copied = info_of(match).open_play and self._hands.has_open_hand(match.id, user)
        hand = self._hands.open_hand(match.id, user)
        outdated = hand is not None and hand.awaited != awaited(match, seen)
        acts = seen.seat in seen.to_act
        return changed or copied or outdated or acts or match.stage is Stage.OVER

    async def _refresh(self, fresh: "_Fresh") -> None:
        """Update an open hand unless it shows this version already, or a newer one.

        A hand that would be the same keeps its note. A message that asks for a place keeps asking
        as long as the choice is the same.
        """
        match_id, user, version = fresh.match.id, fresh.user, fresh.match.version
        async with self._hands.lock(match_id, user):
            hand = self._hands.open_hand(match_id, user)
            if hand is None or hand.version >= version:
                return
            inputs = hand_inputs(fresh.match, user)
            says = awaited(fresh.match, fresh.seen)
            same = hand.inputs == inputs and hand.awaited == says
            if fresh.keeps(hand) or same:
                self._hands.remember(match_id, replace(hand, version=version))
                return
            theme = await self._client.themes.for_person(user, fresh.match.guild_id)
            if await self._show(hand, fresh.screen().in_theme(theme)):
                shown = replace(hand, version=version, asked_at=None, inputs=inputs, awaited=says)
                self._hands.remember(match_id, shown)
                await self.record(fresh.match, shown, fresh.seen)
            else:
                self._hands.drop(match_id, user)

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


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A person's hand as it is now."""

    match: Match
    user: UserId
    seen: Observation
    screen: Callable[[], Screen]
    """Makes the screen, which is needed only if the hand is open."""
    choosing_since: int | None
    """The ply since which its owner has had their present choice; ``None`` without one."""

    def keeps(self, hand: OpenHand) -> bool:
        """Return whether the place that the open hand asks for can still be chosen."""
        since = self.choosing_since
        return hand.asked_at is not None and since is not None and since <= hand.asked_at


def _gets_hand(update: Update, user: UserId) -> bool:
    """Return whether to send the hand by DM: on the person's turn and when the match begins.

    Not if they choose at the table, nor in a match that is played in a DM itself.
    """
    match = update.match
    if match.guild_id is None or match.stage is not Stage.RUNNING or not update.news:
        return False
    called = user in update.asked or not match.shown_ply
    openly = chooses_openly(info_of(match), update.hands[user])
    return called and user in match.players and not openly
