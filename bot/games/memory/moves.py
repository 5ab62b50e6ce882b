"""The moves of Memory."""

from dataclasses import dataclass

from bot.engine.contract import Move

_COLUMNS = {28: 7, 56: 8}


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


TURNS_UP = {
    tiles: tuple(TurnUp(place_name(at, width), place=at) for at in range(tiles))
    for tiles, width in _COLUMNS.items()
}
"""The moves for all places, by the number of tiles."""
