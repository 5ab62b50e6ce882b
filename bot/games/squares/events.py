"""The events of the games with square pieces."""

from msgspec.structs import replace

from bot.domino.path import Cell, Path
from bot.domino.square import Command, Square
from bot.engine.contract import Event, Seat
from bot.games.common.events import (
    Credit,
    DrawEvent,
    HandsCounted,
    HandsDealt,
    LayEvent,
    TransferEvent,
)
from bot.games.common.pieces import own_only
from bot.games.squares.moves import Direction

Pieces = tuple[Square, ...]


class SquaresDealt(HandsDealt[Square]):
    """Pieces were dealt and the starter laid. In a game with rows, nobody sees any hand."""

    pile: int
    """The number of pieces that can be drawn."""
    aside: int
    """The number of pieces out of play, unseen."""
    starter: Square


class PieceLaid(LayEvent):
    """A piece was laid. Its points, if any, follow in the next event."""

    seat: Seat
    piece: Square
    cell: Cell
    turn: int
    """The number of clockwise quarter turns from the way the piece is spelled."""
    mark: int
    """The mark that the spot in that cell had (:attr:`bot.domino.path.Spot.mark`)."""


class DrewPiece(DrawEvent):
    """A piece was drawn; only its owner sees which one."""

    seat: Seat
    piece: Square | None
    left: int

    def for_seat(self, seat: Seat | None) -> "DrewPiece":
        return self if seat == self.seat else replace(self, piece=None)


class Kept(Event):
    """The piece just drawn was kept (SQ-11, SQ-19)."""

    seat: Seat


class Stopped(Event):
    """A player chose not to play another piece after the command to play again (SQ-21)."""

    seat: Seat


class Commanded(Event):
    """The command of the piece just laid takes effect (SQ-17)."""

    seat: Seat
    command: Command
    skipped: Seat | None = None
    """The seat that loses a turn (SQ-20)."""


class Gave(TransferEvent):
    """A player gave a piece to another; only those two see which one (SQ-18)."""

    seat: Seat
    to: Seat
    piece: Square | None

    def for_seat(self, seat: Seat | None) -> "Gave":
        return self if seat in {self.seat, self.to} else replace(self, piece=None)

    def reaches(self, seat: Seat | None) -> bool:
        return seat == self.to


class WayCalled(Event):
    """A player chose the direction in which everybody passes a piece (SQ-22)."""

    seat: Seat
    way: Direction


class PieceChosen(Event):
    """A seat has chosen, in secret, the piece it passes on."""

    seat: Seat


class AllPassed(TransferEvent):
    """All pieces were passed at once; each seat sees the two it gave and got (SQ-22)."""

    way: Direction
    gave: tuple[Square | None, ...]
    """The pieces given, by seat."""
    got: tuple[Square | None, ...]

    def for_seat(self, seat: Seat | None) -> "AllPassed":
        return replace(self, gave=own_only(self.gave, seat), got=own_only(self.got, seat))

    def reaches(self, seat: Seat | None) -> bool:
        """Return whether ``seat`` got a piece: every player does, a spectator does not."""
        return seat is not None and self.got[seat] is not None


class PieceTurned(Event):
    """A piece of a row was turned over for everybody to see (SQM-2)."""

    uncovers = True

    seat: Seat
    piece: Square
    end: Direction


class PieceReturned(Event):
    """The piece just turned over did not fit and went to the right end of its row (SQM-2)."""

    seat: Seat
    piece: Square
    face_up: bool
    """True for a piece with a wild square, which stays face up."""


class SquaresEnded(HandsCounted):
    reason: str
    """``domino``, or ``blocked`` if nobody can go on."""
    winners: tuple[Seat, ...]
    hands: tuple[Pieces, ...]
    """The hands of every seat of the match, by seat; in the order of the set, so that they do not
    reveal the order of drawing."""
    credits: tuple[Credit, ...]
    path: Path
    out: Seat | None
    """The seat that has no pieces left; ``None`` if the round is blocked."""
    earned: tuple[int, ...] = ()
    """The points for laying pieces, by seat; empty in games that have none."""
