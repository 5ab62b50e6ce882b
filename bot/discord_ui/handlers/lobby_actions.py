"""Handlers behind the buttons, menus and forms of lobbies, and the message with their options."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
from discord import ui

from bot.discord_ui.adapters import info_of, lobby_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import (
    BotInvited,
    InviteeCannotSeeTable,
    NotANumber,
    NumberOutOfRange,
    OldButton,
    TooSlow,
    verb_in,
)
from bot.discord_ui.handlers.match_actions import MatchActions, open_match
from bot.discord_ui.interactions.response import Reply, is_private
from bot.discord_ui.publishing.open_options import OpenOptions
from bot.engine.errors import BadOption, Refusal, shortened
from bot.engine.game_info import Option
from bot.engine.seating import USUAL
from bot.model.errors import AlreadyStarted, NoSuchMatch, NotHost, NotSeated, TableClosed
from bot.model.match import Match, MatchId
from bot.model.terms import HintRule, Pace
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.i18n import Words
from bot.present.screen import note
from bot.present.screens.match.calls import invite_screen, invited_screen
from bot.present.screens.match.lobby_options import allowed_numbers, options_screen
from bot.present.screens.rules import rules_screen
from bot.service.game_service import GameService

MAX_DIGITS = 9
"""The most characters that Discord lets people type for a number."""
ENDED = (AlreadyStarted, TableClosed, NoSuchMatch)
"""Refusals after which the options cannot change any more."""

Change = Callable[[], Awaitable[Match]]
Person = discord.Member | discord.User


class LobbyOptions:
    """Lets the host set the options of a lobby."""

    def __init__(self, service: GameService, opened: OpenOptions) -> None:
        self._service = service
        self._open = opened

    async def show(self, click: Interaction, reply: Reply, match_id: int) -> None:
        async with reply.holding(self._open.lock(match_id)):
            leading = self._service.lobbies.lobby_hosted_by(match_id, click.user.id)
            match = await reply.defer_if_slow(leading)
            shown = await reply.private(options_screen(lobby_of(match), reply.say))
            self._open.add(match_id, shown, click)

    async def pick(
        self, click: Interaction, reply: Reply, match_id: int, key: str, value: str
    ) -> None:
        if value.startswith(custom_ids.OTHER):
            await self._ask_for_number(click, reply, match_id, key)
            return
        setting = partial(self._service.lobbies.set_option, match_id, click.user.id, key, value)
        await self.agree(click, reply, match_id, setting)

    async def _ask_for_number(
        self, click: Interaction, reply: Reply, match_id: int, key: str
    ) -> None:
        leading = partial(self._service.lobbies.lobby_hosted_by, match_id, click.user.id)
        try:
            match = await reply.defer_if_slow(leading(), replacing=True)
        except ENDED:
            await self.agree(click, reply, match_id, leading)
            return
        option = _number_option(match, key)
        if click.response.is_done():  # too late for a form
            await self.agree(click, reply, match_id, _too_slow)
        else:
            await reply.open_form(NumberForm(match_id, option, reply.say))

    async def type(
        self, click: Interaction, reply: Reply, match: str, key: str, typed: str
    ) -> None:
        match_id, text = int(match), typed.strip()

        async def setting() -> Match:
            if not text.isdecimal():
                raise NotANumber(text=shortened(text))
            number = str(int(text)) if len(text) <= MAX_DIGITS else shortened(text)
            user, lobbies = click.user.id, self._service.lobbies
            option = _number_option(await lobbies.lobby_hosted_by(match_id, user), key)
            try:
                return await lobbies.set_option(match_id, user, key, number)
            except BadOption as refusal:  # it names the option as a command line does
                say = reply.say
                raise NumberOutOfRange(
                    number=number, option=say(option.help), allowed=allowed_numbers(option, say)
                ) from refusal

        await self.agree(click, reply, match_id, setting)

    async def agree(self, click: Interaction, reply: Reply, match_id: int, change: Change) -> None:
        """Make a change to the lobby and show the menus with the current values.

        They are shown again after a refusal, too: only then can the same entry be chosen again.
        """
        if click.message is None or not is_private(click):
            await reply.defer_if_slow(change(), replacing=False)
            await reply.acknowledge()
            return
        async with reply.holding(self._open.lock(match_id), replacing=True):
            refusal_text = ""
            try:
                match = await reply.defer_if_slow(change(), replacing=True)
            except ENDED as refusal:
                await reply.replace(note(reply.say.refusal(refusal)))
                self._open.discard(match_id, click.message.id)
                return
            except (NotHost, NotSeated):
                raise
            except Refusal as refusal:
                refusal_text = reply.say.refusal(refusal)
                leading = self._service.lobbies.lobby_hosted_by(match_id, click.user.id)
                match = await reply.defer_if_slow(leading, replacing=True)
            await reply.replace(options_screen(lobby_of(match), reply.say, refusal_text, click.id))
            self._open.add(match_id, click.message.id, click)


async def _too_slow() -> Match:
    raise TooSlow


def _number_option(match: Match, key: str) -> Option:
    """Return an option that takes numbers; raises :class:`OldButton` if there is none."""
    options = lobby_of(match).table_info.info.options
    option = next((each for each in options if each.key == key and each.limits), None)
    if option is None:
        raise OldButton
    return option


class NumberForm(ui.Modal):
    """A form for a number that is not in the menu; it shows the option and its range."""

    def __init__(self, match_id: int, option: Option, say: Words) -> None:
        super().__init__(
            title=say("Another number"), custom_id=custom_ids.number_form(match_id, option.key)
        )
        what = say.labelled(say(option.help), allowed_numbers(option, say))
        number: ui.TextInput[NumberForm] = ui.TextInput(max_length=MAX_DIGITS)
        self.add_item(ui.Label(text=say("A whole number"), description=what, component=number))


class LobbyActions:
    """Handles the parts of an id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions, opened: OpenOptions) -> None:
        self._service = service
        self._actions = actions
        self.options = LobbyOptions(service, opened)

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id, lobbies = int(number), self._service.lobbies
        user, salt = click.user.id, str(click.id)
        match verb_in(LobbyVerb, verb):
            case LobbyVerb.JOIN:
                match = await reply.defer_if_slow(
                    lobbies.join(match_id, user, salt), replacing=True
                )
                self._actions.opener.save_locale(click, match_id)
                await reply.acknowledge()
                await self._actions.opener.offer_lesson(click, reply, info_of(match))
            case LobbyVerb.LEAVE:
                await self._change(reply, lobbies.leave(match_id, user))
            case LobbyVerb.ADD:
                await self._change(reply, lobbies.add_computer(match_id, user, USUAL))
            case LobbyVerb.PARTNERS:
                await self._change(reply, lobbies.change_partners(match_id, user))
            case LobbyVerb.RATED | LobbyVerb.UNRATED as chosen:
                is_rated = chosen is LobbyVerb.RATED
                await self._change(reply, lobbies.set_rated(match_id, user, rated=is_rated))
            case LobbyVerb.START:
                await self._change(reply, lobbies.start(match_id, user, salt))
            case LobbyVerb.OPTIONS:
                await self.options.show(click, reply, match_id)
            case LobbyVerb.PLAY_NOW:
                opening = open_match(self._service.store, match_id)
                match = await reply.defer_if_slow(opening, replacing=True)
                await self._actions.start_now(click, reply, match)
            case LobbyVerb.INVITE:
                await InviteActions(self._service).ask(click, reply, match_id)
            case LobbyVerb.RULES:
                match = await reply.defer_if_slow(open_match(self._service.store, match_id))
                await reply.private(rules_screen(info_of(match), reply.say))

    async def _change(self, reply: Reply, work: Awaitable[Match]) -> None:
        """Change the lobby, which is shown anew in the background."""
        await reply.defer_if_slow(work, replacing=True)
        await reply.acknowledge()

    async def pick(
        self, click: Interaction, reply: Reply, match: str, verb: str, argument: str, value: str
    ) -> None:
        match_id, user, lobbies = int(match), click.user.id, self._service.lobbies
        match verb_in(LobbyMenu, verb):
            case LobbyMenu.COMPUTER:
                level = custom_ids.without_number(value)
                adding = partial(lobbies.add_computer, match_id, user, level)
                removing = partial(lobbies.remove_computer, match_id, user)
                change: Change = removing if level == custom_ids.REMOVE else adding
            case LobbyMenu.PACE:
                change = partial(lobbies.set_pace, match_id, user, verb_in(Pace, value))
            case LobbyMenu.HINTS:
                change = partial(lobbies.set_hints, match_id, user, verb_in(HintRule, value))
            case LobbyMenu.PHRASES:
                change = partial(lobbies.set_phrases, match_id, user, allowed=_is_on(value))
            case LobbyMenu.RATED:
                change = partial(lobbies.set_rated, match_id, user, rated=_is_on(value))
            case LobbyMenu.OPTION:
                await self.options.pick(click, reply, match_id, argument, value)
                return
        await self.options.agree(click, reply, match_id, change)


