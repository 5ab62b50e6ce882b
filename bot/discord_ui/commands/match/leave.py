"""``/leave``: leave a lobby, or ask whether to leave a running match."""

from discord import app_commands

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.handlers.private_hands import seat_view
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.links import link_to
from bot.model.match import Stage
from bot.present.screen import note
from bot.present.screens.help import DESCRIPTIONS
from bot.present.screens.match.table import leave_screen


@app_commands.command(description=DESCRIPTIONS["leave"])
async def leave(interaction: CommandInteraction) -> None:
    """``/leave``: leave a lobby, or ask whether to leave a running match."""

    async def work(reply: Reply) -> None:
        client = interaction.client
        match_id = await reply.defer_if_slow(client.actions.match_for(interaction))
        view = await reply.defer_if_slow(
            client.service.matches.view_for(match_id, interaction.user.id)
        )
        if view.match.stage is Stage.LOBBY:
            await reply.defer_if_slow(client.service.lobbies.leave(match_id, interaction.user.id))
            await reply.private(note(reply.say("You've left the table.")))
        else:
            seat_view(view)
            here = view.match.channel_id == interaction.channel_id
            where = await reply.defer_if_slow(link_to(client.service.store, view.match))
            elsewhere = "" if here else where
            table_info, user = table_info_of(view.match), interaction.user.id
            counting = client.service.matches.leaving_counts(match_id, user)
            counts = await reply.defer_if_slow(counting)
            screen = leave_screen(table_info, user, reply.say, elsewhere, counts=counts)
            await reply.private(screen)

    await run(interaction, work)
