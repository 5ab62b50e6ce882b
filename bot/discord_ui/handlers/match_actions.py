"""Handlers behind commands, buttons and menus: call the service and show the answer.

They raise refusals, which :mod:`bot.discord_ui.interactions.response` shows to the person
concerned.
"""

import logging
from functools import partial

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoSuchBone, NoSuchMove, OldButton, OthersTurn, SeveralMoves
from bot.discord_ui.handlers.opening import TableOpener
from bot.discord_ui.handlers.private_hands import NOT_PLAYING, PrivateHands, seat_to_play
from bot.discord_ui.installs import channel_of
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_records import link
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.engine.choices import chooses_openly
from bot.engine.contract import Observation
from bot.engine.errors import IllegalMove, Refusal, StaleMove, shortened
from bot.engine.seating import USUAL
from bot.engine.translatable import N_
from bot.model.errors import AlreadyStarted, NoMatchHere, NotHeld, SeatHeld, TableClosed
from bot.model.match import Match, UserId
from bot.present.i18n import Words
from bot.present.input.move_input import (
    codes_of,
    example_moves,
    listed_moves,
    meant,
    refused,
    typed_example,
    unknown_bone,
)
from bot.present.screen import Screen, below, note
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.plan import forced_moves_question
from bot.present.screens.match.table import resume_button
from bot.present.text.seats import TableInfo
from bot.service.game_service import GameService
from bot.service.play.loaded_match import info_of
from bot.service.play.matches import PlayerView
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

OUT_OF_DATE = N_("That table is out of date. Scroll down for the current one.")


