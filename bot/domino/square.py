"""A square domino: four small squares; two pieces match side to side."""

from dataclasses import dataclass, field
from enum import Enum
from functools import cache

BLANK, WILD = "0", "w"
NUMBERS = ("1", "2", "3", "4", "5", "6")
SIDES = 4
NORTH, EAST, SOUTH, WEST = range(SIDES)
"""The sides of a piece, clockwise (SQ-2)."""


class Command(Enum):
    """The command on a piece, for the player who lays it (SQ-18 to SQ-22)."""

    GIVE = "give1"
    DRAW = "draw1"
    SKIP = "skip"
    AGAIN = "again"
    ALL_PASS = "pass1"  # noqa: S105 - the code of a command


COMMANDS = {command.value: command for command in Command}
SYMBOLS = (BLANK, *NUMBERS, WILD, *COMMANDS)
"""Every symbol a small square can show, as codes spell it (SQ-1)."""

_BLACK, _WILD = 0, 7
_FACES = {
    **dict.fromkeys((BLANK, *COMMANDS), _BLACK),
    **{number: int(number) for number in NUMBERS},
    WILD: _WILD,
}
_MATCHES = tuple(
    tuple(a == b or (_WILD in {a, b} and _BLACK not in {a, b}) for b in range(8)) for a in range(8)
)
"""True if two small squares may touch, indexed by what they show (SQ-4)."""

Pair = tuple[int, int]
"""The two small squares of a side, clockwise: 0 black, 1 to 6, 7 wild."""


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """A piece; its orientation belongs to the path.

    There is one object for each piece, so pieces are compared by identity: get it with
    :func:`piece`.
    """

    code: str
    """The symbols clockwise from the top left: ``0-2-6-6``, ``w-1-2-3``, ``skip-3-5-6``."""
    symbols: tuple[str, ...] = field(init=False)
    command: Command | None = field(init=False)
    wild: bool = field(init=False)
    pips: int = field(init=False)
    """The sum of its numbers; blanks, wilds and commands are worth nothing (SQ-5)."""
    sides: tuple[Pair, ...] = field(init=False)
    """The north, east, south and west sides of the piece as it is spelled."""
    scores: tuple[tuple[int, int], ...] = field(init=False)
    """The two scores of each side, clockwise (SQ-13)."""
    period: int = field(init=False)
    """The quarter turns after which it looks the same: 4 for most pieces, else 1 or 2."""

    def __post_init__(self) -> None:
        symbols = tuple(self.code.split("-"))
        commands = [COMMANDS[symbol] for symbol in symbols if symbol in COMMANDS]
        if len(symbols) != SIDES or not set(symbols) <= set(SYMBOLS) or len(commands) > 1:
            raise ValueError(f"“{self.code}” is not a piece of four squares")
        faces = [_FACES[symbol] for symbol in symbols]
        worth = [face if face != _WILD else 0 for face in faces]
        for name, value in (
            ("symbols", symbols),
            ("command", commands[0] if commands else None),
            ("wild", WILD in symbols),
            ("pips", sum(worth)),
            ("sides", tuple((faces[at], faces[(at + 1) % SIDES]) for at in range(SIDES))),
            ("scores", tuple((worth[at], worth[(at + 1) % SIDES]) for at in range(SIDES))),
            ("period", next(n for n in (1, 2, 4) if symbols[n:] + symbols[:n] == symbols)),
        ):
            object.__setattr__(self, name, value)

    def turned(self, turn: int) -> tuple[str, ...]:
        """Return the symbols clockwise from the top left after ``turn`` clockwise quarter turns."""
        at = -turn % SIDES
        return self.symbols[at:] + self.symbols[:at]

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"piece({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return piece, (self.code,)


@cache
def piece(code: str) -> Square:
    """Return the piece spelled ``code``.

    Raises ``ValueError`` for anything but four known symbols with at most one command.
    """
    return Square(code)


def opposite(side: int) -> int:
    return (side + 2) % SIDES


def match(old: Pair, new: Pair) -> bool:
    """Return whether two sides may touch, one's first square at the other's second (SQ-3, SQ-4)."""
    return _MATCHES[old[0]][new[1]] and _MATCHES[old[1]][new[0]]


class _Matching(dict[Square, tuple[int, ...]]):
    """For each piece, the sides that may touch the shown side; identical sides count once."""

    def __init__(self, shown: Pair) -> None:
        super().__init__()
        self._shown = shown

    def __missing__(self, piece: Square) -> tuple[int, ...]:
        sides = range(piece.period)
        self[piece] = found = tuple(at for at in sides if match(self._shown, piece.sides[at]))
        return found


MATCHING = {(a, b): _Matching((a, b)) for a in range(8) for b in range(8)}
"""The sides of each piece that may touch a side, by what that side shows (SQ-3, SQ-4)."""
