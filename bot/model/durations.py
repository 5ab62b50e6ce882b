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


class BadDurations(ValueError):
    """A list of durations is invalid; the message names the game."""


def read_durations(text: str) -> Mapping[str, Mapping[tuple[int, Length], float]]:
    """Parse the days and return them by game, number of seats and length.

    Raises :class:`BadDurations` if a key or a value is not as ``"4.short" = 2.5``.
    """
    found = {}
    for game_id, entry in tomllib.loads(text).get("game", {}).items():
        try:
            days = {_case(key): float(value) for key, value in entry.items()}
        except (TypeError, ValueError, AttributeError) as fault:
            raise BadDurations(f"durations.toml: {game_id} has a wrong key or value") from fault
        found[game_id] = days
    return found


def _case(key: str) -> tuple[int, Length]:
    seats, _, length = key.partition(".")
    return int(seats), Length(length)


DAYS = read_durations(resources.files(__package__).joinpath("durations.toml").read_text("utf-8"))


def days_among(game_id: str, seats: int, length: Length) -> float | None:
    """Return the days of a match among that many people; ``None`` if that was not measured."""
    return DAYS.get(game_id, {}).get((seats, length))