def _is_on(value: str) -> bool:
    """Return whether an option is turned on; raises :class:`OldButton` for an unknown value."""
    if value not in {custom_ids.ON, custom_ids.OFF}:
        raise OldButton
    return value == custom_ids.ON


class InviteActions:
    """Lets people at a lobby call others to it."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def ask(self, click: Interaction, reply: Reply, match_id: MatchId) -> None:
        asking = self._service.invitations.seats_to_offer(match_id, click.user.id)
        most = await reply.defer_if_slow(asking)
        await reply.private(invite_screen(match_id, most, reply.say))

    async def invite(
        self, click: Interaction, reply: Reply, match: str, people: Sequence[Person]
    ) -> None:
        if not reply.may_replace or not people:
            raise OldButton
        lobby = await reply.defer_if_slow(self._service.store.match(int(match)), replacing=True)
        if lobby is None or lobby.channel_id != click.channel_id:
            raise OldButton  # whether people see that other channel is not known here
        for person in people:
            _check(click, person)
        users = [person.id for person in people]
        inviting = self._service.invitations.invite(int(match), click.user.id, users)
        new = await reply.defer_if_slow(inviting, replacing=True)
        again = [user for user in users if user not in new]
        called = [user for user in users if user in new]
        await reply.replace(invited_screen(called, again, reply.say))


def _check(click: Interaction, person: Person) -> None:
    """Raise a refusal if the person is a bot or can't see the channel with the table."""
    if person.bot:
        raise BotInvited(who=person.mention)
    channel = click.channel
    if not isinstance(person, discord.Member):
        raise InviteeCannotSeeTable(who=person.mention)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        raise OldButton
    try:
        may = channel.permissions_for(person)
    except discord.ClientException:  # a thread whose parent channel is not known
        return
    if not may.view_channel:
        raise InviteeCannotSeeTable(who=person.mention)
