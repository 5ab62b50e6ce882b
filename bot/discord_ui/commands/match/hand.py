"""``/hand``: show the person's own hand."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.commands.context import CommandClick
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.response import Reply
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["hand"])
async def hand(interaction: CommandClick) -> None:
    """``/hand``: show the person's own hand."""

    async def work(reply: Reply) -> None:
        desk = interaction.client.desk
        match_id = await reply.after(desk.match_for(interaction))
        await desk.show_hand(interaction, reply, match_id)

    await run(interaction, work)
