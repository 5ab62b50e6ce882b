"""The scenes of square pieces: no game, no pixels, no people's names."""

from dataclasses import dataclass
from typing import Literal

WILD, GIVE, DRAW, SKIP, AGAIN, ALL_PASS = "★", "➜", "⊕", "⊘", "↻", "⇄"
COMMANDS = (GIVE, DRAW, SKIP, AGAIN, ALL_PASS)
Symbols = tuple[str, str, str, str]
"""The four squares of a piece, clockwise from the top left: `"1"` to `"6"`, `""` a black blank,
the sign of a wild square, or that of a command."""


@dataclass(frozen=True, slots=True)
class LaidSquare:
    """A square piece on the lattice, its symbols as it lies. `x` grows to the right, `y` down."""

    symbols: Symbols
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class SquareSpot:
    """An empty cell where a piece may be laid, with its letter."""

    x: int
    y: int
    letter: str


@dataclass(frozen=True, slots=True)
class SquaresScene:
    """Square pieces on an unbounded lattice, in the order laid.

    `ends` are the indices of the pieces that may still be built on, `newest` that of the piece to
    be ringed. Where there are `spots`, play goes on: if the whole is too small to be read, each end
    with spots is drawn once more, large. `close` leaves out the felt kept for pieces that may come.
    """

    pieces: tuple[LaidSquare, ...] = ()
    ends: tuple[int, ...] = ()
    newest: int | None = None
    spots: tuple[SquareSpot, ...] = ()
    close: bool = False


@dataclass(frozen=True, slots=True)
class HandSquare:
    symbols: Symbols
    playable: bool = False


@dataclass(frozen=True, slots=True)
class SquareHandScene:
    """One seat's hand of square pieces as its owner sees it: 0 to 48 of them, numbered from 1.

    `planned` is empty or has, for each piece, its place in the owner's plan (from 1), if any.
    """

    pieces: tuple[HandSquare, ...]
    planned: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class SquareSeat:
    """A seat's square pieces in a row, from left to right.

    `seat` is one letter; a face-down piece is `None`. `active` marks the seat to move, `winner` the
    one that won the round; `fronts` are the ends (`"left"`, `"right"`) from which its pieces may be
    turned over. There is space for `room` pieces or more.
    """

    seat: str
    pieces: tuple[Symbols | None, ...]
    active: bool = False
    winner: bool = False
    fronts: tuple[Literal["left", "right"], ...] = ()
    room: int = 0


@dataclass(frozen=True, slots=True)
class SquareRowsScene:
    """The lattice, and below it every seat's pieces.

    They lie in rows or, when a round or the match is over, are all `shown`, and larger.
    """

    table: SquaresScene
    rows: tuple[SquareSeat, ...]
    shown: bool = False
