"""Handlers behind commands, buttons and menus: call the service and show the answer.

They raise refusals, which :mod:`bot.discord_ui.interactions.response` shows to the person
concerned.
"""

import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial

from bot.discord_ui.adapters import info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoSuchMove, OldButton, OthersTurn
from bot.discord_ui.handlers.opening import TableOpener
from bot.discord_ui.interactions.origin import private
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.links import link
from bot.discord_ui.publishing.notices import cannot_post_text
from bot.discord_ui.publishing.open_hands import OpenHand, hand_inputs
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.engine.contract import Observation, chooses_openly
from bot.engine.errors import IllegalMove, MatchOver, StaleMove, shortened
from bot.engine.hint import Hint
from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.input.move_input import codes_of, possible, refused
from bot.present.screen import Screen, below, note
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen, moved_note
from bot.present.screens.match.table import take_back_button
from bot.present.text.seats import TableInfo
from bot.present.theme import PictureTheme
from bot.service.errors import (
    AlreadyStarted,
    NoMatchHere,
    NoSuchMatch,
    NotHeld,
    NotSeated,
    NotStarted,
    SeatHeld,
    TableClosed,
)
from bot.service.game_service import GameService
from bot.service.model.match import Match, Stage, UserId
from bot.service.play.matches import USUAL, PlayerView
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed

log = logging.getLogger(__name__)

NOT_PLAYING = (MatchOver, TableClosed, NotSeated, NoSuchMatch)
"""Refusals after which an old hand is useless."""
OUT_OF_DATE = N_("That table is out of date. Scroll down for the current one.")


