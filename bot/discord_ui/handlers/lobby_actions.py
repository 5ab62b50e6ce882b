"""Handlers behind the buttons and menus of lobbies, and behind offers to open one in a thread."""

from functools import partial

from bot.discord_ui.adapters import info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.invite_actions import InviteActions
from bot.discord_ui.handlers.lobby_options import Change, LobbyOptions
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.verbs import verb_in
from bot.discord_ui.interactions.response import Reply
from bot.engine.seating import USUAL
from bot.model.errors import TableClosed
from bot.model.hints import HintRule
from bot.model.match import Match, MatchId, UserId
from bot.model.pace import Pace
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.screens.rules import rules_screen
from bot.service.game_service import GameService


class LobbyActions:
    """Handles the parts of an id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions, options: LobbyOptions) -> None:
        self._service = service
        self._actions = actions
        self._opener = actions.opener
        self._options = options

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        """Do what a button of a lobby says; the lobby itself shows the effect."""
        match_id, lobbies = int(number), self._service.lobbies
        user, salt = click.user.id, str(click.id)
        match verb_in(LobbyVerb, verb):
            case LobbyVerb.JOIN:
                match = await reply.defer_if_slow(
                    lobbies.join(match_id, user, salt), replacing=True
                )
                self._opener.save_locale(click, match_id)
                await reply.acknowledge()
                await self._opener.offer_lesson(click, reply, info_of(match))
            case LobbyVerb.LEAVE:
                await reply.defer_if_slow(lobbies.leave(match_id, user), replacing=True)
            case LobbyVerb.ADD:
                await reply.defer_if_slow(
                    lobbies.add_computer(match_id, user, USUAL), replacing=True
                )
            case LobbyVerb.PARTNERS:
                await reply.defer_if_slow(lobbies.change_partners(match_id, user), replacing=True)
            case LobbyVerb.RATED | LobbyVerb.UNRATED as chosen:
                setting = lobbies.set_rated(match_id, user, rated=chosen is LobbyVerb.RATED)
                await reply.defer_if_slow(setting, replacing=True)
            case LobbyVerb.START:
                await reply.defer_if_slow(lobbies.start(match_id, user, salt), replacing=True)
            case LobbyVerb.OPTIONS:
                await self._options.show(click, reply, match_id)
                return
            case LobbyVerb.PLAY_NOW:
                await self._play_now(click, reply, match_id)
                return
            case LobbyVerb.INVITE:
                await InviteActions(self._service).ask(click, reply, match_id)
                return
            case LobbyVerb.RULES:
                match = await reply.defer_if_slow(self._match(match_id))
                await reply.private(rules_screen(info_of(match), reply.say))
                return
        await reply.acknowledge()

    async def _play_now(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Start with computers, and show the host their hand; a second press shows it, too."""
        match = await reply.defer_if_slow(self._match(match_id), replacing=True)
        await self._actions.start_now(click, reply, match)

    async def _match(self, match_id: int) -> Match:
        """Return an open match; raises :class:`~bot.model.errors.TableClosed`."""
        match = await self._service.store.match(match_id)
        if match is None or not match.is_open:
            raise TableClosed
        return match

    async def pick(
        self, click: Interaction, reply: Reply, match: str, verb: str, argument: str, value: str
    ) -> None:
        """Make the change that was chosen from a menu of a lobby's options."""
        match_id, user, lobbies = int(match), click.user.id, self._service.lobbies
        match verb_in(LobbyMenu, verb):
            case LobbyMenu.COMPUTER:
                change = self._computer_change(match_id, user, custom_ids.without_number(value))
            case LobbyMenu.PACE:
                change = partial(lobbies.set_pace, match_id, user, verb_in(Pace, value))
            case LobbyMenu.HINTS:
                change = partial(lobbies.set_hints, match_id, user, verb_in(HintRule, value))
            case LobbyMenu.PHRASES:
                change = partial(lobbies.set_phrases, match_id, user, allowed=_is_on(value))
            case LobbyMenu.RATED:
                change = partial(lobbies.set_rated, match_id, user, rated=_is_on(value))
            case LobbyMenu.OPTION:
                await self._options.pick(click, reply, match_id, argument, value)
                return
        await self._options.agree(click, reply, match_id, change)

    async def type(
        self, click: Interaction, reply: Reply, match: str, key: str, number: str
    ) -> None:
        """Set an option to a number that was typed into its form."""
        await self._options.type(click, reply, int(match), key, number.strip())

    def _computer_change(self, match_id: MatchId, user: UserId, value: str) -> Change:
        """Return what adds a computer of the level that was chosen, or removes one."""
        lobbies = self._service.lobbies
        if value == custom_ids.REMOVE:
            return partial(lobbies.remove_computer, match_id, user)
        return partial(lobbies.add_computer, match_id, user, value)

    async def open_thread(self, click: Interaction, reply: Reply, game_id: str) -> None:
        """Open a lobby in a new thread, as was offered in a channel with a match."""
        await self._opener.open_thread(click, reply, game_id)

    async def rematch_in_thread(self, click: Interaction, reply: Reply, match: str) -> None:
        """Open a rematch in a new thread, as was offered in a channel with a match."""
        await self._opener.rematch_in_thread(click, reply, int(match))


def _is_on(value: str) -> bool:
    """Return whether an option is turned on; raises :class:`OldButton` for an unknown value."""
    if value not in {custom_ids.ON, custom_ids.OFF}:
        raise OldButton
    return value == custom_ids.ON