class MatchActions:
    """Handlers for playing, shared by commands and buttons."""

    def __init__(self, service: GameService, publisher: ChannelPublisher) -> None:
        self._service = service
        self._publisher = publisher
        self.opener = TableOpener(service, publisher)
        self.hands = PrivateHands(service, publisher)

    # Starting.

    async def play_at_once(self, click: Interaction, reply: Reply, game_id: str) -> None:
        match = await self.opener.open_quietly(click, reply, game_id)
        if match is not None:
            await self.start_now(click, reply, match)

    async def start_now(self, click: Interaction, reply: Reply, match: Match) -> None:
        """Start a lobby with computers, unless it has started; show the person their hand.

        If they choose at the table, a note says so. Somebody new to the game is offered its
        lesson below their first hand, where it goes with their first move. The table comes before
        the hand, which it would push up the screen: so the button is acknowledged, and each is a
        new message.
        """
        user, salt = click.user.id, str(click.id)
        starting = self._service.lobbies.start(match.id, user, salt, fill_with=USUAL)
        try:
            await reply.defer_if_slow(starting, replacing=True)
        except AlreadyStarted:
            if match.seat_of(user) is None:
                raise
        await reply.acknowledge()
        await self._service.publishing.wait(match.id)
        offer = await self.opener.lesson_offer(click, reply, info_of(match))
        if not await self.is_chosen_at_table(match, user):
            await self.hands.show(click, reply, match.id, offer=offer)
            return
        started = note(reply.say("The match has started: choose at the table."))
        await reply.private(started if offer is None else below(started, offer))

    # Playing.

    async def reclaim_seat(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Return a seat that a computer has held, and show the hand; repeating it is harmless."""
        taking = self._service.matches.reclaim_seat(match_id, click.user.id)
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
            choosing = self.is_chosen_at_table(match, click.user.id)
            at_table = await reply.defer_if_slow(choosing, replacing=reply.may_replace)
            if at_table and not reply.may_replace:
                await reply.private(note(text))
                return
        await self.hands.show(click, reply, match_id, text, in_place=reply.may_replace)

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
        async with (
            self.hands.explaining(click, reply, match_id),
            self.hands.lock(click, reply, match_id, replacing=True),
        ):
            playing = self._service.matches.play(match_id, click.user.id, ply, code)
            view = await reply.defer_if_slow(playing, replacing=True)
            if view.goes_on_at_table:
                await self._leave_for_table(click, reply, view.match)
                return
            hand, question = self.hands.screen(click, view, reply.say), None
            preferences = self._service.preferences
            if view.had_no_choice and await preferences.ask_autoplay_once(click.user.id):
                table_info = click.client.names.table_info(view.match)
                question = forced_moves_question(table_info, reply.say)
            await self.hands.answer(click, reply, view, hand, reply.replace, question=question)

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
            back = resume_button(click.client.names.table_info(match.match), reply.say)
            await reply.private(Screen((reply.say.refusal(refusal),), ((back,),)))
            return
        await reply.acknowledge()

    async def ask_place(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, bone: str
    ) -> None:
        """Ask where to place a bone; if the hand is out of date, show the current one instead."""
        try:
            async with self.hands.lock(click, reply, match_id, replacing=True):
                viewing = self._service.matches.view_for(match_id, click.user.id)
                view = await reply.defer_if_slow(viewing, replacing=True)
                seen, table_info = seat_to_play(view), click.client.names.table_info(view.match)
                screen = places_screen(table_info, seen, ply, bone, reply.say)
                if screen is None or not view.has_same_choice_as_at(ply):
                    raise StaleMove
                await self.hands.answer(click, reply, view, screen, reply.replace, asked_at=ply)
        except StaleMove as refusal:
            await self.hands.refresh(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self.hands.refresh(click, reply, match_id)

    async def typed_move(self, click: Interaction, reply: Reply, text: str) -> None:
        """Make a typed move, or several of one turn; the answer is the hand.

        At an open table, only the table itself is shown. Raises :class:`NoSuchMove`,
        :class:`NoSuchBone` or :class:`SeveralMoves` for text that is no legal move, and
        :class:`OthersTurn`.
        """
        match_id = await reply.defer_if_slow(self.match_for(click))
        matches = self._service.matches
        try:
            async with self.hands.lock(click, reply, match_id):
                before = await reply.defer_if_slow(matches.view_for(match_id, click.user.id))
                _expect_turn(before, click.client.names.table_info(before.match), reply.say)
                view = before
                for code in codes_of(text, seat_to_play(before), reply.say):
                    playing = matches.play(match_id, click.user.id, view.match.ply, code)
                    view = await reply.defer_if_slow(playing)
                openly = before.seen and chooses_openly(info_of(before.match), before.seen)
                if openly or view.goes_on_at_table:
                    await self._leave_for_table(click, reply, view.match)
                    return
                hand = self.hands.screen(click, view, reply.say)
                await self.hands.answer(click, reply, view, hand, reply.private)
        except SeatHeld:
            await self.hands.show(click, reply, match_id)
        except IllegalMove as illegal:
            table_info = click.client.names.table_info(before.match)
            raise _not_a_move(text, seat_to_play(before), table_info, reply.say) from illegal

    async def _leave_for_table(self, click: Interaction, reply: Reply, match: Match) -> None:
        """Leave no private message about a move when the match goes on at an open table.

        Elsewhere than in the table's channel, say where the table is.
        """
        label = reply.say("Go to the table")
        if click.channel_id != match.channel_id or not await reply.withdraw():
            await reply.replace(note(f"[{label}]({link(match, ())})"))
        await self.hands.open_hands.put_away(click, match)

    async def match_for(self, click: Interaction) -> int:
        """Return the match a command is about: this channel's, or the person's most urgent one."""
        return await self._service.matches.match_for_command(click.user.id, channel_of(click))

    async def show_again(self, click: Interaction, reply: Reply, match_id: int) -> None:
        update = await reply.defer_if_slow(self._service.outbox.current_update(match_id))
        if update.match.channel_id != channel_of(click) or not update.match.is_open:
            raise NoMatchHere
        screen = await reply.defer_if_slow(self._publisher.current_screen(update))
        message = await reply.promise_public()
        if message is None:
            await reply.private(screen)
            return
        try:
            filling = partial(reply.replace_answer, screen)
            await self._publisher.adopt_answer(update.match, message, filling, update.late)
        except StoreFault as fault:
            log.warning("cannot record the table of match %s: %s", match_id, fault)


async def open_match(store: Store, match_id: int) -> Match:
    """Return an open match; raises :class:`~bot.model.errors.TableClosed`."""
    match = await store.match(match_id)
    if match is None or not match.is_open:
        raise TableClosed
    return match


def _expect_turn(view: PlayerView, table_info: TableInfo, say: Words) -> None:
    """Raise :class:`OthersTurn` if only others are to move, or what keeps the seat from moving."""
    seen = seat_to_play(view)
    if seen.to_act and seen.seat not in seen.to_act:
        names = (table_info.name(seat, say) for seat in sorted(seen.to_act))
        raise OthersTurn(who=say.listed(names))


def _not_a_move(text: str, seen: Observation, table_info: TableInfo, say: Words) -> Refusal:
    """Say why ``text`` is no legal move, and what can be typed instead."""
    if len(moves := meant(text, seen, say)) > 1:
        return SeveralMoves(
            text=shortened(text.strip()), moves=listed_moves(moves, seen, table_info, say)
        )
    possible = example_moves(seen, table_info, say)
    if bone := unknown_bone(text, seen):
        return NoSuchBone(bone=bone, moves=possible)
    example = typed_example(seen, say)
    return NoSuchMove(text=shortened(refused(text, seen)), moves=possible, example=example)
