"""Options that take the name of a game: suggestions, and the game that was typed."""

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoSuchGame, OtherGameMeant, SeveralGamesMeant
from bot.engine.errors import shortened
from bot.engine.game_info import GameInfo
from bot.games.names import NAMED
from bot.model.puzzles.collection import shipped
from bot.present.i18n import Words
from bot.present.input.folding import folded
from bot.present.input.game_input import games_named, matching, similar
from bot.present.input.move_input import MAX_CHOICES
from bot.present.screens.help import with_game, with_players
from bot.present.text.at_home import at_home_first, games_to_choose


async def suggested_games(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    say = await click.client.languages.words_for_click(click)
    return _choices(NAMED, typed, say)


async def suggested_in_company(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    say = await click.client.languages.words_for_click(click)
    return _choices([info for info in NAMED if info.max_seats > 1], typed, say)


async def suggested_with_puzzles(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    say = await click.client.languages.words_for_click(click)
    games = (await asyncio.to_thread(shipped)).games
    return _choices([info for info in NAMED if info.id in games], typed, say)


def game_meant(typed: str, say: Words) -> GameInfo:
    """Return the game that was picked, or one of whose names was typed, perhaps as a preset.

    Raises :class:`~bot.discord_ui.errors.NoSuchGame`, which names the games that may be meant.
    """
    found = games_named(NAMED, typed, say)
    if len(found) == 1:
        return found[0]
    guesses = found or similar(NAMED, typed, say)
    if not guesses:
        raise NoSuchGame(text=shortened(typed))
    games = say.either(f"**{with_game(each, say)}**" for each in guesses)
    refusal = SeveralGamesMeant if found else OtherGameMeant
    raise refusal(text=shortened(typed), games=games, guesses=guesses)


def _choices(named: Sequence[GameInfo], typed: str, say: Words) -> list[app_commands.Choice[str]]:
    """Offer games and presets with the text in their names; as long as there is none, games."""
    found = games_to_choose(named, say)
    if folded(typed):
        in_order = at_home_first(named, say)
        found = tuple(matching(in_order, typed, say)) or similar(in_order, typed, say)
    return [
        app_commands.Choice(name=with_players(with_game(info, say), info, say), value=info.key)
        for info in found
    ][:MAX_CHOICES]
