"""``/rules``: show the rules of one game, chapter by chapter."""

from dataclasses import dataclass

from discord import app_commands

from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import Command, run
from bot.discord_ui.commands.finished_matches import turns_pages
from bot.discord_ui.errors import OldButton, WhichGame
from bot.discord_ui.interactions.autocomplete import game_id_of, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import UnknownGame
from bot.engine.translatable import N_, NC_
from bot.games import game
from bot.present.screens.help import DESCRIPTIONS
from bot.present.screens.rules import RULES, rules_screen


@dataclass(frozen=True, slots=True)
class RulesCommand:
    """Shows the rules of a game, and their chapters chosen in its menu."""

    name: str = RULES

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash command."""
        return (rules,)

    async def pressed(self, click: CommandInteraction, reply: Reply, rest: str) -> None:
        """Raise :class:`OldButton`: there are no buttons."""
        del click, reply, rest
        raise OldButton

    async def picked(self, click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
        """Show another chapter in place of the one shown."""
        try:
            screen = rules_screen(game(rest).info, reply.say, value)
        except (UnknownGame, KeyError):
            raise OldButton from None
        reply.may_replace = turns_pages(click)
        await reply.replace(screen)


@app_commands.command(description=DESCRIPTIONS["rules"])
@app_commands.describe(typed_game=N_("Game (default: the one in this channel)"))
@app_commands.rename(typed_game=NC_("option", "game"))
@app_commands.autocomplete(typed_game=suggested_games)
async def rules(interaction: CommandInteraction, typed_game: str | None = None) -> None:
    """``/rules``: show the rules of one game."""

    async def work(reply: Reply) -> None:
        here = await reply.defer_if_slow(
            interaction.client.service.store.open_in(interaction.channel_id or 0)
        )
        if typed_game is not None:
            chosen = game_id_of(typed_game, reply.say)
        elif here is not None:
            chosen = here.game
        else:
            raise WhichGame(option=reply.say.in_context("option", "game"))
        await reply.private(rules_screen(game(chosen).info, reply.say))

    await run(interaction, work)
