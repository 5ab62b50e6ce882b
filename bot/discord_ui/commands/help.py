"""``/help``: how to play, the commands, and the rules of each game."""

from dataclasses import dataclass

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import Command, run
from bot.discord_ui.errors import OldButton
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import UnknownGame
from bot.games import CATALOGUE, game
from bot.present.screens.help import DESCRIPTIONS, HELP, RULES, help_screen
from bot.present.screens.rules import rules_screen


@dataclass(frozen=True, slots=True)
class Help:
    """Shows the help, and the rules of a game chosen in its menu."""

    name: str = HELP

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash command."""
        return (help_,)

    async def pressed(self, click: CommandInteraction, reply: Reply, rest: str) -> None:
        """Raise :class:`OldButton`: there are no buttons."""
        del click, reply, rest
        raise OldButton

    async def picked(self, click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
        """Show the rules of a game below the help."""
        del click
        try:
            chosen = game(value)
        except UnknownGame:
            raise OldButton from None
        if rest != RULES:
            raise OldButton
        await reply.private(rules_screen(chosen.info, reply.say))


@app_commands.command(name="help", description=DESCRIPTIONS["help"])
async def help_(interaction: CommandInteraction) -> None:
    """``/help``: show how to play, the commands and the games."""
    infos = [rules_.info for rules_ in CATALOGUE]
    client = interaction.client

    async def work(reply: Reply) -> None:
        links = await reply.defer_if_slow(client.command_links.links())
        await reply.private(help_screen(infos, reply.say, links))

    await run(interaction, work)
