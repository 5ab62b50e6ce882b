"""The Discord client: it connects the gateway, the commands and the service."""

import asyncio
import logging
from collections import deque
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.appearance import LanguageChooser, ThemeChooser
from bot.discord_ui.base_client import Interaction, Sharing
from bot.discord_ui.commands.analysis import ANALYSIS_FEATURE
from bot.discord_ui.commands.daily import DAILY_FEATURE
from bot.discord_ui.commands.feature import Command, CommandClient
from bot.discord_ui.commands.games import HISTORY_FEATURE, games
from bot.discord_ui.commands.help import HELP_FEATURE, RULES_FEATURE
from bot.discord_ui.commands.leaderboard import LEADERBOARD_FEATURE
from bot.discord_ui.commands.learn import LEARN_FEATURE
from bot.discord_ui.commands.playing import PLAY_FEATURE, board, hand, leave, move, rematch
from bot.discord_ui.commands.privacy import PRIVACY_FEATURE
from bot.discord_ui.commands.profile import PROFILE_FEATURE
from bot.discord_ui.commands.puzzle import PUZZLE_FEATURE
from bot.discord_ui.commands.replay import REPLAY_FEATURE
from bot.discord_ui.commands.settings import SETTINGS_FEATURE, preferences
from bot.discord_ui.commands.share import SHARE_FEATURE
from bot.discord_ui.commands.verify import VERIFY_FEATURE
from bot.discord_ui.components import ITEMS
from bot.discord_ui.errors import NotInServer
from bot.discord_ui.guild_events import GuildEvents
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.installs import is_guest
from bot.discord_ui.interactions.command_tree import CommandLinks, CommandTree
from bot.discord_ui.interactions.translator import Translator
from bot.discord_ui.names import Names
from bot.discord_ui.publishing.permissions import account_link, server_link
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.discord_ui.router import InteractionRouter, typed_into
from bot.discord_ui.sharded_client import ShardedClient
from bot.present.i18n import load_languages
from bot.service.delays import NO_DELAYS, Delays
from bot.service.game_service import GameService
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.ports.clock import Clock
from bot.service.ports.cluster import Cluster
from bot.service.ports.thinking import Thinking

log = logging.getLogger(__name__)

FEATURES = (
    PLAY_FEATURE,
    DAILY_FEATURE,
    PUZZLE_FEATURE,
    LEARN_FEATURE,
    LEADERBOARD_FEATURE,
    PROFILE_FEATURE,
    HISTORY_FEATURE,
    REPLAY_FEATURE,
    ANALYSIS_FEATURE,
    SHARE_FEATURE,
    VERIFY_FEATURE,
    PRIVACY_FEATURE,
    SETTINGS_FEATURE,
    HELP_FEATURE,
    RULES_FEATURE,
)
"""The features whose buttons and menus the router hands on."""
COMMANDS: tuple[Command, ...] = (
    hand,
    board,
    move,
    leave,
    rematch,
    games,
    preferences,
    *(each.command for each in FEATURES if each.command is not None),
)
MOST_WITHDRAWN = 1000
"""The number of private messages that were taken away and are still known."""
CLOSE_GRACE = 2.0
"""Seconds for running work to finish on shutdown; the next start posts what is left."""


