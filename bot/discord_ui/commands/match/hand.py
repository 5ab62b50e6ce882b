"""``/hand``: show the person's own hand."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.interactions.response import Reply
from bot.present.screens.help import DESCRIPTIONS


@app_commands.command(description=DESCRIPTIONS["hand"])
async def hand(interaction: CommandInteraction) -> None:
    """``/hand``: show the person's own hand."""

    async def work(reply: Reply) -> None:
        actions = interaction.client.actions
        match_id = await reply.defer_if_slow(actions.match_for(interaction))
        await actions.hands.show(interaction, reply, match_id)

    await run(interaction, work)
