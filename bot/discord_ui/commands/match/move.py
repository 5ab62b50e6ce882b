"""``/move``: make a typed move."""

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import run
from bot.discord_ui.handlers.private_hands import seat_to_play
from bot.engine.errors import Refusal
from bot.engine.translatable import N_, NC_
from bot.present.input.move_input import suggestions
from bot.present.screens.help import DESCRIPTIONS
from bot.service.ports.faults import StoreFault

Choice = app_commands.Choice[str]


async def _moves(click: CommandInteraction, typed: str) -> list[Choice]:
    """Suggest the legal moves of the person who types; nobody else sees them."""
    client = click.client
    try:
        match_id = await client.actions.match_for(click)
        view = await client.service.matches.view_for(match_id, click.user.id)
        seen = seat_to_play(view)
    except (Refusal, StoreFault):
        return []
    say = await client.languages.words_for_click(click)
    found = suggestions(typed, seen, client.actions.hands.table_info(view.match), say)
    return [app_commands.Choice(name=label, value=code) for label, code in found]


@app_commands.command(description=DESCRIPTIONS["move"])
@app_commands.describe(code=N_("Your move: type a few characters, then pick one"))
@app_commands.rename(code=NC_("option", "move"))
@app_commands.autocomplete(code=_moves)
async def move(interaction: CommandInteraction, code: str) -> None:
    """``/move``: make a typed move."""
    await run(
        interaction, lambda reply: interaction.client.actions.typed_move(interaction, reply, code)
    )
