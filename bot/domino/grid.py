"""The squares of a board."""

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A square as (column, row), each from 0; the top left square is (0, 0)."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
WIDEST = len(_LETTERS)
"""The most columns that there are letters for."""


def cell_name(cell: Cell) -> str:
    """Return the column's letter and the row from 1, such as ``h8``."""
    column, row = cell
    return f"{_LETTERS[column]}{row + 1}"


def beside(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@cache
def neighbours(size: int) -> Mapping[Cell, tuple[Cell, ...]]:
    """Return, for each square of a ``size`` by ``size`` board, those that share a side with it."""
    every = [(column, row) for row in range(size) for column in range(size)]
    return {
        (column, row): tuple(
            (column + across, row + down)
            for across, down in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if 0 <= column + across < size and 0 <= row + down < size
        )
        for column, row in every
    }
