"""Router for buttons and menus: parse the custom id, check it, and call the handler."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from functools import partial
from typing import TypeVar

from structlog.contextvars import bound_contextvars

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.commands.context import CommandInteraction
from bot.discord_ui.commands.feature import Feature
from bot.discord_ui.context import Interaction
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.lobby_options import LobbyOptions
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.interactions.origin import check_open, is_own, private
from bot.discord_ui.interactions.response import Reply, answered
from bot.games import game
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb, OwnMenu, TableVerb
from bot.present.screens.help import rules_screen
from bot.present.screens.match.table import leave_screen, more_screen
from bot.service.app import GameService
from bot.service.errors import NotSeated, TableClosed
from bot.service.model.match import Match
from bot.service.model.pace import Pace
from bot.service.play.matches import USUAL

_NUMBER = r"\d{1,18}"
_MATCH = re.compile(rf"[a-z]:({_NUMBER}):")

Handler = Callable[..., Awaitable[None]]
"""Called with the interaction, its reply and the parts of the id; for a menu with its value too."""
Route = tuple[re.Pattern[str], Handler]
V = TypeVar("V", bound=Enum)


class InteractionRouter:
    """Routes every button press and every menu choice to its handler, by the pattern of its id."""

    def __init__(
        self,
        actions: MatchActions,
        service: GameService,
        lobby_options: LobbyOptions,
        own: OwnPreferences,
        features: Iterable[Feature] = (),
    ) -> None:
        self._actions = actions
        self._lobby_options = lobby_options
        self._service = service
        self._features = {each.name: each for each in features}
        self._own = own
        self._buttons = (
            _route(rf"m:({_NUMBER}):({_NUMBER}):(.+)", self._move),
            _route(rf"b:({_NUMBER}):({_NUMBER}):(.+)", self._bone),
            _route(rf"t:({_NUMBER}):(.+)", self._at_table),
            _route(rf"l:({_NUMBER}):(.+)", self._in_lobby),
            _route(rf"n:({_NUMBER})", self._rematch_in_thread),
            _route(r"n:(.+)", self._in_thread),
            _route(r"x:([a-z]+):(.*)", self._feature_button),
        )
        self._menus = (
            _route(r"o:(.+)", self._own_menu),
            _route(rf"p:({_NUMBER}):([^:]+):(.*)", self._lobby_menu),
            _route(r"x:([a-z]+):(.*)", self._feature_menu),
        )

    async def pressed(self, click: Interaction, custom_id: str) -> None:
        """Handle a button press."""
        with _about(custom_id):
            await self._answered(click, lambda reply: self._press(click, reply, custom_id))

    async def picked(self, click: Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Handle a menu choice; only the first of ``values`` counts."""
        with _about(custom_id):
            await self._answered(click, lambda reply: self._pick(click, reply, custom_id, values))

    async def _answered(self, click: Interaction, work: Callable[[Reply], Awaitable[None]]) -> None:
        click.client.note_interaction(click)
        reply = Reply(click)
        await answered(click, work(reply), reply)

    async def _press(self, click: Interaction, reply: Reply, custom_id: str) -> None:
        handler, parts = _found(self._buttons, custom_id)
        await handler(click, reply, *parts)

    async def _pick(
        self, click: Interaction, reply: Reply, custom_id: str, values: Sequence[str]
    ) -> None:
        """Handle a choice; in any other menu, the value is the id of a button."""
        value = next(iter(values), "")
        try:
            handler, parts = _found(self._menus, custom_id)
        except OldButton:
            await self._press(click, reply, value)
        else:
            await handler(click, reply, *parts, value)

    # Features.

    async def _feature_button(
        self, click: CommandInteraction, reply: Reply, name: str, rest: str
    ) -> None:
        await self._feature(name).pressed(click, reply, rest)

    async def _feature_menu(
        self, click: CommandInteraction, reply: Reply, name: str, rest: str, value: str
    ) -> None:
        await self._feature(name).picked(click, reply, rest, value)

    def _feature(self, name: str) -> Feature:
        try:
            return self._features[name]
        except KeyError:
            raise OldButton from None

    async def _own_menu(self, click: Interaction, reply: Reply, verb: str, value: str) -> None:
        await self._own.picked(click, reply, _verb(OwnMenu, verb), value)

    # Moves.

    async def _move(
        self, click: Interaction, reply: Reply, match: str, ply: str, code: str
    ) -> None:
        await self._find(click, reply, int(match))
        if reply.own:
            await self._actions.move(click, reply, int(match), int(ply), code)
        else:
            await self._actions.move_at_table(click, reply, int(match), int(ply), code)

    async def _bone(
        self, click: Interaction, reply: Reply, match: str, ply: str, code: str
    ) -> None:
        await self._find(click, reply, int(match), replacing=private(click))
        if not reply.own:
            raise OldButton  # an open table never asks for a place
        await self._actions.places(click, reply, int(match), int(ply), code)

    async def _find(
        self, click: Interaction, reply: Reply, match_id: int, *, replacing: bool = True
    ) -> None:
        """Set ``reply.own``: whether the click was on the person's own message or an open table.

        Raises :class:`OldButton` for any other message: the moves of other games are only in
        messages that their owner alone sees.
        """
        store = self._service.store
        reply.own = await reply.after(is_own(click, store, match_id), replacing=replacing)
        if not reply.own:
            await reply.after(check_open(click, store, match_id), replacing=replacing)

    # Lobbies and tables.

    async def _in_thread(self, click: Interaction, reply: Reply, game_id: str) -> None:
        await self._actions.opener.open_thread(click, reply, game_id)

    async def _rematch_in_thread(self, click: Interaction, reply: Reply, match: str) -> None:
        await self._actions.opener.rematch_in_thread(click, reply, int(match))

    async def _lobby_menu(
        self, click: Interaction, reply: Reply, match: str, verb: str, argument: str, value: str
    ) -> None:
        match_id, user, lobbies = int(match), click.user.id, self._service.lobbies
        match _verb(LobbyMenu, verb):
            case LobbyMenu.COMPUTER if value == custom_ids.REMOVE:
                change = partial(lobbies.remove_computer, match_id, user)
            case LobbyMenu.COMPUTER:
                change = partial(lobbies.add_computer, match_id, user, value)
            case LobbyMenu.PACE:
                change = partial(lobbies.set_pace, match_id, user, _verb(Pace, value))
            case LobbyMenu.OPTION:
                await self._lobby_options.pick(click, reply, match_id, argument, value)
                return
        await self._lobby_options.agree(click, reply, match_id, change)

    async def _at_table(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id = int(number)
        match _verb(TableVerb, verb):
            case TableVerb.HAND:
                await self._hand(click, reply, match_id)
            case TableVerb.RULES:
                match = await reply.after(self._match(match_id))
                await reply.private(rules_screen(game(match.game).info, reply.say))
            case TableVerb.MORE:
                match = await reply.after(self._match(match_id))
                seated = match.seat_of(click.user.id) is not None
                await reply.private(more_screen(table_info_of(match), reply.say, seated=seated))
            case TableVerb.BOARD:
                await self._actions.show_again(click, reply, match_id)
            case TableVerb.LEAVE:
                match = await reply.after(self._match(match_id), replacing=True)
                if match.seat_of(click.user.id) is None:
                    raise NotSeated
                await reply.replace(leave_screen(table_info_of(match), click.user.id, reply.say))
            case TableVerb.TAKE_BACK:
                reply.own = await reply.after(is_own(click, self._service.store, match_id))
                await self._actions.take_back(click, reply, match_id)
            case TableVerb.LEAVE_SURELY:
                await self._actions.leave(click, reply, match_id)
            case TableVerb.REMATCH:
                await self._actions.opener.rematch(click, reply, match_id)

    async def _hand(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Show the hand in place of the person's own message, or else in a new message."""
        reply.own = await reply.after(is_own(click, self._service.store, match_id))
        if reply.own:
            await self._actions.refresh_hand(click, reply, match_id)
        else:
            await self._actions.show_hand(click, reply, match_id)

    async def _in_lobby(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id, lobbies = int(number), self._service.lobbies
        user, salt = click.user.id, str(click.id)
        match _verb(LobbyVerb, verb):
            case LobbyVerb.JOIN:
                await reply.after(lobbies.join(match_id, user, salt), replacing=True)
            case LobbyVerb.LEAVE:
                await reply.after(lobbies.leave(match_id, user), replacing=True)
            case LobbyVerb.ADD:
                await reply.after(lobbies.add_computer(match_id, user, USUAL), replacing=True)
            case LobbyVerb.PARTNERS:
                await reply.after(lobbies.change_partners(match_id, user), replacing=True)
            case LobbyVerb.START:
                await reply.after(lobbies.start(match_id, user, salt), replacing=True)
            case LobbyVerb.OPTIONS:
                await self._lobby_options.show(click, reply, match_id)
                return
        await reply.nothing()

    async def _match(self, match_id: int) -> Match:
        """Return an open match; raises :class:`~bot.service.errors.TableClosed`."""
        match = await self._service.store.match(match_id)
        if match is None or not match.is_open:
            raise TableClosed
        return match


def _route(pattern: str, handler: Handler) -> Route:
    return re.compile(pattern), handler


def _found(routes: Iterable[Route], custom_id: str) -> tuple[Handler, tuple[str, ...]]:
    """Return the handler for an id and the parts of the id; raises :class:`OldButton`."""
    for pattern, handler in routes:
        if found := pattern.fullmatch(custom_id):
            return handler, found.groups()
    raise OldButton


def _about(custom_id: str) -> AbstractContextManager[None]:
    """Return a context that adds the match of ``custom_id``, if it names one, to log lines."""
    found = _MATCH.match(custom_id)
    return bound_contextvars(match=int(found[1])) if found else nullcontext()


def _verb(verbs: type[V], word: str) -> V:
    try:
        return verbs(word)
    except ValueError:
        raise OldButton from None
