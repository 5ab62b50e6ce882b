"""What can be done besides playing: each feature has its commands, buttons and menus together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from discord import app_commands

from bot.discord_ui.reply import Click, Reply, answered

Command = app_commands.Command[Any, ..., None]


async def run(click: Click, work: Callable[[Reply], Awaitable[object]]) -> None:
    """Carry out a command; whatever it refuses or fails at is told to the person who asked."""
    click.client.met(click)
    reply = Reply(click)
    await answered(click, work(reply), reply)


class Feature(Protocol):
    """Commands, and what their answers offer. Features keep nothing: all is in ``click.client``.

    The ids of its buttons and menus are made with :func:`bot.present.ids.feature`.
    """

    @property
    def name(self) -> str:
        """Lower case letters; stands in ids that are as old as the messages with them."""

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash commands."""

    async def pressed(self, click: Click, reply: Reply, rest: str) -> None:
        """A button; ``rest`` may be from an older version, or made up.

        Raises :class:`~bot.discord_ui.errors.OldButton`.
        """

    async def picked(self, click: Click, reply: Reply, rest: str, value: str) -> None:
        """A menu's entry; raises :class:`~bot.discord_ui.errors.OldButton`."""
