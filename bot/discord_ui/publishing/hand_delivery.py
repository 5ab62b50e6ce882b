"""Delivery of hands to their owners: open hands are updated, and DMs are sent."""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.message_records import is_request_outdated
from bot.discord_ui.publishing.open_hands import HandContent, NewHand, OpenHands
from bot.discord_ui.publishing.outgoing_dm import DmContent, OutgoingDm
from bot.engine.choices import chooses_openly
from bot.engine.contract import Event, Observation
from bot.model.match import Stage, UserId
from bot.model.messages import MessageRecord
from bot.model.preferences import MessagePreference
from bot.model.updates import Update, events_told
from bot.present.i18n import Words
from bot.present.narration.events import is_deal, is_handed
from bot.present.screen import Screen, note
from bot.present.screens.home import as_of
from bot.present.screens.match.calls import held_seat_dm, reminder_dm, turn_dm, turn_over_dm
from bot.present.screens.match.hand import hand_screen, moved_note
from bot.present.screens.match.plan import plan_screen
from bot.present.text.seats import TableInfo
from bot.service.play.loaded_match import info_of

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
            moved_text = _note_of(update, user, table_info, say)
            wanted, outgoing = update.dms_wanted_by(user), None
            if held and wanted is not MessagePreference.OFF and match.guild_id is not None:
                dm: DmContent = partial(held_seat_dm, table_info, say)
                outgoing = OutgoingDm(match, user, dm, stays_true=True)
            elif wanted is MessagePreference.ON and gets_hand(update, user):
                asks = seen.seat in seen.to_act
                dm = partial(turn_dm, table_info, seen, match.ply, say, moved_text)
                dm = dm if asks else partial(_dated, dm, self._client.service.now(), say)
                outgoing = OutgoingDm(match, user, dm, asks=asks)
            hand = self._hands.open_hand(match.id, user)
            if outgoing is None or hand is None or not hand.is_direct:  # else the DM replaces it
                self._renew_later(update, user, table_info)
            if outgoing is not None:
                sending = partial(self._direct_messages.send, outgoing)
                self._background.begin("direct message", match.id, sending)

    def end_turns(self, update: Update, sent: Sequence[MessageRecord]) -> None:
        match, table_info = update.match, self._table_info(update)
        is_over = partial(is_request_outdated, update)
        users = {each.user_id for each in sent if is_over(each)}
        for user, seen in update.hands.items():
            if user not in users:
                continue
            say = self.words_for(update, user)
            told = _note_of(update, user, table_info, say)
            screen, lock = partial(turn_over_dm, table_info, seen, say, told), self._hands.lock
            settling = partial(self._direct_messages.settle, match, user, is_over, screen)
            self._background.begin(
                "direct message", match.id, partial(settling, lock(match.id, user))
            )

    def refresh(self, update: Update) -> None:
        """Refresh the hands that are open in this process, and send nothing.

        While a computer is to move, they wait for what it does, as the table does.
        """
        match, table_info = update.match, self._table_info(update)
        if match.waits_for_computer:
            return
        for user in update.hands:
            if self._hands.has_open_hand(match.id, user):
                self._renew_later(update, user, table_info)

    def _renew_later(self, update: Update, user: UserId, table_info: TableInfo) -> None:
        match, seen, since = update.match, update.hands[user], update.choosing.get(user)
        say = self.words_for(update, user)
        told = _note_of(update, user, table_info, say)
        screen = partial(hand_screen, table_info, seen, match.ply, say, told)
        planning = partial(plan_screen, table_info, seen, say)
        self._hands.renew_later(
            NewHand(
                *(match, user, seen, screen, planning),
                lambda ply: since is not None and since <= ply,
            )
        )

    async def remind(self, update: Update, user: UserId) -> bool:
        match, wanted = update.match, update.dms_wanted_by(user)
        if wanted is MessagePreference.OFF or match.guild_id is None:
            return False
        seen, say = update.hands[user], self.words_for(update, user)
        dm = partial(reminder_dm, self._table_info(update), seen, match.ply, say)
        return await self._direct_messages.send(OutgoingDm(match, user, dm, once=False))

    def _table_info(self, update: Update) -> TableInfo:
        return self._client.names.table_info(update.match, can_take_back=update.can_take_back)

    def words_for(self, update: Update, user: UserId) -> Words:
        settings, guild_id = update.player_settings[user], update.match.guild_id
        return self._client.languages.words_for_player(user, settings, guild_id)

    async def send_channel_deleted(self, update: Update) -> None:
        """Tell people by DM, unless they want none, that their match's channel was deleted."""
        match = update.match
        for user, settings in update.player_settings.items():
            if settings.preferences.messages is MessagePreference.OFF:
                continue
            text = self.words_for(update, user)(
                "Your {game} match was cancelled because its channel was deleted.",
                game=info_of(match).name,
            )
            outgoing = OutgoingDm(match, user, partial(_unlinked, note(text)), asks=False)
            await self._direct_messages.send(outgoing)

    def _concerns(
        self, update: Update, events: Sequence[Event], user: UserId, seen: Observation
    ) -> bool:
        match = update.match
        changed = any(is_deal(event) or is_handed(event, seen.seat) for event in events)
        copied = info_of(match).open_play and self._hands.has_open_hand(match.id, user)
        hand = self._hands.open_hand(match.id, user)
        outdated = (
            hand is not None and hand.content.awaited != HandContent.of(match, user, seen).awaited
        )
        acts = seen.seat in seen.to_act
        return changed or copied or outdated or acts or match.stage is Stage.OVER


def _note_of(update: Update, user: UserId, table_info: TableInfo, say: Words) -> str:
    events = events_told(update.match, update.told[user])
    return moved_note(table_info, events, update.hands[user], say)


def gets_hand(update: Update, user: UserId) -> bool:
    """Return whether to send the hand by DM: on the person's turn, and when the match begins.

    Where moves take days, everybody gets each new hand, so that they can plan. Nobody does who
    chooses at the table, nor in a match that is played in a DM itself.
    """
    match = update.match
    if match.guild_id is None or match.stage is not Stage.RUNNING or not update.news:
        return False
    dealt = any(is_deal(event) for news in update.news for event in news.events)
    is_new = (dealt and match.pace.counts_days) or not match.shown_ply
    openly = chooses_openly(info_of(match), update.hands[user])
    return (user in update.newly_choosing or is_new) and user in match.players and not openly


def _dated(dm: DmContent, now: datetime, say: Words, url: str) -> Screen:
    """Return a DM that says when it was true: it stays though others move."""
    return as_of(dm(url), now, say)


def _unlinked(screen: Screen, url: str) -> Screen:
    """Return the screen without the link: there is no table left to link to."""
    del url
    return screen
