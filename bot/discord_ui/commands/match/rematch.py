"""``/rematch``: repeat the match that the person finished last in this channel."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.commands.context import CommandClick
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.response import Reply
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["rematch"])
async def rematch(interaction: CommandClick) -> None:
    """``/rematch``: repeat the match that the person finished last in this channel."""

    async def work(reply: Reply) -> None:
        reception = interaction.client.desk.reception
        last = await reception.last_here(interaction, reply)
        await reception.rematch(interaction, reply, last.id)

    await run(interaction, work)
