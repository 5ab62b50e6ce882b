"""The tree of slash commands, with answers for those that discord.py cannot start."""

import logging

import discord
from discord import app_commands

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.errors import ChangedCommand, UnreadableOption
from bot.discord_ui.faults import FAULTS, is_expired
from bot.discord_ui.interactions.response import Reply, answered
from bot.engine.errors import Refusal

log = logging.getLogger(__name__)


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

    async def on_error(
        self, interaction: discord.Interaction[BaseClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person what is wrong with their command, and write one log line."""
        refusal = _refusal(error)
        if refusal is None:
            await super().on_error(interaction, error)
            return
        command = None if interaction.command is None else interaction.command.qualified_name
        log.info("cannot start command %s: %s", command, type(error).__name__)
        interaction.client.note_interaction(interaction)
        await answered(interaction, _refused(refusal), Reply(interaction))


async def _refused(refusal: Refusal) -> None:
    raise refusal


def _refusal(error: app_commands.AppCommandError) -> Refusal | None:
    match error:
        case app_commands.TransformerError():
            return UnreadableOption()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return ChangedCommand()
        case _:
            return None


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
