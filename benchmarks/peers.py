"""Others who do the same, measured beside us."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

DOMINOES = "dominoes 6.1.0"
"""A package of PyPI: one round of Block with four, on one game that changes in place."""


def has_dominoes() -> bool:
    """Whether the package is installed."""
    return find_spec("dominoes") is not None


def dominoes_playout(rng: Random) -> None:
    """A round played by chance, from the deal to its end."""
    game: Any = _dominoes().Game.new()
    while game.result is None:
        moves = game.valid_moves
        bone, left = moves[int(rng.random() * len(moves))]
        game.make_move(bone, left)


def _dominoes() -> Any:  # noqa: ANN401 - the package has no types
    return import_module("dominoes")
