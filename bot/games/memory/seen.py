"""Moves, events and observations of Memory."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.engine.contract import Event, Lot, Move, Outcome, Seat, Setup, Shuffle
from bot.games.events import Closing, Dealing, Earning

CLEARED = "cleared"
"""The reason why a round ends: the last pair was taken."""

Pair = tuple[Bone, Bone]


def columns(tiles: int) -> int:
    """Return the grid's width for 28 or 56 tiles: 4 rows of 7, or 7 rows of 8 (MEM-2)."""
    return _COLUMNS[tiles]


def place_name(index: int, columns: int) -> str:
    """Return a place's name from its column and row, ``c2``; places are counted row by row."""
    row, column = divmod(index, columns)
    return f"{'abcdefgh'[column]}{row + 1}"


@dataclass(frozen=True, slots=True)
class TurnUp(Move):
    """A move that turns up the tile at a place of the grid; its code is the place's name."""

    place: int


_COLUMNS = {28: 7, 56: 8}
TURNS_UP = {
    tiles: tuple(TurnUp(place_name(at, width), place=at) for at in range(tiles))
    for tiles, width in _COLUMNS.items()
}
"""The moves for all places, by the number of tiles."""


@dataclass(frozen=True, slots=True)
class GridLaid(Dealing):
    """All tiles were laid face down in the grid."""

    count: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A tile was turned up for everybody to see; after a second one comes its result."""

    seat: Seat
    place: int
    name: str
    """Name of the place."""
    bone: Bone


@dataclass(frozen=True, slots=True)
class Taken(Earning):
    """The two tiles just turned up make twelve, and the seat takes them as a pair (MEM-4)."""

    seat: Seat
    places: tuple[int, int]
    bones: Pair
    pairs: int
    """Number of pairs the seat has now."""

    @property
    def points(self) -> int:
        """One point for the pair."""
        return 1


@dataclass(frozen=True, slots=True)
class TurnedBack(Event):
    """The two tiles just turned up do not make twelve and are face down again (MEM-4)."""

    seat: Seat
    places: tuple[int, int]
    bones: Pair


@dataclass(frozen=True, slots=True)
class GridCleared(Closing):
    """The last pair was taken (MEM-6)."""

    reason: str
    """:data:`CLEARED`."""
    winners: tuple[Seat, ...]
    """The seats with the most pairs; ties share the win."""
    pairs: tuple[int, ...]
    """Number of pairs by seat, for every seat of the match."""
    attempts: tuple[int, ...]
    """Number of times each seat has turned up two tiles, with a pair or not (MEM-5)."""
    columns: int
    grid: tuple[Bone, ...]
    """The tile that was at each place."""


@dataclass(frozen=True, slots=True)
class MemorySeen:
    """A round as everybody sees it; it has no field for face-down tiles.

    Tiles that were turned up and back are only in :attr:`history`.
    """

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    columns: int
    left: tuple[bool, ...]
    """True for each place of the grid that still has its tile; empty before the grid is laid."""
    up: tuple[tuple[int, Bone], ...]
    """The tiles that are face up now, with their places: none, or the first of two."""
    pairs: tuple[tuple[Pair, ...], ...]
    """Pairs by seat, in the order in which they were taken."""
    attempts: tuple[int, ...]
    """Number of attempts, by seat."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All events of the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of pairs taken, by seat."""
        return tuple(map(len, self.pairs))
