"""The sentence that sends people elsewhere for a table, where the bot is a guest."""

from bot.discord_ui.base_client import Interaction
from bot.present.i18n import Words
from bot.present.screens.guest import no_table


def no_table_here(click: Interaction, say: Words) -> str:
    """Say that there can be no table here, and where there can."""
    client = click.client
    bot_id = client.user.id if client.user else click.application_id
    return no_table(client.invite, bot_id, say)
