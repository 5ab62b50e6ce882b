"""``/preferences``: show the person's own settings."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["preferences"])
async def preferences(interaction: CommandInteraction) -> None:
    """``/preferences``: show the person's own settings."""
    own = interaction.client.own
    await run(interaction, lambda reply: own.show(interaction, reply))
