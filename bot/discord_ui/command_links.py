"""Links to the slash commands: pressing one in a message puts the command into the text field."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.faults import FAULTS

log = logging.getLogger(__name__)


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
        """Learn the ids from what Discord has registered."""
        self._known = {each.name: each.mention for each in registered}

    async def links(self) -> Mapping[str, str]:
        """Return the links; empty if Discord cannot be asked.

        Of several processes only one registers the commands. The others fetch them once.
        """
        async with self._lock:
            if self._known is None:
                try:
                    self.note(await self._tree.fetch_commands(guild=self._guild))
                except FAULTS as error:
                    log.info("cannot fetch the commands: %s", error)
            return self._known or {}
