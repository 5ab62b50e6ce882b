"""What happens at a table where square pieces are laid."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domino.path import Cell, Path
from bot.domino.square import Command, Square
from bot.engine.contract import Event, Seat
from bot.games.events import Closing, Credit, Dealing, Drawing, Handing
from bot.games.lattice.moves import Hand

Pieces = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class SquaresDealt(Dealing):
    """Pieces were dealt and the starter laid; a hand of another seat is ``None``."""

    hands: tuple[Pieces | None, ...]
    """By seat. In a game with rows nobody sees any."""
    counts: tuple[int, ...]
    pile: int
    """Pieces that can be drawn."""
    aside: int
    """Pieces out of play, unseen."""
    starter: Square

    def for_seat(self, seat: Seat | None) -> SquaresDealt:
        """Only the own hand."""
        own = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=own)


@dataclass(frozen=True, slots=True)
class PieceLaid(Event):
    """A piece was laid. What it scores is told next."""

    seat: Seat
    piece: Square
    cell: Cell
    turn: int
    """Quarter turns clockwise from how the piece is spelled."""


@dataclass(frozen=True, slots=True)
class DrewPiece(Drawing):
    """A piece was drawn; only its owner sees which."""

    seat: Seat
    piece: Square | None
    left: int
    """Pieces left in the pile."""

    def for_seat(self, seat: Seat | None) -> DrewPiece:
        """Without the piece, unless it is the own one."""
        return self if seat == self.seat else replace(self, piece=None)


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The piece just drawn was kept (SQ-11, SQ-19)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """No further piece was played after PLAY AGAIN (SQ-21)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Commanded(Event):
    """The command of the piece just laid is carried out (SQ-17)."""

    seat: Seat
    command: Command
    skipped: Seat | None = None
    """Who loses a turn (SQ-20)."""


@dataclass(frozen=True, slots=True)
class Gave(Handing):
    """A piece went from hand to hand; only those two see which (SQ-18)."""

    seat: Seat
    to: Seat
    piece: Square | None

    def for_seat(self, seat: Seat | None) -> Gave:
        """Without the piece, unless it was or is the own one."""
        return self if seat in {self.seat, self.to} else replace(self, piece=None)

    def reaches(self, seat: Seat | None) -> bool:
        """Who was given it."""
        return seat == self.to


@dataclass(frozen=True, slots=True)
class WayCalled(Event):
    """Everybody is to pass a piece that way (SQ-22)."""

    seat: Seat
    way: Hand


@dataclass(frozen=True, slots=True)
class PieceChosen(Event):
    """A seat has chosen, in secret, what it passes on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllPassed(Handing):
    """All pieces were handed over at once; each sees what it gave and what it got (SQ-22)."""

    way: Hand
    gave: tuple[Square | None, ...]
    """By seat."""
    got: tuple[Square | None, ...]

    def for_seat(self, seat: Seat | None) -> AllPassed:
        """Only the own ones."""
        return replace(self, gave=_own(self.gave, seat), got=_own(self.got, seat))

    def reaches(self, seat: Seat | None) -> bool:
        """Everybody who plays."""
        return seat is not None and self.got[seat] is not None


@dataclass(frozen=True, slots=True)
class PieceTurned(Event):
    """A piece of a row was turned over before everybody's eyes (SQM-2)."""

    seat: Seat
    piece: Square
    end: Hand
    """The end of the row at which it lay."""


@dataclass(frozen=True, slots=True)
class PieceReturned(Event):
    """The piece just turned over did not fit and went to the right end of its row (SQM-2)."""

    seat: Seat
    piece: Square
    face_up: bool
    """Of one with a wild square: it stays face up."""


@dataclass(frozen=True, slots=True)
class SquaresEnded(Closing):
    """The round is over and all hands lie face up."""

    reason: str
    """``domino``, or ``blocked`` when nobody goes on."""
    winners: tuple[Seat, ...]
    hands: tuple[Pieces, ...]
    """By seat, for every seat of the match; in the order of the set, so that nothing is told of
    the order of drawing."""
    credits: tuple[Credit, ...]
    """What the round's end is worth."""
    path: Path
    """The table as it was."""
    earned: tuple[int, ...] = ()
    """Points made by laying pieces, by seat, in a game that has such."""
    out: Seat | None = None
    """Who has no pieces left; ``None`` when it is blocked."""


def _own(pieces: tuple[Square | None, ...], seat: Seat | None) -> tuple[Square | None, ...]:
    return tuple(piece if at == seat else None for at, piece in enumerate(pieces))
