"""``/play``: open a table, or choose a game for it first."""

import re
from dataclasses import dataclass

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import Command, run
from bot.discord_ui.errors import OldButton, OtherGameMeant
from bot.discord_ui.interactions.autocomplete import game_id_of, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.games import CATALOGUE
from bot.present.screens.choose_game import CHOOSE, chooser_screen, guesses_screen, pages
from bot.present.screens.help import DESCRIPTIONS

_PAGE = re.compile(r"(\d{1,3})[a-z]?")
_GAMES = tuple(rules.info for rules in CATALOGUE)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Opens a table of a game that is named, or chosen from a list that one person sees."""

    name: str = CHOOSE

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash command."""
        return (play,)

    async def pressed(self, click: CommandInteraction, reply: Reply, rest: str) -> None:
        """Show another page of the list, or open a table of the game that was meant."""
        if rest in {info.id for info in _GAMES}:
            await click.client.actions.opener.open_chosen(click, reply, rest)
            return
        found = _PAGE.fullmatch(rest)
        if found is None or int(found[1]) >= pages(_GAMES):
            raise OldButton
        await reply.replace(chooser_screen(_GAMES, int(found[1]), reply.say))

    async def picked(self, click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
        """Open a table of the game that was chosen."""
        if rest:
            raise OldButton
        await click.client.actions.opener.open_chosen(click, reply, value)


@app_commands.command(description=DESCRIPTIONS["play"])
@app_commands.rename(game=NC_("option", "game"))
@app_commands.describe(game=N_("Which game (leave it out to see them all)"))
@app_commands.autocomplete(game=suggested_games)
async def play(interaction: CommandInteraction, game: str | None = None) -> None:
    """``/play``: open a table, or show the games."""
    opener = interaction.client.actions.opener

    async def work(reply: Reply) -> None:
        if game is None:
            await reply.private(chooser_screen(_GAMES, 0, reply.say))
        else:
            try:
                game_id = game_id_of(game, reply.say)
            except OtherGameMeant as meant:
                told = reply.say.refusal(meant)
                await reply.private(guesses_screen(told, meant.guesses, reply.say))
                return
            await opener.open(interaction, reply, game_id)

    await run(interaction, work)
