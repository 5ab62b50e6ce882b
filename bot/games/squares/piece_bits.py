"""Square pieces as bits, where each fits and what it scores there, and the open spots of a path.

A piece is one bit of an integer and a hand is the sum of its bits, so one operation tells which
pieces of a hand fit. The tables are made from the pieces' own rules when they are first needed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from bot.domino.path import STEPS, Cell, Path, Spot
from bot.domino.square import MATCHING, SIDES, Command, Square, opposite
from bot.domino.square_set import SQUARES
from bot.engine.contract import Rng
from bot.games.squares.moves import Lay, lays

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


OpenSpot: TypeAlias = tuple[int, int, int, int]
"""A cell where a piece may lie (SQ-7): its number, the index of the end that it touches, the side
of that end, and what is shown there."""

_TAKEN = 8
"""What a piece adds to its own cell; it adds 1 to each of the four next to it."""
_INDEX = {piece: bit.bit_length() - 1 for piece, bit in BIT.items()}


class OpenSpots:
    """The path of a position, as far as it decides where the next piece may lie."""

    __slots__ = ("_ends", "_near", "fitting", "open")

    _near: bytearray
    """For each cell the number of pieces next to it, and more if one lies on it."""
    _ends: tuple[tuple[int, int], ...]
    """The cell of each end, and 4 * index + turn of the piece there (SQ-6)."""
    open: list[OpenSpot]
    """In the order of ends and sides, as in :class:`~bot.domino.path.Path`."""
    fitting: Bits
    """All pieces that fit somewhere."""

    def __init__(self, path: Path) -> None:
        self._near = bytearray(WIDTH * WIDTH)
        for laid in path.laid:
            self._take(_number(laid.cell))
        ends = [path.laid[end] for end in path.ends]
        self._ends = tuple(
            (_number(end.cell), _INDEX[end.piece] * SIDES + end.turn % SIDES) for end in ends
        )
        self._look()

    def copy(self) -> "OpenSpots":
        other = object.__new__(OpenSpots)
        other._near = self._near[:]
        other._ends, other.open, other.fitting = self._ends, self.open, self.fitting
        return other

    def lay(self, spot: OpenSpot, way: Way) -> None:
        cell, end, facing, _ = spot
        _, _, index, side = way
        self._take(cell)
        ends = self._ends
        other = ends[0] if len(ends) == 1 else ends[1 - end]
        self._ends = (other, (cell, index * SIDES + (facing + 2 - side) % SIDES))
        self._look()

    def _take(self, cell: int) -> None:
        near = self._near
        near[cell] += _TAKEN
        near[cell - WIDTH] += 1
        near[cell + 1] += 1
        near[cell + WIDTH] += 1
        near[cell - 1] += 1

    def _look(self) -> None:
        """Find all spots again: empty cells that touch one end and no other piece (SQ-7)."""
        known, near = tables(), self._near
        sides, fitting = known.sides, known.fitting
        spots, all_fitting = [], 0
        for end, (at, lying) in enumerate(self._ends):
            for step, side, shown in sides[lying]:
                if near[at + step] == 1:
                    spots.append((at + step, end, side, shown))
                    all_fitting |= fitting[shown]
        self.open, self.fitting = spots, all_fitting

    def moves(self, pieces: tuple[Square, ...]) -> tuple[Lay, ...]:
        spots = [
            Spot(_cell(cell), end, side, divmod(shown, FACES))
            for cell, end, side, shown in self.open
        ]
        return lays(pieces, Path(spots=tuple(spots)))

    def found(self, move: Lay) -> tuple[OpenSpot, Way]:
        cell = _number(move.cell)
        spot = next(each for each in self.open if each[0] == cell)
        side = (spot[2] + 2 - move.turn) % SIDES
        return spot, (sum(move.scores), BIT[move.piece], _INDEX[move.piece], side)


def _number(cell: Cell) -> int:
    return ORIGIN + cell[0] + cell[1] * WIDTH


def _cell(number: int) -> Cell:
    row, column = divmod(number, WIDTH)
    return column - WIDTH // 2, row - WIDTH // 2


def most_points(spots: OpenSpots, playable: Bits, rng: Rng) -> tuple[OpenSpot, Way]:
    """Return where and how to lay one of some pieces that fit for the most points.

    Ties are broken at random.
    """
    known = tables()
    best, count = -1, 0
    for spot in spots.open:
        shown = spot[3]
        ways, options = known.ways[shown], playable & known.fitting[shown]
        while options:
            lowest = options & -options
            options ^= lowest
            for way in ways[lowest]:
                if way[0] < best:
                    break
                if way[0] > best:
                    best, count, found = way[0], 1, (spot, way)
                else:
                    count += 1
                    if rng.random() * count < 1:
                        found = (spot, way)
    return found


def most_pips(spots: OpenSpots, playable: Bits, rng: Rng) -> tuple[OpenSpot, Way]:
    known = tables()
    piece = max(each_bit(playable), key=known.pips.__getitem__)
    found = [(spot, way) for spot in spots.open for way in known.ways[spot[3]].get(piece, ())]
    return found[int(rng.random() * len(found))]
