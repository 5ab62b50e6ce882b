"""Square pieces as bits, with tables of where each fits and what it scores there.

A piece is one bit of an integer and a hand is the sum of its bits, so one operation tells which
pieces of a hand fit. The tables are made from the pieces' own rules when they are first needed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from bot.domino.path import STEPS
from bot.domino.square import MATCHING, SIDES, Command, Square, opposite
from bot.domino.square_set import SQUARES

Bits: TypeAlias = int
"""A set of pieces; the piece at index n of the list of pieces is the bit 1 << n."""
Way: TypeAlias = tuple[int, Bits, int, int]
"""A way to lay a piece: its points, its bit, its index in the list and the side that matches."""

FACES = 8
"""The number of things that a small square can show, as a :data:`~bot.domino.square.Pair` says."""
WIDTH = 2 * (len(SQUARES) + 2)
"""The cells in a row of the grid, enough for a straight path in any direction."""
ORIGIN = WIDTH * (WIDTH // 2) + WIDTH // 2
"""The cell of the starter; cells are numbered row by row."""

BIT: dict[Square, Bits] = {piece: 1 << at for at, piece in enumerate(SQUARES)}


def bits(pieces: Iterable[Square]) -> Bits:
    return sum(BIT[piece] for piece in pieces)


def pieces_in(held: Bits) -> tuple[Square, ...]:
    return tuple([piece for at, piece in enumerate(SQUARES) if held >> at & 1])


def each_bit(held: Bits) -> list[Bits]:
    found = []
    while held:
        lowest = held & -held
        found.append(lowest)
        held ^= lowest
    return found


@dataclass(frozen=True, slots=True)
class Tables:
    """What depends only on the list of pieces; ``shown`` is the index of a pair of squares."""

    fitting: tuple[Bits, ...]
    """By what is shown, the pieces that fit there."""
    ways: tuple[dict[Bits, tuple[Way, ...]], ...]
    """By what is shown, the ways to lay each piece that fits there, the most points first."""
    sides: tuple[tuple[tuple[int, int, int], ...], ...]
    """By 4 * index + turn of a piece that lies at an end: for each side of the cell, the step to
    the next cell, the side, and what is shown there."""
    command: dict[Bits, Command]
    commands: Bits
    """All pieces with a command."""
    pips: dict[Bits, int]


@cache
def tables() -> Tables:
    ways = tuple(_ways(divmod(shown, FACES)) for shown in range(FACES * FACES))
    command = {BIT[piece]: piece.command for piece in SQUARES if piece.command}
    lying = [(piece, turn) for piece in SQUARES for turn in range(SIDES)]
    return Tables(
        tuple(sum(each) for each in ways),
        ways,
        tuple(tuple(_sides(piece, turn)) for piece, turn in lying),
        command,
        sum(command),
        {BIT[piece]: piece.pips for piece in SQUARES},
    )


def _ways(shown: tuple[int, int]) -> dict[Bits, tuple[Way, ...]]:
    found: dict[Bits, tuple[Way, ...]] = {}
    for at, piece in enumerate(SQUARES):
        sides = MATCHING[shown][piece]
        if sides:
            ways = [(sum(piece.scores[opposite(side)]), 1 << at, at, side) for side in sides]
            found[1 << at] = tuple(sorted(ways, reverse=True))
    return found


def _sides(piece: Square, turn: int) -> Iterable[tuple[int, int, int]]:
    for side, (x, y) in enumerate(STEPS):
        first, second = piece.sides[(side - turn) % SIDES]
        yield x + y * WIDTH, side, first * FACES + second
