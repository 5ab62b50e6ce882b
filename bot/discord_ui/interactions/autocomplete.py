"""Options that take the name of a game: suggestions, and the game that was typed."""

from collections.abc import Sequence

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoSuchGame, OtherGameMeant
from bot.engine.errors import shortened
from bot.engine.game_info import GameInfo
from bot.games import CATALOGUE
from bot.present.i18n import Words
from bot.present.input.game_input import game_named, matching, similar
from bot.present.input.move_input import MAX_CHOICES
from bot.present.screens.help import with_players


async def suggested_games(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    say = await click.client.languages.words_for_click(click)
    return _choices([rules.info for rules in CATALOGUE], typed, say)


async def suggested_in_company(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    say = await click.client.languages.words_for_click(click)
    several = [rules.info for rules in CATALOGUE if rules.info.max_seats > 1]
    return _choices(several, typed, say)


def game_id_of(typed: str, say: Words) -> str:
    """Return the id of the game that was picked, or one of whose names was typed.

    Raises :class:`~bot.discord_ui.errors.NoSuchGame`, which names the games that may be meant.
    """
    infos = [rules.info for rules in CATALOGUE]
    if info := game_named(infos, typed, say):
        return info.id
    if guesses := similar(infos, typed, say):
        games = say.either(f"**{say(each.name)}**" for each in guesses)
        raise OtherGameMeant(text=shortened(typed), games=games, guesses=guesses)
    raise NoSuchGame(text=shortened(typed))


def _choices(infos: Sequence[GameInfo], typed: str, say: Words) -> list[app_commands.Choice[str]]:
    found = tuple(matching(infos, typed, say)) or similar(infos, typed, say)
    return [
        app_commands.Choice(name=with_players(say(info.name), info, say), value=info.id)
        for info in found
    ][:MAX_CHOICES]