class MatchActions:
    """Handlers for playing, shared by commands and buttons."""

    def __init__(self, service: GameService, publisher: ChannelPublisher) -> None:
        self._service = service
        self._publisher = publisher
        self.opener = TableOpener(service, publisher)

    # Starting.

    async def play_at_once(self, click: Interaction, reply: Reply, game_id: str) -> None:
        """Open a table in this channel and start with computers, or offer a thread."""
        match = await self.opener.open_quietly(click, reply, game_id)
        if match is not None:
            await self.start_now(click, reply, match)

    async def start_now(self, click: Interaction, reply: Reply, match: Match) -> None:
        """Start a lobby with computers, and show the person their hand, also if it has started.

        If their choices are at the table, a note says so. Somebody new to the game is offered its
        lesson below. (The hand comes first, because only the first answer to a click can be kept up
        to date.)
        """
        user, salt = click.user.id, str(click.id)
        starting = self._service.lobbies.start(match.id, user, salt, fill_with=USUAL)
        try:
            await reply.defer_if_slow(starting)
        except AlreadyStarted:
            if match.seat_of(user) is None:
                raise
        info = info_of(match)
        if not await self.is_chosen_at_table(match, user):
            await self.show_hand(click, reply, match.id)
            await self.opener.offer_lesson(click, reply, info)
            return
        started = note(reply.say("The match has started: choose at the table."))
        offer = await self.opener.lesson_offer(click, reply, info)
        await reply.private(started if offer is None else below(started, offer))

    # Playing.

    async def show_hand(
        self, click: Interaction, reply: Reply, match_id: int, text: str = ""
    ) -> None:
        """Show the hand in a new message that only its owner sees."""
        async with self._hand_lock(click, reply, match_id):
            view = await reply.defer_if_slow(
                self._service.matches.view_for(match_id, click.user.id)
            )
            shown = await reply.private(await self._hand(click, view, reply.say, text))
            await self._track_hand(click, shown, reply, view)
        await self._restore_table(click, view.match)

    async def refresh_hand(
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
        async with self._hand_lock(click, reply, match_id, replacing=True):
            viewing = self._service.matches.view_for(match_id, click.user.id)
            view = await reply.defer_if_slow(viewing, replacing=True)
            fitting = hint[1] if hint and view.is_asked_as_at(hint[0]) else None
            shown = await reply.replace(await self._hand(click, view, reply.say, text, fitting))
            await self._track_hand(click, shown, reply, view)
        await self._restore_table(click, view.match)

    def _hand_lock(
        self, click: Interaction, reply: Reply, match_id: int, *, replacing: bool = False
    ) -> AbstractAsyncContextManager[None]:
        """Return a context in which nothing else shows the person's hand."""
        lock = self._publisher.hands.lock(match_id, click.user.id)
        return reply.holding(lock, replacing=replacing)

    async def take_back(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Return a seat that a computer has held, and show the hand; a repeat does no harm."""
        taking = self._service.matches.take_back(match_id, click.user.id)
        text = reply.say("Welcome back! You've got your seat back.")
        try:
            match = await reply.defer_if_slow(taking, replacing=reply.may_replace)
        except NotHeld as refusal:
            if not reply.may_replace:
                raise
            text = reply.say.refusal(refusal)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
            return
        else:
            if not reply.may_replace and await self.is_chosen_at_table(match, click.user.id):
                await reply.private(note(text))
                return
        show = self.refresh_hand if reply.may_replace else self.show_hand
        await show(click, reply, match_id, text)

    async def is_chosen_at_table(self, match: Match, user: UserId) -> bool:
        """Return whether the person's choices are at the table, now or when their turn comes."""
        info = info_of(match)
        if not info.open_play:
            return False
        view = await self._service.matches.view_for(match.id, user)
        return view.seen is not None and chooses_openly(info, view.seen)

    async def move(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, code: str
    ) -> None:
        """Make a move chosen by button; if the hand is out of date, show the current one."""
        try:
            async with self._hand_lock(click, reply, match_id, replacing=True):
                playing = self._service.matches.play(match_id, click.user.id, ply, code)
                view = await reply.defer_if_slow(playing, replacing=True)
                shown = await reply.replace(await self._hand(click, view, reply.say))
                await self._track_hand(click, shown, reply, view)
        except StaleMove as refusal:
            await self.refresh_hand(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self.refresh_hand(click, reply, match_id)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))

    async def move_at_table(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, code: str
    ) -> None:
        """Make a move at an open table; the answer is the table itself, which everybody sees.

        Only the person who clicked sees a refusal. Raises :class:`OldButton` while they choose in
        secret: no public message has such moves.
        """
        matches, user = self._service.matches, click.user.id
        try:
            view = await reply.defer_if_slow(matches.view_for(match_id, user), replacing=True)
            if view.seen and not chooses_openly(info_of(view.match), view.seen):
                raise OldButton
            playing = matches.play(match_id, user, ply, code)
            await reply.defer_if_slow(playing, replacing=True)
        except StaleMove:
            await reply.private(note(reply.say(OUT_OF_DATE)))
            return
        except SeatHeld as refusal:
            match = await reply.defer_if_slow(
                self._service.matches.view_for(match_id, click.user.id)
            )
            back = take_back_button(self._publisher.table_info(match.match), reply.say)
            await reply.private(Screen((reply.say.refusal(refusal),), ((back,),)))
            return
        await reply.acknowledge()

    async def ask_place(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, bone: str
    ) -> None:
        """Ask where to place a bone; if the hand is out of date, show the current one instead."""
        try:
            async with self._hand_lock(click, reply, match_id, replacing=True):
                viewing = self._service.matches.view_for(match_id, click.user.id)
                view = await reply.defer_if_slow(viewing, replacing=True)
                seen, table_info = seat_to_play(view), self._publisher.table_info(view.match)
                screen = places_screen(table_info, seen, ply, bone, reply.say)
                if screen is None or not view.is_asked_as_at(ply):
                    raise StaleMove
                theme = await _theme(click, view.match)
                shown = await reply.replace(screen.in_theme(theme))
                await self._track_hand(click, shown, reply, view, asked_at=ply)
        except StaleMove as refusal:
            await self.refresh_hand(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self.refresh_hand(click, reply, match_id)

    async def typed_move(self, click: Interaction, reply: Reply, text: str) -> None:
        """Make a typed move, or several of one turn; the answer is the hand.

        At an open table there is no answer but the table itself. Raises :class:`NoSuchMove` for
        text that is no legal move, and :class:`OthersTurn`.
        """
        match_id = await reply.defer_if_slow(self.match_for(click))
        matches = self._service.matches
        try:
            async with self._hand_lock(click, reply, match_id):
                before = await reply.defer_if_slow(matches.view_for(match_id, click.user.id))
                _expect_turn(before, self._publisher.table_info(before.match), reply.say)
                view = before
                for code in codes_of(text, seat_to_play(before), reply.say):
                    playing = matches.play(match_id, click.user.id, view.match.ply, code)
                    view = await reply.defer_if_slow(playing)
                if before.seen and chooses_openly(info_of(before.match), before.seen):
                    await self._answer_at_table(click, reply, view.match)
                    return
                shown = await reply.private(await self._hand(click, view, reply.say))
                await self._track_hand(click, shown, reply, view)
        except SeatHeld:
            await self.show_hand(click, reply, match_id)
        except IllegalMove as illegal:
            seen = seat_to_play(before)
            moves = possible(seen, self._publisher.table_info(before.match), reply.say)
            raise NoSuchMove(text=shortened(refused(text, seen)), moves=moves) from illegal

    async def _answer_at_table(self, click: Interaction, reply: Reply, match: Match) -> None:
        """Leave no private message about a move at an open table, or say where the table is."""
        if click.channel_id == match.channel_id:
            await reply.withdraw()
            return
        label = reply.say("Go to the table")
        await reply.private(note(f"[{label}]({link(match, ())})"))

    def table_info(self, match: Match) -> TableInfo:
        """Return a match's game and players, with the names that are known."""
        return self._publisher.table_info(match)

    async def match_for(self, click: Interaction) -> int:
        """Return the match a command is about: this channel's, or the person's most urgent one."""
        return await self._service.matches.meant_by(click.user.id, _channel(click))

    async def show_again(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Post the lobby or table again as the channel's newest message."""
        update = await reply.defer_if_slow(self._service.outbox.current_update(match_id))
        if update.match.channel_id != _channel(click) or not update.match.is_open:
            raise NoMatchHere
        screen = await self._publisher.current_screen(update)
        message = await reply.promise_public()
        if message is None:
            await reply.private(screen)
            return
        try:
            filling = partial(reply.replace_answer, screen)
            await self._publisher.adopt(update.match, message, filling)
        except StoreFault as fault:
            log.warning("cannot record the table of match %s: %s", match_id, fault)

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

    def show_farewell(self, match_id: int, user: UserId, farewell: Screen) -> None:
        """Show ``farewell`` in the open hand of somebody who has left."""
        self._publisher.hand_delivery.show_farewell(match_id, user, farewell)

    async def _hand(
        self,
        click: Interaction,
        view: PlayerView,
        say: Words,
        text: str = "",
        hint: Hint | None = None,
    ) -> Screen:
        """Return the hand in ``view``, below ``text`` or a note on the person's own move."""
        table_info, seen = self._publisher.table_info(view.match), seat_view(view)
        own = [event for news in view.news for event in news.events]
        text_above = text or moved_note(table_info, own, seen, say)
        if view.news and self._publisher.channel_access.bars(view.match):
            text_above = f"{text_above}\n{cannot_post_text(view.match, say)}"
        screen = hand_screen(table_info, seen, view.match.ply, say, text_above, hint)
        return screen.in_theme(await _theme(click, view.match))

    async def _track_hand(
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
        hand = OpenHand(click, message_id, shown.match.version, asked_at, inputs)
        hands.remember(match_id, hand)
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
            hands.remember(match_id, OpenHand(click, message_id, now.match.version, inputs=inputs))
            now = replace(now, news=shown.news)
            await reply.replace_answer(await self._hand(click, now, reply.say))


async def _theme(click: Interaction, match: Match) -> PictureTheme:
    """Return the theme of a person's hand, also where they see it in a direct message."""
    return await click.client.themes.for_person(click.user.id, match.guild_id)


def _expect_turn(view: PlayerView, table_info: TableInfo, say: Words) -> None:
    """Raise :class:`OthersTurn` if only others are to move, or what keeps the seat from moving."""
    seen = seat_to_play(view)
    if seen.to_act and seen.seat not in seen.to_act:
        names = (table_info.name(seat, say) for seat in sorted(seen.to_act))
        raise OthersTurn(who=say.listed(names))


def _channel(click: Interaction) -> int:
    if click.channel_id is None:
        raise NoMatchHere
    return click.channel_id


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
