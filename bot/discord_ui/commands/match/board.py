"""``/board``: post the table again as the newest message."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.response import Reply
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["board"])
async def board(interaction: CommandInteraction) -> None:
    """``/board``: post the table again as the newest message."""

    async def work(reply: Reply) -> None:
        match = await reply.defer_if_slow(
            interaction.client.service.matches.here(interaction.channel_id or 0)
        )
        await interaction.client.actions.show_again(interaction, reply, match.id)

    await run(interaction, work)
