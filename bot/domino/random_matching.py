"""Random worlds that agree with what was seen: hidden bones assigned to their possible places.

A place is a slot of the deal (a hand's first bones, each later draw, the bones never drawn). The
public history limits which bone can be in which place. A world is a perfect matching.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

Tile = TypeVar("Tile")
Place = TypeVar("Place", bound=Hashable)

TRIES = 10_000
"""The most random worlds to look at for one that agrees with what was seen; a few are enough."""
MIXING = 4
"""The swaps tried per place after the first matching, to make the result more random."""


class NoWorldFound(ValueError):
    """No world agrees with what was seen, which contradicts itself or allows hardly any."""

    def __init__(self) -> None:
        super().__init__("no world agrees with what was seen")


class Dice(Protocol):
    def random(self) -> float: ...
    def shuffle(self, x: list[Any], /) -> None: ...


def assign(
    tiles: Sequence[Tile],
    places: Sequence[Place],
    possible: Callable[[Tile, Place], bool],
    dice: Dice,
) -> list[Tile]:
    """Assign each tile to its own place at random; return the tiles in the order of ``places``.

    Every assignment that ``possible`` allows can result; equal places accept the same tiles.
    There must be as many tiles as places. Raises :class:`NoWorldFound` if there is no assignment,
    which means that what was seen contradicts itself.
    """
    count = len(places)
    taken = {place: [possible(tile, place) for tile in tiles] for place in set(places)}
    takes = [taken[place] for place in places]
    held = _matching(len(tiles), takes, dice)
    for _ in range(MIXING * count):
        one, other = int(dice.random() * count), int(dice.random() * count)
        if takes[one][held[other]] and takes[other][held[one]]:
            held[one], held[other] = held[other], held[one]
    return [tiles[index] for index in held]


def _matching(tiles: int, takes: list[list[bool]], dice: Dice) -> list[int]:
    """Return the index of the tile in each place, found by augmenting paths.

    Tiles and places are tried in random order, so every matching has a chance of being the one
    that is found.
    """
    order, waiting = list(range(len(takes))), list(range(tiles))
    dice.shuffle(order)
    dice.shuffle(waiting)
    options = [[place for place in order if takes[place][tile]] for tile in range(tiles)]
    held = [-1] * len(takes)

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

    if tiles != len(takes) or not all(settle(tile, set()) for tile in waiting):
        raise NoWorldFound
    return held
