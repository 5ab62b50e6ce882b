from dataclasses import replace
from random import Random

from renderers.scene.squares import (
    HandSquare,
    LaidSquare,
    SquareHandScene,
    SquareSeat,
    SquareSpot,
    SquaresScene,
    Symbols,
)

PLACE_LETTERS = "EFGHJKLMNPQRSTUVWXYZ"
SYMBOLS = ("1", "2", "3", "4", "5", "6", "", "★", "➜", "⊕", "⊘", "↻", "⇄")
NEAR = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in NEAR]


def openings(path: list[Cell], end: Cell) -> list[Cell]:
    """Return the free cells that touch this end of a path and nothing else of it."""
    laid = set(path)
    return [c for c in around(end) if c not in laid and laid.intersection(around(c)) == {end}]


def random_path(rng: Random, count: int, both: float = 0.5) -> list[Cell]:
    """Return cells in the order laid, at either end of a path that never touches itself. The second
    end is extended with the chance `both`."""
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
    top = len(SYMBOLS) if rng.random() < commands else SYMBOLS.index("★") + 1
    one, two, three, four = (rng.choice(SYMBOLS[:top]) for _ in range(4))
    return one, two, three, four


def on_table(path: list[Cell], seed: int = 1) -> SquaresScene:
    """Return the path with its ends marked and its last piece ringed; symbols need not match."""
    rng = Random(seed)
    ends = [n for n, cell in enumerate(path) if len({*path} & {*around(cell)}) < 2]
    pieces = tuple(LaidSquare(symbols(rng), *cell) for cell in path)
    return SquaresScene(pieces, tuple(ends), len(path) - 1 if path else None)


def laid(scene: SquaresScene) -> list[tuple[int, int]]:
    return [(piece.x, piece.y) for piece in scene.pieces]


def table(count: int, seed: int = 4) -> SquaresScene:
    return on_table(random_path(Random(seed), count))


def with_spots(scene: SquaresScene) -> SquaresScene:
    path = [(piece.x, piece.y) for piece in scene.pieces]
    cells = dict.fromkeys(cell for end in scene.ends for cell in openings(path, path[end]))
    spots = (SquareSpot(*cell, letter) for cell, letter in zip(cells, PLACE_LETTERS, strict=False))
    return replace(scene, spots=tuple(spots))


def hand(count: int, every: int = 3) -> SquareHandScene:
    rng = Random(2)
    return SquareHandScene(
        tuple(HandSquare(symbols(rng), bool(every) and n % every == 0) for n in range(count))
    )


def seat(letter: str, count: int, fronts=(), *, up=(), active=False, winner=False) -> SquareSeat:
    """Return a row of `count` pieces, of which those at the places `up` are face up."""
    rng = Random(letter)
    pieces = tuple(symbols(rng) if n in up else None for n in range(count))
    return SquareSeat(letter, pieces, active, winner, fronts)


def shown(letter: str, count: int, *, winner=False) -> SquareSeat:
    return seat(letter, count, up=range(count), winner=winner)
