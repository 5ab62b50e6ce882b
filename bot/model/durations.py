"""How many days matches take when people answer within hours.

``durations.toml`` is written by ``python -m benchmarks.days``: the median days from the deal to the
result at pace *a day*, when all seats are people and nobody plans their moves.
"""

import tomllib
from collections.abc import Mapping
from importlib import resources

from bot.engine.game_info import Length

CALLS_A_DAY = 13
"""About how often people are called in a day of such a match, all together."""


def read_durations(text: str) -> Mapping[str, Mapping[tuple[int, Length], float]]:
    """Return the days by game, number of seats and length; keys are as in ``"4.short" = 2.5``."""
    games = tomllib.loads(text).get("game", {}).items()
    return {game_id: {_case(key): each for key, each in days.items()} for game_id, days in games}


def _case(key: str) -> tuple[int, Length]:
    seats, _, length = key.partition(".")
    return int(seats), Length(length)


DAYS = read_durations(resources.files(__package__).joinpath("durations.toml").read_text("utf-8"))


def days_among(game_id: str, seats: int, length: Length) -> float | None:
    """Return the days of a match among that many people; ``None`` if that was not measured."""
    return DAYS.get(game_id, {}).get((seats, length))
