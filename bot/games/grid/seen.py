"""What is done, told and seen at a table of Memory."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.engine.contract import Event, Lot, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Closing, Dealing, Earning

CLEARED = "cleared"
"""How a round ends: the last pair was taken."""

Pair = tuple[Bone, Bone]


def columns(tiles: int) -> int:
    """How wide the grid of so many tiles is: 4 rows of 7, or 7 rows of 8 (MEM-2)."""
    return _COLUMNS[tiles]


def place_name(index: int, columns: int) -> str:
    """A place of the grid by its column and its row, ``c2``; places are counted row by row."""
    row, column = divmod(index, columns)
    return f"{'abcdefgh'[column]}{row + 1}"


@dataclass(frozen=True, slots=True)
class TurnUp(Move):
    """Turning up the tile at a place of the grid; the code is the place's name."""

    place: int


_COLUMNS = {28: 7, 56: 8}
TURNS_UP = {
    tiles: tuple(TurnUp(place_name(at, width), place=at) for at in range(tiles))
    for tiles, width in _COLUMNS.items()
}
"""The move of every place, by the number of tiles."""


@dataclass(frozen=True, slots=True)
class GridLaid(Dealing):
    """All tiles lie face down in their grid."""

    count: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A tile was turned up, and everybody sees it. What becomes of a second one is told next."""

    seat: Seat
    place: int
    name: str
    """Of the place."""
    bone: Bone


@dataclass(frozen=True, slots=True)
class Taken(Earning):
    """The two tiles just turned up make twelve: they are a pair of the seat's (MEM-4)."""

    seat: Seat
    places: tuple[int, int]
    bones: Pair
    pairs: int
    """That the seat has now."""

    @property
    def points(self) -> int:
        """A pair is a point."""
        return 1


@dataclass(frozen=True, slots=True)
class TurnedBack(Event):
    """The two tiles just turned up do not make twelve: they lie face down again (MEM-4)."""

    seat: Seat
    places: tuple[int, int]
    bones: Pair


@dataclass(frozen=True, slots=True)
class GridCleared(Closing):
    """The last pair was taken (MEM-6)."""

    reason: str
    """:data:`CLEARED`."""
    winners: tuple[Seat, ...]
    """Who has the most pairs; ties share."""
    pairs: tuple[int, ...]
    """By seat, for every seat of the match."""
    attempts: tuple[int, ...]
    """By seat: how often each has turned up two tiles, in vain or not (MEM-5)."""
    columns: int
    grid: tuple[Bone, ...]
    """What lay at every place."""


@dataclass(frozen=True, slots=True)
class MemorySeen:
    """A round as everybody sees it; there is no place for a tile that lies face down.

    What was turned up and back is told in :attr:`history` and nowhere else.
    """

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    columns: int
    left: tuple[bool, ...]
    """Whether a tile still lies at each place of the grid; empty before it is laid."""
    up: tuple[tuple[int, Bone], ...]
    """The tiles that lie face up now, with their places: none, or the first of two."""
    pairs: tuple[tuple[Pair, ...], ...]
    """By seat, in the order in which they were taken."""
    attempts: tuple[int, ...]
    """By seat."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All that happened in the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs taken, by seat."""
        return tuple(map(len, self.pairs))
