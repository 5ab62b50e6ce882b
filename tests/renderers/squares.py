"""Paths of square pieces and pieces to lie in them, as scenes."""

from __future__ import annotations

from random import Random

from renderers import LaidSquare, SquaresScene, Symbols

SYMBOLS = ("1", "2", "3", "4", "5", "6", "", "*", "SKIP", "GIVE 1", "DRAW 1", "AGAIN", "ALL PASS 1")
NEAR = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in NEAR]


def openings(path: list[Cell], end: Cell) -> list[Cell]:
    """The free cells that touch this end of a path and nothing else of it."""
    laid = set(path)
    return [c for c in around(end) if c not in laid and laid.intersection(around(c)) == {end}]


def random_path(rng: Random, count: int, both: float = 0.5) -> list[Cell]:
    """Cells in the order laid, at either end of a path that never touches itself.

    The second end is built on with the chance `both`.
    """
    while True:
        path, ends = [(0, 0)], [(0, 0), (0, 0)]
        while len(path) < count:
            place = int(rng.random() < both)
            choice = openings(path, ends[place]) or openings(path, ends[place := 1 - place])
            if not choice:
                break
            ends[place] = rng.choice(choice)
            path.append(ends[place])
        if len(path) == count:
            return path


def symbols(rng: Random, commands: float = 0.2) -> Symbols:
    top = len(SYMBOLS) if rng.random() < commands else SYMBOLS.index("*") + 1
    one, two, three, four = (rng.choice(SYMBOLS[:top]) for _ in range(4))
    return one, two, three, four


def on_table(path: list[Cell], seed: int = 1) -> SquaresScene:
    """The path with its ends marked and its last piece ringed. The symbols need not match."""
    rng = Random(seed)
    ends = [n for n, cell in enumerate(path) if len({*path} & {*around(cell)}) < 2]
    pieces = tuple(LaidSquare(symbols(rng), *cell) for cell in path)
    return SquaresScene(pieces, tuple(ends), len(path) - 1 if path else None)
