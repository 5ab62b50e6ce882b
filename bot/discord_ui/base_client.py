"""The running bot, as far as its handlers and its publisher know it."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import discord
from cachetools import FIFOCache

from bot.discord_ui.appearance import LanguageChooser, ThemeChooser
from bot.discord_ui.errors import AlreadyShown
from bot.discord_ui.names import Names
from bot.model.shards import Shards
from bot.service.game_service import GameService
from bot.service.metrics import Metrics

MAX_SHARED = 10_000
"""The most messages of which it is remembered that what they offered was shared."""


class Sharing:
    """Shares something once for each message that offers it; after a restart, its button is off."""

    def __init__(self) -> None:
        self._shared: FIFOCache[int, None] = FIFOCache(MAX_SHARED)

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._shared

    @contextmanager
    def once(self, message_id: int) -> Iterator[None]:
        """Share it within the block; if that fails, it may be tried again.

        Raises :class:`~bot.discord_ui.errors.AlreadyShown`.
        """
        if message_id in self._shared:
            raise AlreadyShown
        self._shared[message_id] = None
        try:
            yield
        except BaseException:
            self._shared.pop(message_id, None)
            raise


class BaseClient(discord.AutoShardedClient):
    """The client with everything that is shared; :mod:`bot.discord_ui.client` sets it up."""

    service: GameService
    metrics: Metrics
    held_shards: Shards
    """The shards whose servers this process knows."""
    languages: LanguageChooser
    themes: ThemeChooser
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

    @property
    def invite(self) -> str:
        """The link that adds the bot to a server."""
        raise NotImplementedError

    @property
    def account_link(self) -> str:
        """The link with which people add the bot to their own account; empty if they can't."""
        raise NotImplementedError

    def sync_guilds(self) -> None:
        raise NotImplementedError


Interaction = discord.Interaction[BaseClient]
