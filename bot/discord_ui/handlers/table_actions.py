"""Handlers behind the buttons of tables and hands: moves, and everything else at a table."""

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton, verb_in
from bot.discord_ui.handlers.match_actions import OUT_OF_DATE, MatchActions, open_match
from bot.discord_ui.handlers.private_hands import NOT_PLAYING, seat_to_play
from bot.discord_ui.installs import server_of
from bot.discord_ui.interactions.response import Reply, is_direct, is_private
from bot.engine.errors import StaleMove
from bot.games import game
from bot.model.calls import WatchReminders
from bot.model.errors import RevealedSince, SeatHeld
from bot.model.match import MatchId, Stage
from bot.model.terms import Phrase
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.screen import Screen, note
from bot.present.screens.match.calls import with_reminders
from bot.present.screens.match.hint import hint_note, hint_question
from bot.present.screens.match.table import (
    PHRASES,
    more_screen,
    muted_screen,
    take_back_move_screen,
    with_mute,
)
from bot.present.screens.rules import rules_screen
from bot.service.game_service import GameService
from bot.service.play.loaded_match import info_of
from bot.service.ports.store import Store

WATCH_PATTERN = rf"{custom_ids.WATCH}:([01])([01])"
"""The part of these buttons' ids that follows the number of the match."""


