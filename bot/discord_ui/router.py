"""Router for buttons, menus and forms: a table from patterns of custom ids to handlers."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from structlog.contextvars import bound_contextvars

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import CommandInteraction, Feature
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.leave_actions import LEAVE_PATTERN, LeaveActions
from bot.discord_ui.handlers.lobby_actions import InviteActions, LobbyActions, Person
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.next_match import NextMatch
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.handlers.plan_actions import PlanActions
from bot.discord_ui.handlers.table_actions import WATCH_PATTERN, TableActions, WatchActions
from bot.discord_ui.interactions.response import Reply, answer
from bot.discord_ui.publishing.open_options import OpenOptions
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
        opened: OpenOptions,
        own: OwnPreferences,
        features: Iterable[Feature] = (),
    ) -> None:
        table = TableActions(service, actions)
        lobby = LobbyActions(service, actions, opened)
        self._features = {each.name: each for each in features}
        self._buttons = (
            _route(rf"m:({_NUMBER}):({_NUMBER}):(.+)", table.move),
            _route(rf"b:({_NUMBER}):({_NUMBER}):(.+)", table.bone),
            _route(rf"h:({_NUMBER}):({_NUMBER})(?::([a-z]+))?", table.hint),
            _route(rf"t:({_NUMBER}):({LEAVE_PATTERN})", LeaveActions(service, actions).press),
            _route(rf"t:({_NUMBER}):{WATCH_PATTERN}", WatchActions(service).press),
            _route(rf"t:({_NUMBER}):say:(.+)", table.say),
            _route(rf"t:({_NUMBER}):undo:({_NUMBER})", table.take_backs.take_back),
            _route(rf"t:({_NUMBER}):(.+)", table.press),
            _route(rf"g:({_NUMBER})", NextMatch(service, actions).press),
            _route(rf"w:({_NUMBER}):([a-z]+):(.*)", PlanActions(service, actions, own).press),
            _route(rf"l:({_NUMBER}):(.+)", lobby.press),
            _route(rf"n:({_NUMBER})", actions.opener.rematch_in_thread),
            _route(r"n:(.+)", actions.opener.open_thread),
            _route(r"x:([a-z]+):(.*)", self._feature_button),
        )
        self._forms = (
            _route(rf"f:({_NUMBER}):(.+)", _with_fields(1, lobby.options.type)),
            _route(re.escape(custom_ids.QUIET_FORM), _with_fields(3, own.set_hours)),
            _route(re.escape(custom_ids.DIGEST_FORM), _with_fields(2, own.set_digest)),
        )
        self._people_menus = (_route(rf"u:({_NUMBER})", InviteActions(service).invite),)
        self._menus = (
            _route(r"o:(.+)", own.pick),
            _route(rf"p:({_NUMBER}):([^:]+):(.*)", lobby.pick),
            _route(r"x:([a-z]+):(.*)", self._feature_menu),
        )

    async def pressed(self, click: Interaction, custom_id: str) -> None:
        await self._answer(self._buttons, click, custom_id)

    async def picked(self, click: Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Handle a menu choice; only the first of ``values`` counts.

        In a menu that has no handler, the value is the id of a button.
        """
        value = next(iter(values), "")
        if any(pattern.fullmatch(custom_id) for pattern, _ in self._menus):
            await self._answer(self._menus, click, custom_id, value)
        else:
            await self._answer(self._buttons, click, value)

    async def people_picked(
        self, click: Interaction, custom_id: str, people: Sequence[Person]
    ) -> None:
        await self._answer(self._people_menus, click, custom_id, people)

    async def submitted(self, click: Interaction, custom_id: str, typed: Sequence[str]) -> None:
        """Handle a form with what was ``typed`` into its fields.

        What it does follows from its id alone, so it works after a restart, in any process.
        """
        await self._answer(self._forms, click, custom_id, typed)

    async def _answer(
        self, routes: Iterable[Route], click: Interaction, custom_id: str, *given: object
    ) -> None:
        """Let the handler for an id answer; log lines name the match that the id names.

        Raises :class:`OldButton` in the answer if there is no handler.
        """

        async def work(reply: Reply) -> None:
            for pattern, handler in routes:
                if found := pattern.fullmatch(custom_id):
                    await handler(click, reply, *found.groups(), *given)
                    return
            raise OldButton

        named = _MATCH.match(custom_id)
        with bound_contextvars(match=int(named[1])) if named else nullcontext():
            await answer(click, work)

    # Features.

    def _feature_button(
        self, click: CommandInteraction, reply: Reply, name: str, rest: str
    ) -> Awaitable[None]:
        return self._feature(name).pressed(click, reply, rest)

    def _feature_menu(
        self, click: CommandInteraction, reply: Reply, name: str, rest: str, value: str
    ) -> Awaitable[None]:
        return self._feature(name).picked(click, reply, rest, value)

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


def typed_into(click: Interaction) -> tuple[str, ...]:
    """Return the values of a submitted form's fields, in order."""
    data: Any = click.data or {}
    return tuple(_values(data.get("components", ())))


def _values(parts: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    for part in parts:
        if "value" in part:
            yield part["value"]
        yield from _values([part["component"]] if "component" in part else ())
