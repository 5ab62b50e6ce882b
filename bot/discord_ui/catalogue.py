"""The catalogue, suggested to whoever types the name of a game."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.discord_ui.reply import Click
from bot.engine.contract import GameInfo
from bot.games import CATALOGUE
from bot.present.cards import players

MAX_CHOICES = 25


async def suggested_games(click: Click, typed: str) -> list[app_commands.Choice[str]]:
    """Games with player counts, whose name or id has what was typed."""
    del click
    return _choices([rules.info for rules in CATALOGUE], typed)


async def suggested_in_company(click: Click, typed: str) -> list[app_commands.Choice[str]]:
    """The same, without what is played alone only."""
    del click
    return _choices([rules.info for rules in CATALOGUE if rules.info.max_seats > 1], typed)


def _choices(infos: Iterable[GameInfo], typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=f"{info.name} ({players(info)})", value=info.id)
        for info in infos
        if typed.casefold() in f"{info.name} {info.id}".casefold()
    ][:MAX_CHOICES]
