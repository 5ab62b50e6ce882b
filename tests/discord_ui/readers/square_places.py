"""Where square pieces fit, found by a reader from the places and symbols that a text names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.discord_ui.readers.heard import Heard

WILD, DIGITS = "★", "123456"
SIGNS = "0★➜⊕⊘↻⇄"
SYMBOL = f"[{DIGITS}{SIGNS}]"
PIECE = f"{SYMBOL} ?{SYMBOL}/{SYMBOL} ?{SYMBOL}"
_PLACE = rf"([A-Z]) (above it|to its right|below it|to its left) \(({SYMBOL} ?{SYMBOL})\)"
_OUTSIDE = {"above it": 0, "to its right": 1, "below it": 2, "to its left": 3}


class Way(NamedTuple):
    """A place for a piece, and what the piece then shows on its outside."""

    place: str
    outside: tuple[str, str]

    @property
    def points(self) -> int:
        return sum(int(each) for each in self.outside if each in DIGITS)


class Place(NamedTuple):
    """A free place at an end, and the two symbols that a piece must match there."""

    letter: str
    side: int
    shown: tuple[str, str]


def read_places(text: Heard) -> list[Place]:
    text.find(r"(Open end )", "which ends are open")
    return [Place(letter, _OUTSIDE[at], pair(shown)) for letter, at, shown in text.all(_PLACE)]


def symbols(told: str) -> tuple[str, ...]:
    return tuple(re.findall(SYMBOL, told))


def pair(told: str) -> tuple[str, str]:
    one, other = symbols(told)[:2]
    return one, other


def ways(piece: str, places: list[Place]) -> Iterator[Way]:
    top_left, top_right, low_left, low_right = symbols(piece)
    for _ in range(4):
        # The sides as one reads them, from the left or from above.
        sides = {
            0: (top_left, top_right),
            1: (top_right, low_right),
            2: (low_left, low_right),
            3: (top_left, low_left),
        }
        for place in places:
            if all(map(_match, sides[(place.side + 2) % 4], place.shown)):
                yield Way(place.letter, sides[place.side])
        top_left, top_right, low_right, low_left = low_left, top_left, top_right, low_right


def _match(one: str, other: str) -> bool:
    """Return whether two small squares match (SQ-4)."""
    colourful = {WILD, *DIGITS}
    if {one, other} & colourful:
        return one == other or (WILD in {one, other} and {one, other} <= colourful)
    return True
