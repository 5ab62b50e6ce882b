"""A computer's decision as one call, which another process can carry out."""

import random

from bot.ai.players import player
from bot.engine.contract import Observation
from bot.games import game


def decide(level: str, game_id: str, seen: Observation, seed: int) -> str:
    """Return the code of the move that a computer chooses; equal arguments give equal moves.

    Raises :class:`~bot.ai.UnknownLevel` and :class:`~bot.engine.errors.UnknownGame`.
    """
    return player(level).choose(game(game_id), seen, random.Random(seed))  # noqa: S311
