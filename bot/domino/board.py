"""Boards with a star, diamonds and a score track, read from the TOML files in `boards`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""A square as (column, row), each from 0; the top left square is (0, 0)."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAMED = re.compile(r"([a-z])(\d+)")
WIDEST = len(_LETTERS)
"""The most columns that there are letters for."""


def cell_name(cell: Cell) -> str:
    """Return the column's letter and the row from 1, such as ``h8``."""
    column, row = cell
    return f"{_LETTERS[column]}{row + 1}"


def cells_named(names: str) -> tuple[Cell, ...]:
    """Return the squares with these names, one after the other: ``h8i8``."""
    return tuple((ord(column) - ord("a"), int(row) - 1) for column, row in _NAMED.findall(names))


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


SMALLEST = 3
"""The least number of squares in a row: the star needs room around it."""
STAR, PLAIN = "*", "."


class BadBoard(ValueError):
    """A board file is invalid; the message names the file and the problem."""


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    size: int
    """The number of squares in a row and in a column."""
    star: Cell
    """The square that the first domino must cover with one half (DDD-6)."""
    diamonds: Mapping[Cell, int] = field(hash=False)
    """The number of the diamond on each square that has one."""
    track: tuple[int, ...]
    """The numbers on the spaces of the score track, from the first after the start."""

    def number(self, position: int) -> int | None:
        """Return the number under a piece; ``None`` at the start and beyond the track (DDD-12)."""
        return self.track[position - 1] if 0 < position <= len(self.track) else None


def read_board(text: str, source: str) -> Board:
    """Parse a board file; raises :class:`BadBoard`, with ``source`` as the file's name."""
    try:
        listed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBoard(f"{source}: {error}") from None
    size = _entry(listed, "size", int, source)
    if not SMALLEST <= size <= WIDEST:
        raise BadBoard(f"{source}: a size of {size} is not between {SMALLEST} and {WIDEST}")
    rows = [row.split() for row in _entry(listed, "grid", str, source).strip().splitlines()]
    squares = _squares(rows, size, source)
    stars = [cell for cell, mark in squares.items() if mark == STAR]
    if len(stars) != 1:
        raise BadBoard(f"{source}: the grid has {len(stars)} stars (“{STAR}”), and needs one")
    return Board(
        _entry(listed, "name", str, source),
        size,
        stars[0],
        _diamonds(squares, source),
        _track(_entry(listed, "track", str, source), source),
    )


def _entry(listed: dict[str, Any], key: str, kind: type, source: str) -> Any:  # noqa: ANN401
    value = listed.get(key)
    if type(value) is not kind:
        wanted = "number" if kind is int else "text"
        raise BadBoard(f"{source}: there is no {wanted} “{key}”")
    return value


def _squares(rows: list[list[str]], size: int, source: str) -> dict[Cell, str]:
    if len(rows) != size:
        raise BadBoard(f"{source}: the grid has {len(rows)} rows, not {size}")
    for at, row in enumerate(rows):
        if len(row) != size:
            raise BadBoard(f"{source}: row {at + 1} of the grid has {len(row)} squares, not {size}")
    return {(column, at): mark for at, row in enumerate(rows) for column, mark in enumerate(row)}


def _diamonds(squares: dict[Cell, str], source: str) -> dict[Cell, int]:
    """Return the diamonds; no two may be side by side, as a domino covers at most one of them."""
    diamonds: dict[Cell, int] = {}
    for cell, mark in squares.items():
        if mark in {STAR, PLAIN}:
            continue
        if mark not in {"1", "2", "3", "4", "5"}:
            raise BadBoard(f"{source}: “{mark}” on {cell_name(cell)} is no diamond from 1 to 5")
        for other in diamonds:
            if beside(cell, other):
                where = f"{cell_name(other)} and {cell_name(cell)}"
                raise BadBoard(f"{source}: the diamonds on {where} lie side by side")
        diamonds[cell] = int(mark)
    return diamonds


def _track(text: str, source: str) -> tuple[int, ...]:
    numbers = "".join(text.split())
    for at, number in enumerate(numbers):
        if number not in {"0", "1", "2", "3", "4", "5", "6"}:
            raise BadBoard(f"{source}: “{number}”, space {at + 1} of the track, is not from 0 to 6")
    if not numbers:
        raise BadBoard(f"{source}: the track has no spaces")
    return tuple(map(int, numbers))


def _board(name: str) -> Board:
    source = f"{name}.toml"
    board = read_board(
        resources.files(__package__).joinpath("boards", source).read_text("utf-8"), source
    )
    if board.name != name:
        raise BadBoard(f"{source}: it is named “{board.name}”, and has to be “{name}”")
    return board


BOARDS: Mapping[str, Board] = {name: _board(name) for name in ("published", "own")}