class TableActions:
    """Handles the parts of a button's id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions
        self._hints = HintActions(service, actions)
        self.take_backs = TakeBackActions(service, actions)

    async def move(self, click: Interaction, reply: Reply, match: str, ply: str, code: str) -> None:
        await self._note_origin(click, reply, int(match))
        if reply.may_replace:
            await self._actions.move(click, reply, int(match), int(ply), code)
        else:
            await self._actions.move_at_table(click, reply, int(match), int(ply), code)

    async def bone(self, click: Interaction, reply: Reply, match: str, ply: str, code: str) -> None:
        await self._note_origin(click, reply, int(match), replacing=is_private(click))
        if not reply.may_replace:
            raise OldButton  # an open table never asks for a place
        await self._actions.ask_place(click, reply, int(match), int(ply), code)

    async def hint(
        self, click: Interaction, reply: Reply, match: str, ply: str, sure: str | None
    ) -> None:
        """Show a hint: in the hand, or to the person alone at an open table.

        Before somebody's first one in a match, say what it costs, unless they are ``sure``.
        """
        await self._note_origin(click, reply, int(match), replacing=is_private(click))
        if reply.may_replace and sure != custom_ids.BESIDE_TABLE:
            await self._hints.show_in_hand(click, reply, int(match), int(ply), sure=bool(sure))
        else:
            await self._hints.show_beside_table(click, reply, int(match), int(ply), sure=bool(sure))

    async def say(self, click: Interaction, reply: Reply, match: str, code: str) -> None:
        phrase = verb_in(Phrase, code)
        saying = self._service.phrases.say(int(match), click.user.id, phrase)
        await reply.defer_if_slow(saying, replacing=reply.may_replace)
        await reply.replace(note(reply.say("💬 Said: {phrase}", phrase=reply.say(PHRASES[phrase]))))

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id = int(number)
        match verb_in(TableVerb, verb):
            case TableVerb.HAND:
                await note_own(click, reply, self._service.store, match_id)
                hands, in_place = self._actions.hands, reply.may_replace
                await hands.show(click, reply, match_id, in_place=in_place)
            case TableVerb.RULES:
                match = await reply.defer_if_slow(open_match(self._service.store, match_id))
                await reply.private(rules_screen(game(match.game).info, reply.say))
            case TableVerb.MORE:
                await self._more(click, reply, match_id)
            case TableVerb.BOARD:
                await self._actions.show_again(click, reply, match_id)
            case TableVerb.RESUME:
                await note_own(click, reply, self._service.store, match_id)
                await self._actions.reclaim_seat(click, reply, match_id)
            case TableVerb.TAKE_BACK_MOVE:
                await self.take_backs.ask(click, reply, match_id)
            case TableVerb.MUTE | TableVerb.UNMUTE as wanted:
                await self._mute(click, reply, match_id, muted=wanted is TableVerb.MUTE)
            case TableVerb.REMATCH:
                await self._actions.opener.rematch(click, reply, match_id)

    async def _note_origin(
        self, click: Interaction, reply: Reply, match_id: int, *, replacing: bool = True
    ) -> None:
        """Note in ``reply`` whether the click was on the person's own message or an open table.

        Raises :class:`OldButton` for any other message: the moves of other games are only in
        messages that their owner alone sees.
        """
        store = self._service.store
        await note_own(click, reply, store, match_id, replacing=replacing)
        if not reply.may_replace:
            await reply.defer_if_slow(check_open(click, store, match_id), replacing=replacing)

    async def _mute(
        self, click: Interaction, reply: Reply, match_id: MatchId, *, muted: bool
    ) -> None:
        reply.may_replace = reply.may_replace and not is_direct(click)
        muting = self._service.watching.mute(match_id, click.user.id, muted=muted)
        match = await reply.defer_if_slow(muting, replacing=reply.may_replace)
        await reply.replace(muted_screen(table_info_of(match), reply.say, muted=muted))

    async def _more(self, click: Interaction, reply: Reply, match_id: int) -> None:
        match = await reply.defer_if_slow(open_match(self._service.store, match_id))
        table_info, seated = table_info_of(match), match.seat_of(click.user.id) is not None
        if not seated:
            reminders = await reply.defer_if_slow(
                self._service.watching.reminders(match_id, click.user.id)
            )
            more = more_screen(table_info, reply.say, seated=False)
            if match.stage is Stage.RUNNING:
                more = with_reminders(more, table_info, reminders, reply.say)
            await reply.private(more)
            return
        viewing = self._service.matches.view_for(match_id, click.user.id)
        view = await reply.defer_if_slow(viewing)
        table_info = table_info_of(view.match, can_take_back=view.can_take_back)
        openly = view.seen if table_info.info.open_play else None
        here = click.channel_id == match.channel_id
        more = more_screen(
            *(table_info, reply.say), seated=True, here=here, seen=openly, ply=view.match.ply
        )
        more = with_mute(more, table_info, reply.say, muted=click.user.id in match.muted)
        await reply.private(more)


class HintActions:
    """Shows hints to the person who asked and nobody else."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def show_in_hand(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, *, sure: bool
    ) -> None:
        """Show a hint in the clicked hand; if that is out of date, show the current hand.

        Unless they are ``sure``, somebody's first one in the match is preceded by a question.
        """
        hints, user = self._service.hints, click.user.id
        hands, hint = self._actions.hands, None
        async with hands.explaining(click, reply, match_id):
            if not sure and await reply.defer_if_slow(
                hints.would_be_first(match_id, user, ply), replacing=True
            ):
                await self._ask(click, reply, match_id, ply, custom_ids.IN_HAND)
                return
            hint = await reply.defer_if_slow(hints.take(match_id, user, ply), replacing=True)
        if hint is not None:
            await hands.show(click, reply, match_id, in_place=True, hint=(ply, hint))

    async def show_beside_table(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, *, sure: bool
    ) -> None:
        """Show a hint for a choice at an open table, in a message that only they see.

        ``sure``: as in :meth:`show_in_hand`.
        """
        matches, hints, user = self._service.matches, self._service.hints, click.user.id
        replacing = reply.may_replace
        try:
            if not sure and await reply.defer_if_slow(hints.would_be_first(match_id, user, ply)):
                await self._ask(click, reply, match_id, ply, custom_ids.BESIDE_TABLE)
                return
            taking = hints.take(match_id, user, ply)
            hint = await reply.defer_if_slow(taking, replacing=replacing)
            view = await reply.defer_if_slow(matches.view_for(match_id, user), replacing=replacing)
            if not view.has_same_choice_as_at(ply):
                raise StaleMove
        except StaleMove:
            await reply.replace(note(reply.say(OUT_OF_DATE)))
            return
        seen = seat_to_play(view)
        await reply.replace(hint_note(table_info_of(view.match), seen, hint, reply.say))

    async def _ask(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, sure: str
    ) -> None:
        view = await self._service.matches.view_for(match_id, click.user.id)
        await reply.replace(hint_question(table_info_of(view.match), ply, sure, reply.say))


