"""Slash commands, and features: commands with the buttons and menus of their answers."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.errors import OldButton
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.interactions.command_tree import CommandLinks
from bot.discord_ui.interactions.response import Reply, answer
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.present.screens.help import DESCRIPTIONS


class CommandClient(BaseClient):
    """The client with the handlers that commands call."""

    actions: MatchActions
    own: OwnPreferences
    publisher: ChannelPublisher
    command_links: CommandLinks


CommandInteraction = discord.Interaction[CommandClient]
Command = app_commands.Command[Any, ..., None]


def slash_command(work: Callable[..., Awaitable[None]]) -> Command:
    """Make a command of ``work``, with its name, its options and the description in ``/help``.

    ``work`` gets the interaction, the reply and the options. If it raises, the person is told.
    """

    @wraps(work)
    async def callback(click: CommandInteraction, /, **options: Any) -> None:  # noqa: ANN401
        await answer(click, lambda reply: work(click, reply, **options))

    signature = inspect.signature(work)
    options = [each for name, each in signature.parameters.items() if name != "reply"]
    command: Any = callback
    command.__signature__ = signature.replace(parameters=options)
    name = work.__name__.rstrip("_")
    made: Command = app_commands.command(name=name, description=DESCRIPTIONS[name])(command)
    return made


def everywhere(command: Command) -> Command:
    """Also offer a command to people who have added the bot to their account, wherever they are.

    Its answers must be private and need nothing but the interaction (see
    :mod:`bot.discord_ui.installs`).
    """
    installs = app_commands.allowed_installs(guilds=True, users=True)
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return installs(contexts(command))


async def _refuse(*_: object) -> None:
    raise OldButton


@dataclass(frozen=True, slots=True)
class Feature:
    """Commands with the buttons and menus of their answers; all state is in ``click.client``.

    The ids of its buttons and menus are made with :func:`bot.present.custom_ids.feature`. What they
    carry may come from an older version, or be forged: then handlers raise ``OldButton``.
    """

    name: str
    """The name in its custom ids: lower case letters, kept for the sake of old messages."""
    command: Command | None = None
    pressed: Callable[[CommandInteraction, Reply, str], Awaitable[None]] = _refuse
    """Handles a button, given the rest of its id."""
    picked: Callable[[CommandInteraction, Reply, str, str], Awaitable[None]] = _refuse
    """Handles a menu, given the rest of its id and the value that was chosen."""
