"""The hands that people see in private messages: shown, remembered, and kept up to date."""

import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.components import body
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.interactions.origin import private
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.notices import cannot_post_text
from bot.discord_ui.publishing.open_hands import OpenHand, awaited, hand_inputs
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.engine.analysis import Hint
from bot.engine.contract import Observation
from bot.model.errors import NotSeated, NotStarted, SeatHeld, TableClosed
from bot.model.match import Match, Stage
from bot.model.updates import events_told
from bot.present.i18n import Words
from bot.present.screen import MAX_COMPONENTS, Screen, below
from bot.present.screens.match.hand import hand_screen, moved_note
from bot.present.text.seats import TableInfo
from bot.service.game_service import GameService
from bot.service.play.matches import PlayerView
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed

log = logging.getLogger(__name__)


class PrivateHands:
    """Shows people their hands, and the places for a bone, in messages that only they see.

    Whatever shows a hand is done in :meth:`lock` and ends with :meth:`track`.
    """

    def __init__(self, service: GameService, publisher: ChannelPublisher) -> None:
        self._service = service
        self._publisher = publisher

    def table_info(self, match: Match, *, can_take_back: bool = False) -> TableInfo:
        """Return a match's game and players, with the names that are known."""
        return self._publisher.hand_delivery.table_info(match, can_take_back=can_take_back)

    async def show(
        self,
        click: Interaction,
        reply: Reply,
        match_id: int,
        text: str = "",
        offer: Screen | None = None,
    ) -> None:
        """Show the hand in a new message that only its owner sees.

        An ``offer`` is below it, if there is room, until the hand changes.
        """
        async with self.lock(click, reply, match_id):
            view = await reply.defer_if_slow(
                self._service.matches.view_for(match_id, click.user.id)
            )
            hand = await self.screen(click, view, reply.say, text)
            if offer is not None and below(hand, offer).size <= MAX_COMPONENTS:
                hand = below(hand, offer)
            shown = await reply.private(hand)
            await self.track(click, shown, reply, view)
        await self._restore_table(click, view.match)

    async def refresh(
        self,
        click: Interaction,
        reply: Reply,
        match_id: int,
        text: str = "",
        hint: tuple[int, Hint] | None = None,
    ) -> None:
        """Show the hand in place of the clicked message.

        ``hint``: a hint and the ply it is for; it is left out if the choice is another one by now.
        """
        async with self.lock(click, reply, match_id, replacing=True):
            viewing = self._service.matches.view_for(match_id, click.user.id)
            view = await reply.defer_if_slow(viewing, replacing=True)
            fitting = hint[1] if hint and view.is_asked_as_at(hint[0]) else None
            shown = await reply.replace(await self.screen(click, view, reply.say, text, fitting))
            await self.track(click, shown, reply, view)
        await self._restore_table(click, view.match)

    def lock(
        self, click: Interaction, reply: Reply, match_id: int, *, replacing: bool = False
    ) -> AbstractAsyncContextManager[None]:
        """Return a context in which nothing else shows the person's hand."""
        lock = self._publisher.hands.lock(match_id, click.user.id)
        return reply.holding(lock, replacing=replacing)

    async def screen(
        self,
        click: Interaction,
        view: PlayerView,
        say: Words,
        text: str = "",
        hint: Hint | None = None,
    ) -> Screen:
        """Return the hand in ``view``, below ``text`` or a note on the person's own move."""
        table_info = self.table_info(view.match, can_take_back=view.can_take_back)
        seen = seat_view(view)
        own = events_told(view.match, view.news)
        text_above = text or moved_note(table_info, own, seen, say)
        if view.news and self._publisher.channel_access.bars(view.match):
            text_above = f"{text_above}\n{cannot_post_text(view.match, say)}"
        screen = hand_screen(table_info, seen, view.match.ply, say, text_above, hint)
        return await self.in_theme(click, view.match, screen)

    async def in_theme(self, click: Interaction, match: Match, screen: Screen) -> Screen:
        """Return a screen in the theme of a person's hand, also where they see it in a DM."""
        theme = await click.client.themes.for_person(click.user.id, match.guild_id)
        return screen.in_theme(theme)

    async def track(
        self,
        click: Interaction,
        message_id: int | None,
        reply: Reply,
        shown: PlayerView,
        *,
        asked_at: int | None = None,
    ) -> None:
        """Remember the shown hand, mark an older one, and update it if the match has changed.

        ``asked_at``: the ply for which the message asks for a place; ``None`` for a hand.
        """
        match_id, hands = shown.match.id, self._publisher.hands
        older = hands.open_hand(match_id, click.user.id)
        inputs = hand_inputs(shown.match, click.user.id)
        followup = reply.is_followup(message_id)
        says = awaited(shown.match, shown.seen)
        version = shown.match.version
        hand = OpenHand(click, message_id, version, asked_at, inputs, says, followup)
        hands.remember(match_id, hand)
        await self._publisher.hand_delivery.record(shown.match, hand, shown.seen)
        if older is not None and older.message_id != message_id:
            await self._publisher.hand_delivery.mark_superseded(older)
        try:
            now = await self._service.matches.view_for(match_id, click.user.id)
        except StoreFault as fault:
            log.warning("cannot check match %s again: %s", match_id, fault)
            return
        if now.match.ply == shown.match.ply or now.seen is None:
            return
        if asked_at is None or not now.is_asked_as_at(asked_at):
            inputs = hand_inputs(now.match, click.user.id)
            says = awaited(now.match, now.seen)
            hand = replace(
                hand, version=now.match.version, asked_at=None, inputs=inputs, awaited=says
            )
            hands.remember(match_id, hand)
            now = replace(now, news=shown.news)
            await hand.edit(await body(await self.screen(click, now, reply.say)))

    async def put_away(self, click: Interaction, match: Match) -> None:
        """Forget the person's open hand, and delete it if it is not the clicked message.

        A clicked DM shows something else by now.
        """
        hands, user = self._publisher.hands, click.user.id
        hand = hands.open_hand(match.id, user)
        hands.drop(match.id, user)
        clicked = OpenHand(click, click.message.id if click.message else None, match.version)
        await self._publisher.hand_delivery.record(match, clicked, None)
        if hand is None or (click.message is not None and click.message.id == hand.message_id):
            return
        try:
            await hand.delete()
        except FAULTS as error:
            log.info("cannot delete an open hand: %s", error)

    async def _restore_table(self, click: Interaction, match: Match) -> None:
        """Post the table again if somebody deleted it, unless the click was on the table itself."""
        # Another process than the owner could post it while the owner posts the next one.
        on_table = click.message is not None and not private(click)
        if on_table or match.stage is not Stage.RUNNING or not self._service.owns(match.guild_id):
            return
        try:
            if (missing := await self._publisher.missing_table(match)) is not None:
                update = await self._service.outbox.current_update(match.id)
                await self._publisher.bring_back(update, missing)
        except (PublishFailed, StoreFault) as fault:
            log.info("cannot bring back the table of match %s: %s", match.id, fault)


def seat_view(view: PlayerView) -> Observation:
    """Return the view from a seat; raises ``TableClosed``, ``NotStarted`` or ``NotSeated``."""
    if view.match.stage is Stage.CLOSED:
        raise TableClosed
    if view.seen is None:
        raise NotStarted
    if view.seen.seat is None:
        raise NotSeated
    return view.seen


def seat_to_play(view: PlayerView) -> Observation:
    """Return the same; also raises ``SeatHeld`` while a computer plays the seat."""
    seen = seat_view(view)
    if any(each.seat == seen.seat and each.is_held for each in view.match.seats):
        raise SeatHeld
    return seen
