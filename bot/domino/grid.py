"""The squares of a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A square: column and row, each from 0; the top left one is (0, 0)."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
WIDEST = len(_LETTERS)
"""Columns that there are letters for."""


def cell_name(cell: Cell) -> str:
    """``h8``: the column's letter and the row from 1."""
    column, row = cell
    return f"{_LETTERS[column]}{row + 1}"


def beside(one: Cell, other: Cell) -> bool:
    """Whether two squares share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@cache
def neighbours(size: int) -> Mapping[Cell, tuple[Cell, ...]]:
    """For each square of a board of ``size`` by ``size`` those that share a side with it."""
    every = [(column, row) for row in range(size) for column in range(size)]
    return {
        (column, row): tuple(
            (column + across, row + down)
            for across, down in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if 0 <= column + across < size and 0 <= row + down < size
        )
        for column, row in every
    }
