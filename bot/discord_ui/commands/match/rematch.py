"""``/rematch``: repeat the match that the person finished last in this channel."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.response import Reply
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["rematch"])
async def rematch(interaction: CommandInteraction) -> None:
    """``/rematch``: repeat the match that the person finished last in this channel."""

    async def work(reply: Reply) -> None:
        opener = interaction.client.actions.opener
        last = await opener.last_here(interaction, reply)
        await opener.rematch(interaction, reply, last.id)

    await run(interaction, work)
