"""The running bot, as far as its handlers and its publisher know it."""

from collections import deque

import discord

from bot.discord_ui.languages import LanguageChooser
from bot.discord_ui.names import Names
from bot.discord_ui.sharing import Sharing
from bot.discord_ui.themes import ThemeChooser
from bot.model.shards import Shards
from bot.service.game_service import GameService
from bot.service.metrics import Metrics


class BaseClient(discord.AutoShardedClient):
    """The client with everything that is shared; :mod:`bot.discord_ui.client` sets it up."""

    service: GameService
    metrics: Metrics
    """Counts clicks and sent messages."""
    held_shards: Shards
    """The shards whose servers this process knows."""
    languages: LanguageChooser
    """Chooses the language of each text."""
    themes: ThemeChooser
    """Chooses the theme of each picture."""
    sharing: Sharing
    names: Names
    """Knows what people are called, for buttons and pictures."""
    withdrawn: deque[int]
    """The private messages that were taken away lately; somebody may still click them."""
    docs_url: str | None
    """The address of the documentation, without a slash at the end."""

    def note_interaction(self, interaction: "Interaction") -> None:
        """Count an interaction and use what it tells: the person's language, permissions, open DMs.

        Call it in the task that will answer: the client waits for that task before it closes.
        """
        raise NotImplementedError

    def sync_guilds(self) -> None:
        """Let the service check which servers the bot is in."""
        raise NotImplementedError


Interaction = discord.Interaction[BaseClient]
