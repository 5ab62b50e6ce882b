"""Features besides playing: each keeps its commands, buttons and menus together."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.interactions.response import Reply, answered

Command = app_commands.Command[Any, ..., None]


async def run(click: Interaction, work: Callable[[Reply], Awaitable[object]]) -> None:
    """Carry out a command; show a refusal or a failure to the person who asked."""
    click.client.note_interaction(click)
    reply = Reply(click)
    await answered(click, work(reply), reply)


class Feature(Protocol):
    """Commands with the buttons and menus of their answers; all state is in ``click.client``.

    The ids of its buttons and menus are made with :func:`bot.present.custom_ids.feature`.
    """

    @property
    def name(self) -> str:
        """The name in its custom ids: lower case letters, kept for the sake of old messages."""

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash commands."""

    async def pressed(self, click: CommandInteraction, reply: Reply, rest: str) -> None:
        """Handle a button; ``rest`` may come from an older version, or be forged.

        Raises :class:`~bot.discord_ui.errors.OldButton`.
        """

    async def picked(self, click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
        """Handle a menu choice; raises :class:`~bot.discord_ui.errors.OldButton`."""
