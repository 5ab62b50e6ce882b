"""The tree of slash commands: answers for those that cannot start, and links to each."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import discord
from discord import app_commands

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.errors import ChangedCommand, UnreadableOption
from bot.discord_ui.faults import FAULTS, is_expired
from bot.discord_ui.interactions.response import Reply, answer
from bot.engine.errors import BadOption, Refusal, shortened
from bot.present.i18n import Words

log = logging.getLogger(__name__)

_Command = app_commands.Command[Any, ..., Any]
_Option = Mapping[str, Any]
"""An option as Discord sends it: its name, type and value."""


class CommandTree(app_commands.CommandTree["BaseClient"]):
    """Answers errors raised before a command starts; started commands answer their own."""

    def __init__(
        self,
        client: BaseClient,
        *,
        allowed_contexts: app_commands.AppCommandContext,
        allowed_installs: app_commands.AppInstallationType,
    ) -> None:
        super().__init__(
            client, allowed_contexts=allowed_contexts, allowed_installs=allowed_installs
        )
        logging.getLogger("discord.app_commands.tree").addFilter(_SHORTENING)

    async def interaction_check(self, interaction: discord.Interaction[BaseClient], /) -> bool:
        """Refuse a command with an option that Discord's own apps don't send.

        discord.py passes on any type and any value. A request for suggestions is just ignored.
        """
        command, data = interaction.command, cast("Mapping[str, Any]", interaction.data)
        options = {each["name"]: each for each in data.get("options", ())}
        is_typing = interaction.type is discord.InteractionType.autocomplete
        if not isinstance(command, app_commands.Command):
            return not is_typing  # discord.py raises what is wrong with it
        if is_typing:
            return _can_suggest(command, options)
        wrong = _wrong_option(command, options)
        if wrong is not None:
            await _refuse(interaction, "an option has a wrong value", wrong)
        return wrong is None

    async def on_error(
        self, interaction: discord.Interaction[BaseClient], error: app_commands.AppCommandError, /
    ) -> None:
        refusal = _refusal(error)
        if refusal is None:
            await super().on_error(interaction, error)
        else:
            await _refuse(interaction, type(error).__name__, lambda _: refusal)


async def _refuse(
    interaction: discord.Interaction[BaseClient], why: str, refusal: Callable[[Words], Refusal]
) -> None:
    command = None if interaction.command is None else interaction.command.qualified_name
    log.info("cannot start command %s: %s", command, why)

    async def refused(reply: Reply) -> None:
        raise refusal(reply.say)

    await answer(interaction, refused)


def _refusal(error: app_commands.AppCommandError) -> Refusal | None:
    match error:
        case app_commands.TransformerError():
            return UnreadableOption()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return ChangedCommand()
        case _:
            return None


def _wrong_option(
    command: _Command, options: Mapping[str, _Option]
) -> Callable[[Words], Refusal] | None:
    """Return what to say about the first option with a wrong value; ``None`` if all are right."""
    for parameter in command.parameters:
        option = options.get(parameter.display_name)
        if option is None:
            continue  # discord.py knows whether it may be left out
        if not _is_readable(parameter, option):
            return lambda _: UnreadableOption()
        allowed = [choice.value for choice in parameter.choices]
        if allowed and option["value"] not in allowed:
            return partial(_not_a_choice, parameter, option["value"])
    return None


def _is_readable(parameter: app_commands.Parameter, option: _Option) -> bool:
    """Return whether an option has its parameter's type: all are texts, or ids in digits."""
    value = option.get("value")
    if option.get("type") != parameter.type.value or not isinstance(value, str):
        return False
    return parameter.type is discord.AppCommandOptionType.string or value.isdecimal()


def _not_a_choice(parameter: app_commands.Parameter, value: str, say: Words) -> Refusal:
    return BadOption(
        option=say.in_context("option", parameter.display_name),
        value=shortened(value),
        allowed=say.either(say(choice.name) for choice in parameter.choices),
    )


def _can_suggest(command: _Command, options: Mapping[str, _Option]) -> bool:
    typed = next((name for name, option in options.items() if option.get("focused")), None)
    return any(
        each.display_name == typed and each.autocomplete and _is_readable(each, options[typed])
        for each in command.parameters
    )


class _Shortening(logging.Filter):
    """Reduces failed requests of discord.py's own tree to one log line without traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; always return true, so it is written."""
        error = record.exc_info[1] if record.exc_info else None
        while isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        if isinstance(error, FAULTS):
            expired = "Discord no longer waits for %s: %s"
            record.msg = expired if is_expired(error) else "Discord rejected %s: %s"
            record.args = ("suggestions or a command", str(error))
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


_SHORTENING = _Shortening()


class CommandLinks:
    """The link to each command, by its name; links contain the ids that Discord gives commands."""

    def __init__(
        self, tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
    ) -> None:
        """Take the commands, and the server that they are registered in, if not everywhere."""
        self._tree = tree
        self._guild = guild
        self._known: Mapping[str, str] | None = None
        self._lock = asyncio.Lock()

    def note(self, registered: Sequence[app_commands.AppCommand]) -> None:
        self._known = {each.name: each.mention for each in registered}

    async def links(self, *, everywhere: bool = False) -> Mapping[str, str]:
        """Return the links, or only those of commands that work everywhere.

        Return none if Discord cannot be asked.

        Of several processes only one registers the commands. The others fetch them once.
        """
        async with self._lock:
            if self._known is None:
                try:
                    self.note(await self._tree.fetch_commands(guild=self._guild))
                except FAULTS as error:
                    log.info("cannot fetch the commands: %s", error)
        known = self._known or {}
        return {each: known[each] for each in known if not everywhere or self._is_everywhere(each)}

    def _is_everywhere(self, name: str) -> bool:
        # Asked of the tree: discord.py reads the installs that Discord answers with wrongly.
        command = self._tree.get_command(name)
        installs = getattr(command, "allowed_installs", None)
        return installs is not None and installs.user
