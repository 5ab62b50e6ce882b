"""``/play``: open a table."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.autocomplete import game_id_of, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["play"])
@app_commands.rename(game=NC_("option", "game"))
@app_commands.describe(game=N_("Which game"))
@app_commands.autocomplete(game=suggested_games)
async def play(interaction: CommandInteraction, game: str) -> None:
    """``/play``: open a table."""
    opener = interaction.client.actions.opener

    async def work(reply: Reply) -> None:
        await opener.open(interaction, reply, game_id_of(game, reply.say))

    await run(interaction, work)
