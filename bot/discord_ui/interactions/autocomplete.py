"""Autocomplete for options that take the name of a game."""

from collections.abc import Iterable

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.engine.contract import GameInfo
from bot.games import CATALOGUE
from bot.present.i18n import Words, words
from bot.present.input.move_input import MAX_CHOICES
from bot.present.screens.help import players


async def suggested_games(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest games whose name or id contains what was typed, with their player counts."""
    return _choices([rules.info for rules in CATALOGUE], typed, words(str(click.locale)))


async def suggested_in_company(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the same, without games that are only played alone."""
    several = [rules.info for rules in CATALOGUE if rules.info.max_seats > 1]
    return _choices(several, typed, words(str(click.locale)))


def _choices(infos: Iterable[GameInfo], typed: str, say: Words) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=f"{info.name} ({players(info, say)})", value=info.id)
        for info in infos
        if typed.casefold() in f"{info.name} {info.id}".casefold()
    ][:MAX_CHOICES]
