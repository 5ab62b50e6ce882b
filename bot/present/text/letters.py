"""Letters for places in a picture: one each, then two each."""

from collections.abc import Hashable, Iterable, Sequence
from string import ascii_uppercase
from typing import TypeVar

PlaceT = TypeVar("PlaceT", bound=Hashable)

LETTERS = "EFGHJKLMNPQRSTUVWXYZ"
"""The letters of ends and places: A to D are the seats of games that have these, at most four, and
I and O look like digits."""
LIKE_DIGITS = "IO"


def lettered_places(places: Iterable[PlaceT], taken: int) -> dict[PlaceT, str]:
    """Give each place a letter, in the order in which the places first appear.

    The first ``taken`` letters of the alphabet are the names of something else. If that is all of
    them, every place has two letters.
    """
    single = [each for each in ascii_uppercase[taken:] if each not in LIKE_DIGITS]
    first = 0 if single else len(ascii_uppercase)
    alphabet = single or ascii_uppercase
    return {
        place: _letters(at, alphabet) for at, place in enumerate(dict.fromkeys(places), start=first)
    }


def _letters(index: int, alphabet: Sequence[str]) -> str:
    above, last = divmod(index, len(alphabet))
    return (_letters(above - 1, alphabet) if above else "") + alphabet[last]
