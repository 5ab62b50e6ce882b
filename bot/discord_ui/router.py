"""Router for buttons, menus and forms: a table from patterns of custom ids to handlers."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from structlog.contextvars import bound_contextvars

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import Feature
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers import leave_actions, watch_actions
from bot.discord_ui.handlers.invite_actions import InviteActions, Person
from bot.discord_ui.handlers.leave_actions import LeaveActions
from bot.discord_ui.handlers.lobby_actions import LobbyActions
from bot.discord_ui.handlers.lobby_options import LobbyOptions
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.handlers.table_actions import TableActions
from bot.discord_ui.handlers.watch_actions import WatchActions
from bot.discord_ui.interactions.response import Reply, answered
from bot.present import custom_ids
from bot.service.game_service import GameService

_NUMBER = r"\d{1,18}"
_MATCH = re.compile(rf"[a-z]:({_NUMBER}):")

Handler = Callable[..., Awaitable[None]]
"""Called with the interaction, its reply and the parts of the id.

That of a menu also gets the value that was chosen, that of a form a tuple of what was typed.
"""
Route = tuple[re.Pattern[str], Handler]


class InteractionRouter:
    """Routes every press, every choice and every form to its handler, by the pattern of its id."""

    def __init__(
        self,
        actions: MatchActions,
        service: GameService,
        lobby_options: LobbyOptions,
        own: OwnPreferences,
        features: Iterable[Feature] = (),
    ) -> None:
        table = TableActions(service, actions)
        lobby = LobbyActions(service, actions, lobby_options)
        self._features = {each.name: each for each in features}
        self._buttons = (
            _route(rf"m:({_NUMBER}):({_NUMBER}):(.+)", table.move),
            _route(rf"b:({_NUMBER}):({_NUMBER}):(.+)", table.bone),
            _route(rf"h:({_NUMBER}):({_NUMBER})(?::([a-z]+))?", table.hint),
            _route(
                rf"t:({_NUMBER}):({leave_actions.PATTERN})", LeaveActions(service, actions).press
            ),
            _route(rf"t:({_NUMBER}):{watch_actions.PATTERN}", WatchActions(service).press),
            _route(rf"t:({_NUMBER}):say:(.+)", table.say),
            _route(rf"t:({_NUMBER}):undo:({_NUMBER})", table.take_back_move),
            _route(rf"t:({_NUMBER}):(.+)", table.press),
            _route(rf"l:({_NUMBER}):(.+)", lobby.press),
            _route(rf"n:({_NUMBER})", lobby.rematch_in_thread),
            _route(r"n:(.+)", lobby.open_thread),
            _route(r"x:([a-z]+):(.*)", self._feature_button),
        )
        self._forms = (
            _route(rf"f:({_NUMBER}):(.+)", _with_fields(1, lobby.type)),
            _route(re.escape(custom_ids.QUIET_FORM), _with_fields(3, own.set_hours)),
        )
        self._people_menus = (_route(rf"u:({_NUMBER})", InviteActions(service).invite),)
        self._menus = (
            _route(r"o:(.+)", own.pick),
            _route(rf"p:({_NUMBER}):([^:]+):(.*)", lobby.pick),
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

    async def people_picked(
        self, click: Interaction, custom_id: str, people: Sequence[Person]
    ) -> None:
        """Handle a choice of people."""

        async def work(reply: Reply) -> None:
            handler, parts = _found(self._people_menus, custom_id)
            await handler(click, reply, *parts, people)

        with _about(custom_id):
            await self._answered(click, work)

    async def submitted(self, click: Interaction, custom_id: str, typed: Sequence[str]) -> None:
        """Handle a form with what was ``typed`` into its fields."""
        with _about(custom_id):
            await self._answered(click, lambda reply: self._submit(click, reply, custom_id, typed))

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

    async def _submit(
        self, click: Interaction, reply: Reply, custom_id: str, typed: Sequence[str]
    ) -> None:
        handler, parts = _found(self._forms, custom_id)
        await handler(click, reply, *parts, typed)

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


def _route(pattern: str, handler: Handler) -> Route:
    return re.compile(pattern), handler


def _with_fields(count: int, handler: Handler) -> Handler:
    """Return a handler for a form that has ``count`` fields, each passed to it as an argument.

    It raises :class:`OldButton` for more or fewer fields, which a form of another release may have.
    """

    async def handle(click: Interaction, reply: Reply, *parts_and_typed: Any) -> None:  # noqa: ANN401
        *parts, typed = parts_and_typed
        if len(typed) != count:
            raise OldButton
        await handler(click, reply, *parts, *typed)

    return handle


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
