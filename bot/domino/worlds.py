"""Worlds that agree with what was seen: hidden bones put back into the places they can have.

A place is a slot of the deal (a hand's first bones, each later draw, the bones never drawn). Which
bone can have been in which place follows from the public history. A world is a perfect matching.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

Tile = TypeVar("Tile")
Place = TypeVar("Place")

_MIXING = 4
"""Exchanges tried for each place after the first matching, to forget how it was found."""


class Dice(Protocol):
    """The chance lent by the caller."""

    def randrange(self, stop: int, /) -> int:
        """A uniform number in 0 … ``stop`` - 1."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put ``x`` in random order, in place."""


def assign(
    tiles: Sequence[Tile],
    places: Sequence[Place],
    possible: Callable[[Tile, Place], bool],
    dice: Dice,
) -> list[Tile]:
    """A random way to put each tile in a place of its own: the tiles, in the order of ``places``.

    Every way that ``possible`` allows can come out. There must be as many tiles as places; raises
    ``ValueError`` when no way exists, which means that what was seen contradicts itself.
    """
    count = len(places)
    options = [[p for p in range(count) if possible(tile, places[p])] for tile in tiles]
    held = _matching(options, count, dice)
    allowed = [set(choices) for choices in options]
    for _ in range(_MIXING * count if count > 1 else 0):
        one, other = dice.randrange(count), dice.randrange(count)
        if other in allowed[held[one]] and one in allowed[held[other]]:
            held[one], held[other] = held[other], held[one]
    return [tiles[index] for index in held]


def _matching(options: list[list[int]], count: int, dice: Dice) -> list[int]:
    """For each place the index of its tile: augmenting paths, tried in random order."""
    held = [-1] * count
    for choices in options:
        dice.shuffle(choices)

    def settle(tile: int, tried: set[int]) -> bool:
        free = [place for place in options[tile] if held[place] < 0]
        for place in free or options[tile]:
            if place in tried:
                continue
            tried.add(place)
            if held[place] < 0 or settle(held[place], tried):
                held[place] = tile
                return True
        return False

    order = list(range(len(options)))
    dice.shuffle(order)
    if len(options) != count or not all(settle(tile, set()) for tile in order):
        raise ValueError("no world agrees with what was seen")
    return held
