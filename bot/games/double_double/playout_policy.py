"""The policy of playouts of Double Double Dominoes, and the ways to place a bone that it needs.

A *way* is two empty squares, the first of which touches exactly one covered square and the second
none. Bridges (DDD-7) are left to :class:`Tiling`. A player places the bone with the most points,
less what it gives the others. How much any bone brings on any diamond follows from the *gains*: for
each number, what playing it does for the score.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from bot.domino.board import Board, Cell, neighbours
from bot.domino.bone import Bone
from bot.engine.contract import Seat
from bot.games.double_double.table import BONUS
from bot.games.double_double.tiling import OnBoard

Way: TypeAlias = tuple[int, int]
"""Two squares, by their numbers: the one that touches a covered square, and the one beyond it."""

NUMBERS = 7
"""How many numbers a half of a bone can show."""
_VALUES = 6
"""How many values a way can have: no diamond, or one of 1 to 5."""
_COVERED = 8
"""At least this many stands for a covered square; an empty one touches at most four of them."""


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a board, numbered row by row from 0."""

    cells: tuple[Cell, ...]
    numbers: Mapping[Cell, int]
    around: tuple[tuple[int, ...], ...]
    """For each square, those that share a side with it."""
    diamonds: tuple[int, ...]
    """The diamond on each square, 0 if there is none."""
    ways: tuple[tuple[tuple[int, int, Way], ...], ...]
    """For each square, the ways that begin there: the second square, the diamond, and the way.

    A bone covers one diamond at most, since no two are side by side.
    """


@cache
def squares(board: Board) -> Squares:
    beside = neighbours(board.size)
    cells = tuple(beside)
    numbers = {cell: at for at, cell in enumerate(cells)}
    around = tuple(tuple(numbers[other] for other in beside[cell]) for cell in cells)
    diamonds = tuple([board.diamonds.get(cell, 0) for cell in cells])
    ways = tuple(
        tuple((other, diamonds[at] + diamonds[other], (at, other)) for other in around[at])
        for at in range(len(cells))
    )
    return Squares(cells, numbers, around, diamonds, ways)


class OpenWays:
    """The covered squares and the ways that are open, changed by every bone placed."""

    __slots__ = ("_open", "_shown", "_squares", "_touched")

    def __init__(
        self, squares: Squares, touched: list[int], shown: list[int], found: list[list[Way]]
    ) -> None:
        """Take over these lists; :meth:`around` makes them for a board with bones on it."""
        self._squares = squares
        self._touched = touched
        """How many covered squares each square touches; :data:`_COVERED` more if it is covered."""
        self._shown = shown
        """For each square that touches exactly one covered square, the number shown there."""
        self._open = found
        """The ways by number to match, then by diamond. Those closed since are still there."""

    @classmethod
    def around(cls, board: Board, laid: Iterable[OnBoard]) -> "OpenWays":
        whole = squares(board)
        count = len(whole.cells)
        found: list[list[Way]] = [[] for _ in range(NUMBERS * _VALUES)]
        ways = cls(whole, [0] * count, [0] * count, found)
        for each in laid:
            first, second = whole.numbers[each.first], whole.numbers[each.second]
            ways.lay(each.bone.high, each.bone.low, first, second)
        return ways

    def copy(self) -> "OpenWays":
        found = [ways[:] for ways in self._open]
        return OpenWays(self._squares, self._touched[:], self._shown[:], found)

    def lay(self, high: int, low: int, first: int, second: int) -> bool:
        """Cover two squares with the halves of a bone; return whether that opens a way."""
        touched, shown, found = self._touched, self._shown, self._open
        around, ways = self._squares.around, self._squares.ways
        touched[first] += _COVERED
        touched[second] += _COVERED
        fresh = []
        for square, number in ((first, high), (second, low)):
            for empty in around[square]:
                touched[empty] = count = touched[empty] + 1
                if count == 1:
                    shown[empty] = number
                    fresh.append(empty)
        opened = False
        for tail in fresh:
            base = shown[tail] * _VALUES
            for head, diamond, way in ways[tail]:
                if not touched[head]:
                    found[base + diamond].append(way)
                    opened = True
        return opened

    def best(self, number: int) -> tuple[int, Way] | None:
        touched = self._touched
        base = number * _VALUES
        for at in range(base + _VALUES - 1, base - 1, -1):
            ways = self._open[at]
            while ways:
                tail, head = way = ways[-1]
                if touched[tail] == 1 and not touched[head]:
                    return at - base, way
                ways.pop()
        return None

    def best_at_double(self, first: int, second: int) -> tuple[int, Way] | None:
        touched, whole = self._touched, self._squares
        best: tuple[int, Way] | None = None
        for square in (first, second):
            for tail in whole.around[square]:
                if touched[tail] != 1:
                    continue
                for head, diamond, way in whole.ways[tail]:
                    if not touched[head] and (best is None or diamond > best[0]):
                        best = diamond, way
        return best

    @property
    def any_open(self) -> bool:
        """True if a way is open, whatever number it matches."""
        return any(self.best(number) is not None for number in range(NUMBERS))


Placing: TypeAlias = tuple[Bone, int, int]
"""A bone and the squares under its high and its low half."""

_NONE = -999
"""Less than any placing is worth."""


def gains(numbers: Sequence[int], mover: Seat) -> list[int]:
    """Return for each number the bonus of its player less those of the others (DDD-14).

    ``numbers`` are those under the pieces, by seat, :data:`NUMBERS` standing for none.
    """
    found = [0] * (NUMBERS + 1)
    for seat, number in enumerate(numbers):
        found[number] += BONUS if seat == mover else -BONUS
    return found


def best_placing(hand: Sequence[Bone], gain: Sequence[int], ways: OpenWays) -> Placing | None:
    """Return the placing that is worth most; ``None`` if there is none but bridges."""
    best, found = _NONE, None
    reach: list[tuple[int, Way] | None] = [ways.best(number) for number in range(NUMBERS)]
    for bone in hand:
        high, low = bone.high, bone.low
        to_high, to_low = reach[high], reach[low]
        if high == low:
            if to_high is not None and (worth := 2 * to_high[0] + gain[high]) > best:
                best, found = worth, (bone, *to_high[1])
            continue
        bonus = gain[high] + gain[low]
        if to_high is not None and (worth := to_high[0] + bonus) > best:
            best, found = worth, (bone, *to_high[1])
        if to_low is not None and (worth := to_low[0] + bonus) > best:
            second, first = to_low[1]
            best, found = worth, (bone, first, second)
    return found


def best_at_double(
    double: Placing, hand: Sequence[Bone], gain: Sequence[int], ways: OpenWays
) -> Placing | None:
    """Return the best placing next to a double just placed; ``None`` if it is worth nothing."""
    laid, *squares = double
    number = laid.high
    fitting = [bone for bone in hand if bone.has(number)]
    reach = ways.best_at_double(*squares) if fitting else None
    if reach is None:
        return None
    diamond, (tail, head) = reach
    best = max(fitting, key=lambda bone: _worth(bone, diamond, gain))
    if _worth(best, diamond, gain) <= 0:
        return None
    return (best, tail, head) if best.high == number else (best, head, tail)


def _worth(bone: Bone, diamond: int, gain: Sequence[int]) -> int:
    if bone.double:
        return 2 * diamond + gain[bone.high]
    return diamond + gain[bone.high] + gain[bone.low]