class BoneyardClient(ShardedClient, GuildEvents, CommandClient):
    """Connects the service to Discord. Each run of the program makes one."""

    router: InteractionRouter

    def __init__(
        self,
        cluster: Cluster,
        *,
        clock: Clock | None = None,
        command_guild: int | None = None,
        docs_url: str | None = None,
        metrics: Metrics | None = None,
        thinking: Thinking | None = None,
        delays: Delays = NO_DELAYS,
    ) -> None:
        """Set up the client.

        With ``command_guild``, commands appear in that server only, but at once. ``docs_url`` is
        the address of the documentation, without a slash at the end.
        """
        super().__init__(
            cluster,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        # Offered in servers with the bot and in DMs with it; see also `everywhere` in feature.py.
        self.tree = CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.sharing = Sharing()
        self.names = Names(self)
        self.docs_url = docs_url
        self.metrics = metrics or NO_METRICS
        self._thinking, self._delays = thinking, delays
        self._clock = clock
        self._command_guild = discord.Object(command_guild) if command_guild else None
        self.command_links = CommandLinks(self.tree, self._command_guild)
        self._publisher: ChannelPublisher | None = None
        self._answering: set[asyncio.Task[Any]] = set()
        self.withdrawn = deque(maxlen=MOST_WITHDRAWN)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Set up the store, the service and the commands before the gateway connects."""
        await asyncio.to_thread(load_languages)
        await self.tree.set_translator(Translator())
        store = await self._cluster.open_store()
        try:
            await self.claim_shards()
        except BaseException:
            await store.dispose()
            raise
        publisher = self.publisher = self._publisher = ChannelPublisher(self, store)
        self.channel_access = publisher.channel_access
        self.service = GameService(
            *(store, publisher, self._clock),
            metrics=self.metrics,
            thinking=self._thinking,
            delays=self._delays,
        )
        self.service.take_shards(self.held_shards)
        preferences, servers = self.service.preferences, self.service.servers
        self.languages = LanguageChooser(self, preferences, servers)
        self.themes = ThemeChooser(preferences, servers)
        self.actions = MatchActions(self.service, publisher)
        self.own = OwnPreferences(self.service)
        self.router = InteractionRouter(
            self.actions, self.service, publisher.options, self.own, FEATURES
        )
        self.add_dynamic_items(*ITEMS)
        await self._register()

    async def on_ready(self) -> None:
        """Check which servers the bot is in and resume the service, which posts pending updates."""
        log.info(
            "ready as %s, shards %s of %s, servers: %s, invite: %s",
            *(self.user, self.held_shards, self.held_shards.count, len(self.guilds), self.invite),
        )
        if self.account_link:
            log.info("for people's own accounts: %s", self.account_link)
        self.sync_guilds()
        self.continue_on_all()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a submitted form; discord.py handles everything else."""
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            await self.router.submitted(interaction, data["custom_id"], typed_into(interaction))

    @property
    def invite(self) -> str:
        """The link that adds the bot to a server; raises ``RuntimeError`` before the login."""
        if self.application_id is None:
            raise RuntimeError("the bot has not logged in")
        return server_link(self.application_id)

    @property
    def account_link(self) -> str:
        """The link with which people add the bot to their own account; empty if they can't."""
        app = self.application
        return "" if app is None or app.user_integration_config is None else account_link(app.id)

    def note_interaction(self, interaction: Interaction) -> None:
        """Count an interaction and use what it tells: language, permissions, open DMs, a name.

        Call it in the task that will answer: :meth:`close` waits for that task.
        """
        self.metrics.clicked()
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        user = interaction.user.id
        self.languages.note_locale(user, str(interaction.locale))
        if is_guest(interaction):
            return
        for match_id in self.channel_access.may_go_on(interaction):
            self.service.attend(match_id)
        if interaction.guild_id is None and self._publisher is not None:
            self._publisher.direct_messages.note_reachable(user)
        self.names.note(interaction.guild_id, interaction.user)

    async def close(self) -> None:
        """Finish running work within :data:`CLOSE_GRACE`, disconnect, and close the store."""
        if self.is_closed():
            return
        if self._publisher is not None:
            self.forget_outages([*self._outages])
            try:
                async with asyncio.timeout(CLOSE_GRACE):
                    await self.service.analyses.cancel()  # answers wait for them
                    await self._finish_answers()
                    await self.service.close()
                    await self._publisher.background.close()
                    await self._finish_answers()  # to clicks that came in meanwhile
            except TimeoutError:
                log.warning("Discord does not answer; pending updates are posted at the next start")
                await self._cancel_answers()
                await self.service.cancel()
                await self._publisher.background.cancel()
        await self.close_shards()
        if self._publisher is not None:
            await self.service.store.dispose()

    async def _finish_answers(self) -> None:
        while self._answering:
            await asyncio.wait(self._answering)

    async def _cancel_answers(self) -> None:
        """Cancel answers that are under way; what they have committed is shown after a start."""
        for task in self._answering:
            task.cancel()
        if self._answering:
            await asyncio.wait(self._answering, timeout=CLOSE_GRACE)

    async def _register(self) -> None:
        """Register the commands; of several processes, one does."""
        if not self.held_shards.has_guild(None):
            return
        guild = self._command_guild
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        try:
            self.command_links.note(await self.tree.sync(guild=guild))
        except discord.Forbidden as error:
            if guild is None:
                raise
            raise NotInServer(
                f"COMMAND_GUILD names server {guild.id}, which the bot is not in."
            ) from error
