"""The hands that people see in private messages: shown, remembered, and kept up to date."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.installs import is_guest
from bot.discord_ui.interactions.response import Reply, is_direct, is_private
from bot.discord_ui.publishing.open_hands import NewHand, OpenHand
from bot.discord_ui.publishing.own_matches import with_way_on
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.engine.analysis import Hint
from bot.engine.contract import Observation
from bot.engine.errors import MatchOver, StaleMove
from bot.model.errors import (
    NoSuchMatch,
    NothingToPlan,
    NotSeated,
    NotStarted,
    SeatHeld,
    TableClosed,
    TurnHasCome,
)
from bot.model.match import Match, Stage
from bot.model.updates import events_told
from bot.present.i18n import Words
from bot.present.screen import Screen, below_if_room, note
from bot.present.screens.match.hand import hand_screen, moved_note
from bot.present.screens.match.plan import plan_screen
from bot.service.game_service import GameService
from bot.service.play.matches import PlayerView
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed

log = logging.getLogger(__name__)

NOT_PLAYING = (MatchOver, TableClosed, NotSeated, NoSuchMatch)
"""Refusals after which an old hand is useless."""


class PrivateHands:
    """Shows people their hands, and the places for a bone, in messages that only they see.

    Whatever shows a hand is done in :meth:`lock` and ends with :meth:`answer`.
    """

    def __init__(self, service: GameService, publisher: ChannelPublisher) -> None:
        self._service = service
        self._publisher = publisher
        self.open_hands = publisher.hands

    async def show(
        self,
        click: Interaction,
        reply: Reply,
        match_id: int,
        text: str = "",
        *,
        in_place: bool = False,
        offer: Screen | None = None,
        hint: tuple[int, Hint] | None = None,
    ) -> None:
        """Show the hand in a new message that only its owner sees, or in the clicked one.

        ``offer``: it is below the hand, if there is room, until the hand changes.
        ``hint``: a hint and the ply it is for; it is left out if the choice is another one by now.
        """
        async with self.lock(click, reply, match_id, replacing=in_place):
            viewing = self._service.matches.view_for(match_id, click.user.id)
            view = await reply.defer_if_slow(viewing, replacing=in_place)
            fitting = hint[1] if hint and view.has_same_choice_as_at(hint[0]) else None
            hand = self.screen(click, view, reply.say, text, fitting)
            hand = below_if_room(hand, offer)
            send = reply.replace if in_place else reply.private
            await self.answer(click, reply, view, hand, send)
        await self._restore_table(click, view.match)

    async def refresh(
        self, click: Interaction, reply: Reply, match_id: int, text: str = ""
    ) -> None:
        await self.show(click, reply, match_id, text, in_place=True)

    @asynccontextmanager
    async def explaining(
        self, click: Interaction, reply: Reply, match_id: int
    ) -> AsyncIterator[None]:
        """If what a hand's button asks for is refused, show the present hand, and say why."""
        try:
            yield
        except (StaleMove, TurnHasCome, NothingToPlan) as refusal:
            await self.refresh(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self.refresh(click, reply, match_id)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))

    def lock(
        self, click: Interaction, reply: Reply, match_id: int, *, replacing: bool = False
    ) -> AbstractAsyncContextManager[None]:
        lock = self.open_hands.lock(match_id, click.user.id)
        return reply.holding(lock, replacing=replacing)

    def screen(
        self,
        click: Interaction,
        view: PlayerView,
        say: Words,
        text: str = "",
        hint: Hint | None = None,
    ) -> Screen:
        """Return the hand in ``view``, below ``text`` or a note on the person's own move."""
        table_info = click.client.names.table_info(view.match, can_take_back=view.can_take_back)
        seen = seat_view(view)
        own = events_told(view.match, view.news)
        text_above = text or moved_note(table_info, own, seen, say)
        if view.news and self._publisher.channel_access.bars(view.match):
            cannot = say(
                "I can't post in {channel} right now. I'll post the table as soon as I can.",
                channel=f"<#{view.match.channel_id}>",
            )
            text_above = f"{text_above}\n{cannot}"
        return hand_screen(table_info, seen, view.match.ply, say, text_above, hint)

    def plan(self, click: Interaction, view: PlayerView, say: Words) -> Screen | None:
        return plan_screen(click.client.names.table_info(view.match), seat_view(view), say)

    async def answer(  # noqa: PLR0913 - each is a fact about what is shown
        self,
        click: Interaction,
        reply: Reply,
        shown: PlayerView,
        screen: Screen,
        send: Callable[[Screen], Awaitable[int | None]],
        *,
        asked_at: int | None = None,
        is_plan: bool = False,
        question: Screen | None = None,
    ) -> None:
        """Show a hand, remember that it is open, and update it if the match has changed.

        ``send`` answers with a screen, and returns the id of the message.
        ``asked_at``: the ply for which the screen asks for a place; ``None`` for a hand.
        ``is_plan``: the screen shows the plan, and how to change it.
        ``question``: it is below the hand, also once that has changed, until it is their turn.
        """
        screen = below_if_room(screen, question)
        match_id, user = shown.match.id, click.user.id
        theme = await click.client.themes.for_person(user, shown.match.guild_id)
        if not is_plan:
            screen = await with_way_on(
                *(click.client, shown.match, user, shown.seen, screen, reply.say),
                is_direct=reply.may_replace and is_direct(click),
            )
        message_id = await send(screen.in_theme(theme))
        followup = reply.is_followup(message_id)
        hand = OpenHand(
            *(click, message_id, shown.match.version, asked_at),
            is_followup=followup,
            is_plan=is_plan,
            question=question,
        )
        await self.open_hands.track(shown.match, hand, shown.seen)
        try:
            now = await self._service.matches.view_for(match_id, user)
        except StoreFault as fault:
            log.warning("cannot check match %s again: %s", match_id, fault)
            return
        if now.match.ply == shown.match.ply or now.seen is None:
            return
        newest = shown.news[-1].ply if shown.news else -1
        later = (each for each in now.news if each.ply > newest)
        now = replace(now, news=(*shown.news, *later))
        made = partial(self.screen, click, now, reply.say)
        planning = partial(self.plan, click, now, reply.say)
        await self.open_hands.renew(
            NewHand(now.match, user, now.seen, made, planning, now.has_same_choice_as_at)
        )

    async def _restore_table(self, click: Interaction, match: Match) -> None:
        """Post the table again if somebody deleted it, unless the click was on the table itself."""
        # Another process than the owner could post it while the owner posts the next one.
        on_table = click.message is not None and not is_private(click)
        if (
            on_table
            or is_guest(click)
            or match.stage is not Stage.RUNNING
            or not self._service.changes.owns(match.guild_id)
        ):
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
