"""``/help``: show the commands and the games."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.games import CATALOGUE
from bot.present.screens.help import DESCRIPTIONS, help_screen


@app_commands.command(name="help", description=DESCRIPTIONS["help"])
async def help_(interaction: CommandInteraction) -> None:
    """``/help``: show the commands and the games."""
    infos = [rules_.info for rules_ in CATALOGUE]
    docs = interaction.client.docs_url
    await run(interaction, lambda reply: reply.private(help_screen(infos, reply.say, docs)))
