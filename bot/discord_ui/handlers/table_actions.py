"""Handlers behind the buttons of tables and hands: moves, and everything else at a table."""

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.hint_actions import HintActions
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.take_back_actions import TakeBackActions
from bot.discord_ui.handlers.verbs import verb_in
from bot.discord_ui.interactions.origin import check_open, is_own, private
from bot.discord_ui.interactions.response import Reply
from bot.games import game
from bot.model.errors import TableClosed
from bot.model.match import Match, Stage
from bot.model.phrases import Phrase
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.screen import note
from bot.present.screens.match.calls import with_reminders
from bot.present.screens.match.table import more_screen
from bot.present.screens.rules import rules_screen
from bot.present.text.phrases import PHRASES
from bot.service.game_service import GameService


class TableActions:
    """Handles the parts of a button's id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions
        self._hints = HintActions(service, actions)
        self._take_backs = TakeBackActions(service, actions)

    async def move(self, click: Interaction, reply: Reply, match: str, ply: str, code: str) -> None:
        """Make a move, from a hand or at an open table."""
        await self._note_origin(click, reply, int(match))
        if reply.may_replace:
            await self._actions.move(click, reply, int(match), int(ply), code)
        else:
            await self._actions.move_at_table(click, reply, int(match), int(ply), code)

    async def bone(self, click: Interaction, reply: Reply, match: str, ply: str, code: str) -> None:
        """Ask where to place the bone that was chosen in a hand."""
        await self._note_origin(click, reply, int(match), replacing=private(click))
        if not reply.may_replace:
            raise OldButton  # an open table never asks for a place
        await self._actions.ask_place(click, reply, int(match), int(ply), code)

    async def hint(
        self, click: Interaction, reply: Reply, match: str, ply: str, sure: str | None
    ) -> None:
        """Show a hint: in the hand, or to the person alone at an open table.

        Before somebody's first one in a match, say what it costs, unless they are ``sure``.
        """
        await self._note_origin(click, reply, int(match), replacing=private(click))
        if reply.may_replace and sure != custom_ids.BESIDE_TABLE:
            await self._hints.show_in_hand(click, reply, int(match), int(ply), sure=bool(sure))
        else:
            await self._hints.show_beside_table(click, reply, int(match), int(ply), sure=bool(sure))

    async def say(self, click: Interaction, reply: Reply, match: str, code: str) -> None:
        """Say a phrase, which everybody reads at the table."""
        phrase = verb_in(Phrase, code)
        saying = self._service.phrases.say(int(match), click.user.id, phrase)
        await reply.defer_if_slow(saying, replacing=reply.may_replace)
        await reply.replace(note(reply.say("💬 Said: {phrase}", phrase=reply.say(PHRASES[phrase]))))

    async def take_back_move(self, click: Interaction, reply: Reply, match: str, ply: str) -> None:
        """Take back the move that the person made after ``ply`` log entries."""
        await self._take_backs.take_back(click, reply, int(match), int(ply))

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        """Do what a button of a table, a hand or a result says, apart from moves."""
        match_id = int(number)
        match verb_in(TableVerb, verb):
            case TableVerb.HAND:
                await self._hand(click, reply, match_id)
            case TableVerb.RULES:
                match = await reply.defer_if_slow(self._match(match_id))
                await reply.private(rules_screen(game(match.game).info, reply.say))
            case TableVerb.MORE:
                await self._more(click, reply, match_id)
            case TableVerb.BOARD:
                await self._actions.show_again(click, reply, match_id)
            case TableVerb.RESUME:
                reply.may_replace = await reply.defer_if_slow(
                    is_own(click, self._service.store, match_id)
                )
                await self._actions.take_back(click, reply, match_id)
            case TableVerb.TAKE_BACK_MOVE:
                await self._take_backs.ask(click, reply, match_id)
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
        reply.may_replace = await reply.defer_if_slow(
            is_own(click, store, match_id), replacing=replacing
        )
        if not reply.may_replace:
            await reply.defer_if_slow(check_open(click, store, match_id), replacing=replacing)

    async def _hand(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Show the hand in place of the person's own message, or else in a new message."""
        reply.may_replace = await reply.defer_if_slow(is_own(click, self._service.store, match_id))
        if reply.may_replace:
            await self._actions.hands.refresh(click, reply, match_id)
        else:
            await self._actions.hands.show(click, reply, match_id)

    async def _more(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Show what else the person can do at the table."""
        match = await reply.defer_if_slow(self._match(match_id))
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
        more = more_screen(table_info, reply.say, seated=True, seen=openly, ply=view.match.ply)
        await reply.private(more)

    async def _match(self, match_id: int) -> Match:
        """Return an open match; raises :class:`~bot.model.errors.TableClosed`."""
        match = await self._service.store.match(match_id)
        if match is None or not match.is_open:
            raise TableClosed
        return match
