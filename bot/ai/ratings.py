"""How strong each level is in each game, on the scale of people's ratings.

``ratings.toml`` is written by ``python -m benchmarks.ratings --write`` from matches between the
levels. In a game that it lacks, no number is shown, and matches count with the level's general
rating.
"""

import tomllib
from collections.abc import Mapping
from importlib import resources

from bot.ai.players import LEVELS
from bot.scores.rating import Rating, computer, of_computer

ROUNDED_TO = 50
"""The number shown is a multiple of this, because it is not measured more precisely."""


class BadRatings(ValueError):
    """A list of ratings is invalid; the message names the game."""


def read_ratings(text: str) -> Mapping[str, Mapping[str, int]]:
    """Parse the ratings and return them by game and level, as numbers that people see.

    Raises :class:`BadRatings` if a game lacks a level or has a rating that is no whole number.
    """
    found = {}
    for game_id, entry in tomllib.loads(text).items():
        ratings = {level: entry.get(level) for level in LEVELS}
        if not all(isinstance(rating, int) for rating in ratings.values()):
            raise BadRatings(f"ratings.toml: {game_id} needs a whole number for each level")
        found[game_id] = ratings
    return found


RATINGS = read_ratings(resources.files(__package__).joinpath("ratings.toml").read_text("utf-8"))
"""The measured ratings by game and level, as numbers that people see."""


def rating_of(game_id: str, level: str) -> Rating:
    shown = RATINGS.get(game_id, {}).get(level)
    return computer(level) if shown is None else of_computer(shown)


def about(game_id: str) -> Mapping[str, int]:
    """Return the rounded rating of each level in a game; empty if it was not measured there."""
    return {level: rounded(shown) for level, shown in RATINGS.get(game_id, {}).items()}


def rounded(shown: int) -> int:
    return ROUNDED_TO * round(shown / ROUNDED_TO)
