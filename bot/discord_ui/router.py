"""Router for buttons and menus: parse the custom id, check it, and call the handler."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from functools import partial
from typing import TypeVar

from structlog.contextvars import bound_contextvars

from bot.discord_ui.adapters import company_of
from bot.discord_ui.commands.feature import Feature
from bot.discord_ui.context import Click
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.lobby_options import Agreeing
from bot.discord_ui.handlers.match_actions import Desk
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.interactions.origin import check_open, is_own, private
from bot.discord_ui.interactions.response import Reply, answered
from bot.games import game
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb, OwnMenu, TableVerb
from bot.present.screens.help import rules_screen
from bot.present.screens.match.table import leave_screen, more_screen
from bot.service.app import Boneyard
from bot.service.errors import NotSeated, TableClosed
from bot.service.model.match import Match
from bot.service.model.pace import Pace
from bot.service.play.matches import USUAL

_NUMBER = r"\d{1,18}"
_MATCH = re.compile(rf"[a-z]:({_NUMBER}):")
_MOVE = re.compile(rf"m:({_NUMBER}):({_NUMBER}):(.+)")
_BONE = re.compile(rf"b:({_NUMBER}):({_NUMBER}):(.+)")
_TABLE = re.compile(rf"t:({_NUMBER}):(.+)")
_LOBBY = re.compile(rf"l:({_NUMBER}):(.+)")
_LOBBY_MENU = re.compile(rf"p:({_NUMBER}):([^:]+):(.*)")
_THREAD = re.compile(r"n:(.+)")
_REMATCH_THREAD = re.compile(rf"n:({_NUMBER})")
_OWN_MENU = re.compile(r"o:(.+)")
_FEATURE = re.compile(r"x:([a-z]+):(.*)")

_Work = Callable[[Reply], Awaitable[None]]
V = TypeVar("V", bound=Enum)


class Clicks:
    """Routes every button press and every menu choice to its handler."""

    def __init__(
        self,
        desk: Desk,
        boneyard: Boneyard,
        agreeing: Agreeing,
        own: OwnPreferences,
        features: Iterable[Feature] = (),
    ) -> None:
        self._desk = desk
        self._agreeing = agreeing
        self._boneyard = boneyard
        self._features = {each.name: each for each in features}
        self._own = own

    async def pressed(self, click: Click, custom_id: str) -> None:
        """Handle a button press."""
        with _about(custom_id):
            await self._answered(click, lambda reply: self._press(click, reply, custom_id))

    async def picked(self, click: Click, custom_id: str, values: Sequence[str]) -> None:
        """Handle a menu choice; only the first of ``values`` counts."""
        with _about(custom_id):
            await self._answered(click, lambda reply: self._pick(click, reply, custom_id, values))

    async def _answered(self, click: Click, work: _Work) -> None:
        click.client.met(click)
        reply = Reply(click)
        await answered(click, work(reply), reply)

    async def _press(self, click: Click, reply: Reply, custom_id: str) -> None:
        if found := _MOVE.fullmatch(custom_id):
            await self._move(click, reply, int(found[1]), int(found[2]), found[3])
        elif found := _BONE.fullmatch(custom_id):
            await self._find(click, reply, int(found[1]), replacing=private(click))
            if not reply.own:
                raise OldButton  # an open table never asks for a place
            await self._desk.places(click, reply, int(found[1]), int(found[2]), found[3])
        elif found := _TABLE.fullmatch(custom_id):
            await self._at_table(click, reply, int(found[1]), _verb(TableVerb, found[2]))
        elif found := _LOBBY.fullmatch(custom_id):
            await self._in_lobby(click, reply, int(found[1]), _verb(LobbyVerb, found[2]))
        elif found := _REMATCH_THREAD.fullmatch(custom_id):
            await self._desk.reception.rematch_in_thread(click, reply, int(found[1]))
        elif found := _THREAD.fullmatch(custom_id):
            await self._desk.reception.open_thread(click, reply, found[1])
        elif found := _FEATURE.fullmatch(custom_id):
            await self._feature(found[1]).pressed(click, reply, found[2])
        else:
            raise OldButton

    def _feature(self, name: str) -> Feature:
        try:
            return self._features[name]
        except KeyError:
            raise OldButton from None

    async def _move(self, click: Click, reply: Reply, match_id: int, ply: int, code: str) -> None:
        await self._find(click, reply, match_id)
        if reply.own:
            await self._desk.move(click, reply, match_id, ply, code)
        else:
            await self._desk.move_at_table(click, reply, match_id, ply, code)

    async def _find(
        self, click: Click, reply: Reply, match_id: int, *, replacing: bool = True
    ) -> None:
        """Set ``reply.own``: whether the click was on the person's own message or an open table.

        Raises :class:`OldButton` for any other message: the moves of other games are only in
        messages that their owner alone sees.
        """
        store = self._boneyard.store
        reply.own = await reply.after(is_own(click, store, match_id), replacing=replacing)
        if not reply.own:
            await reply.after(check_open(click, store, match_id), replacing=replacing)

    async def _pick(
        self, click: Click, reply: Reply, custom_id: str, values: Sequence[str]
    ) -> None:
        value = next(iter(values), "")
        if found := _OWN_MENU.fullmatch(custom_id):
            await self._own.picked(click, reply, _verb(OwnMenu, found[1]), value)
            return
        if found := _FEATURE.fullmatch(custom_id):
            await self._feature(found[1]).picked(click, reply, found[2], value)
            return
        found = _LOBBY_MENU.fullmatch(custom_id)
        if found is None:
            await self._press(click, reply, value)
            return
        match_id, user = int(found[1]), click.user.id
        tables = self._boneyard.tables
        match _verb(LobbyMenu, found[2]):
            case LobbyMenu.COMPUTER if value == custom_ids.REMOVE:
                change = partial(tables.remove_computer, match_id, user)
            case LobbyMenu.COMPUTER:
                change = partial(tables.add_computer, match_id, user, value)
            case LobbyMenu.PACE:
                change = partial(tables.set_pace, match_id, user, _verb(Pace, value))
            case LobbyMenu.OPTION:
                await self._agreeing.pick(click, reply, match_id, found[3], value)
                return
        await self._agreeing.agree(click, reply, match_id, change)

    async def _at_table(self, click: Click, reply: Reply, match_id: int, verb: TableVerb) -> None:
        match verb:
            case TableVerb.HAND:
                await self._hand(click, reply, match_id)
            case TableVerb.RULES:
                match = await reply.after(self._match(match_id))
                await reply.private(rules_screen(game(match.game).info, reply.say))
            case TableVerb.MORE:
                match = await reply.after(self._match(match_id))
                seated = match.seat_of(click.user.id) is not None
                await reply.private(more_screen(company_of(match), reply.say, seated=seated))
            case TableVerb.BOARD:
                await self._desk.show_again(click, reply, match_id)
            case TableVerb.LEAVE:
                match = await reply.after(self._match(match_id), replacing=True)
                if match.seat_of(click.user.id) is None:
                    raise NotSeated
                await reply.replace(leave_screen(company_of(match), click.user.id, reply.say))
            case TableVerb.TAKE_BACK:
                reply.own = await reply.after(is_own(click, self._boneyard.store, match_id))
                await self._desk.take_back(click, reply, match_id)
            case TableVerb.LEAVE_SURELY:
                await self._desk.leave(click, reply, match_id)
            case TableVerb.REMATCH:
                await self._desk.reception.rematch(click, reply, match_id)

    async def _hand(self, click: Click, reply: Reply, match_id: int) -> None:
        """Show the hand in place of the person's own message, or else in a new message."""
        reply.own = await reply.after(is_own(click, self._boneyard.store, match_id))
        if reply.own:
            await self._desk.refresh_hand(click, reply, match_id)
        else:
            await self._desk.show_hand(click, reply, match_id)

    async def _in_lobby(self, click: Click, reply: Reply, match_id: int, verb: LobbyVerb) -> None:
        user, salt, tables = click.user.id, str(click.id), self._boneyard.tables
        match verb:
            case LobbyVerb.JOIN:
                await reply.after(tables.join(match_id, user, salt), replacing=True)
            case LobbyVerb.LEAVE:
                await reply.after(tables.leave(match_id, user), replacing=True)
            case LobbyVerb.ADD:
                await reply.after(tables.add_computer(match_id, user, USUAL), replacing=True)
            case LobbyVerb.PARTNERS:
                await reply.after(tables.change_partners(match_id, user), replacing=True)
            case LobbyVerb.START:
                await reply.after(tables.start(match_id, user, salt), replacing=True)
            case LobbyVerb.OPTIONS:
                await self._agreeing.show(click, reply, match_id)
                return
        await reply.nothing()

    async def _match(self, match_id: int) -> Match:
        """Return an open match; raises :class:`~bot.service.errors.TableClosed`."""
        match = await self._boneyard.store.match(match_id)
        if match is None or not match.is_open:
            raise TableClosed
        return match


def _about(custom_id: str) -> AbstractContextManager[None]:
    """Return a context that adds the match of ``custom_id``, if it names one, to log lines."""
    found = _MATCH.match(custom_id)
    return bound_contextvars(match=int(found[1])) if found else nullcontext()


def _verb(verbs: type[V], word: str) -> V:
    try:
        return verbs(word)
    except ValueError:
        raise OldButton from None
