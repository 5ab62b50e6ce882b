"""The options of a lobby: the message with their menus, how it closes, the form for numbers."""

from collections.abc import Awaitable, Callable
from functools import partial

from discord import ui

from bot.discord_ui.adapters import lobby_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NotANumber, NumberOutOfRange, OldButton, TooSlow
from bot.discord_ui.interactions.response import Reply, is_private
from bot.discord_ui.publishing.open_options import OpenOptions
from bot.engine.errors import BadOption, Refusal, shortened
from bot.engine.options import Option
from bot.model.errors import AlreadyStarted, NoSuchMatch, NotHost, NotSeated, TableClosed
from bot.model.match import Match
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import note
from bot.present.screens.match.lobby_options import allowed_numbers, options_screen
from bot.service.game_service import GameService

MAX_DIGITS = 9
"""The most characters that Discord lets people type for a number."""
ENDED = (AlreadyStarted, TableClosed, NoSuchMatch)
"""Refusals after which the options cannot change any more."""

Change = Callable[[], Awaitable[Match]]


class LobbyOptions:
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
