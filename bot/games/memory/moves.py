"""The moves of Memory."""

from dataclasses import dataclass

from bot.engine.contract import Move

_ROWS = {16: 4, 28: 7, 56: 8}


def rows(tiles: int) -> int:
    """Return the grid's height: 4 rows of 4 tiles, 7 rows of 4, or 8 rows of 7 (MEM-2)."""
    return _ROWS[tiles]


def place_name(index: int, rows: int) -> str:
    """Return a place's name from its row and column, ``c2``; places are counted down columns."""
    column, row = divmod(index, rows)
    return f"{'abcdefgh'[row]}{column + 1}"


@dataclass(frozen=True, slots=True)
class TurnUp(Move):
    """A move that turns up the tile at a place of the grid; its code is the place's name."""

    place: int


TURNS_UP = {
    tiles: tuple(TurnUp(place_name(at, height), place=at) for at in range(tiles))
    for tiles, height in _ROWS.items()
}
