"""Letters for places in a picture: A to Z, then AA, AB and so on."""

from collections.abc import Hashable, Iterable
from string import ascii_uppercase
from typing import TypeVar

PlaceT = TypeVar("PlaceT", bound=Hashable)


def lettered_places(places: Iterable[PlaceT]) -> dict[PlaceT, str]:
    """Give each place a letter, in the order in which the places first appear."""
    return {place: letters(at) for at, place in enumerate(dict.fromkeys(places))}


def letters(index: int) -> str:
    """Return the letters for ``index``, counted from 0."""
    above, last = divmod(index, len(ascii_uppercase))
    return (letters(above - 1) if above else "") + ascii_uppercase[last]