class TakeBackActions:
    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def ask(self, click: Interaction, reply: Reply, match_id: int) -> None:
        user = click.user.id
        await note_own(click, reply, self._service.store, match_id, replacing=reply.may_replace)
        offering = self._service.take_backs.offer(match_id, user)
        ply = await reply.defer_if_slow(offering, replacing=reply.may_replace)
        viewing = self._service.matches.view_for(match_id, user)
        view = await reply.defer_if_slow(viewing, replacing=reply.may_replace)
        await reply.replace(take_back_move_screen(table_info_of(view.match), ply, reply.say))

    async def take_back(self, click: Interaction, reply: Reply, match: str, ply: str) -> None:
        """Take back the move that was made after ``ply`` log entries, and show the hand."""
        match_id, user = int(match), click.user.id
        await note_own(click, reply, self._service.store, match_id, replacing=reply.may_replace)
        taking = self._service.take_backs.take_back(match_id, user, int(ply))
        try:
            view = await reply.defer_if_slow(taking, replacing=reply.may_replace)
            text = reply.say("You took your move back.")
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
            return
        except (StaleMove, RevealedSince, SeatHeld) as refusal:
            viewing = self._service.matches.view_for(match_id, user)
            view = await reply.defer_if_slow(viewing, replacing=reply.may_replace)
            text = reply.say.refusal(refusal)
        if info_of(view.match).open_play:
            await reply.replace(note(text))  # the choices are on the table
        else:
            await self._actions.hands.refresh(click, reply, match_id, text)


class WatchActions:
    """Saves which reminders a person wants; the id of each button has all of them."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def press(
        self, click: Interaction, reply: Reply, number: str, goes_on: str, ends: str
    ) -> None:
        reminders = WatchReminders(goes_on == "1", ends == "1")
        if reminders:
            await reply.defer_if_slow(self._check(click, int(number)), replacing=True)
        choosing = self._service.watching.choose(int(number), click.user.id, reminders)
        match = await reply.defer_if_slow(choosing, replacing=True)
        if not (reminders or match.is_open):
            await reply.replace(note(reply.say("I won't remind you of this match.")))
            return
        screen = with_reminders(Screen(()), table_info_of(match), reminders, reply.say)
        await reply.replace(screen)

    async def _check(self, click: Interaction, match_id: MatchId) -> None:
        """Raise :class:`OldButton` for a match of another server; in a DM it can be of any."""
        match = await self._service.store.match(match_id)
        if match and server_of(click) not in {None, match.guild_id}:
            raise OldButton


async def note_own(
    click: Interaction, reply: Reply, store: Store, match_id: int, *, replacing: bool = False
) -> None:
    """Note in ``reply`` whether the clicked message is the person's own.

    It is if it is a private answer, or a DM about a match elsewhere.
    """
    is_own, message = is_private(click), click.message
    if is_own and message is not None and not message.flags.ephemeral:
        match = await reply.defer_if_slow(store.match(match_id), replacing=replacing)
        is_own = match is None or match.channel_id != click.channel_id
    reply.may_replace = is_own


async def check_open(click: Interaction, store: Store, match_id: int) -> None:
    """Raise :class:`OldButton` unless this is the channel of a match played at an open table."""
    match = await store.match(match_id)
    here = match is not None and match.channel_id == click.channel_id
    if match is None or not here or not game(match.game).info.open_play:
        raise OldButton
