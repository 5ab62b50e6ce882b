"""Other implementations of the same, measured beside ours."""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

DOMINOES = "dominoes 6.1.0"
"""A PyPI package; it plays one round of Block with four, changing one game object in place."""


def has_dominoes() -> bool:
    """Return whether the package is installed."""
    return find_spec("dominoes") is not None


def dominoes_playout(rng: Random) -> None:
    """Play a random round from the deal to its end."""
    game: Any = _dominoes().Game.new()
    while game.result is None:
        moves = game.valid_moves
        bone, left = moves[int(rng.random() * len(moves))]
        game.make_move(bone, left)


def _dominoes() -> Any:  # noqa: ANN401 - the package has no types
    return import_module("dominoes")
