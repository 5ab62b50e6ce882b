"""The state of a round of Domino Squares: Blind."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domino.path import Path
from bot.domino.pieces import SQUARES
from bot.domino.square import Square
from bot.engine.contract import Event, Outcome, Seat, Setup, Shuffle
from bot.games.squares.events import PieceLaid, PieceReturned, Pieces
from bot.games.squares.moves import Hand


@dataclass(frozen=True, slots=True)
class Row:
    """The pieces of a seat, with those turned over to the right of all others (SQM-2)."""

    unseen: Pieces = ()
    """The pieces not turned over yet, from left to right."""
    turned: Pieces = ()
    """The pieces that did not fit, from left to right; those with a wild square are face up."""

    @property
    def pieces(self) -> Pieces:
        """All pieces, from left to right."""
        return self.unseen + self.turned

    @property
    def face_up(self) -> Pieces:
        """The pieces that may be played without being turned over (SQM-3)."""
        return tuple([piece for piece in self.turned if piece.wild])

    def split(self, end: Hand) -> tuple[Square, Row]:
        """Return the piece at an end and the row without it."""
        unseen, turned = self.unseen, self.turned
        match end:
            case "left" if unseen:
                return unseen[0], Row(unseen[1:], turned)
            case "left":
                return turned[0], Row((), turned[1:])
            case "right" if turned:
                return turned[-1], Row(unseen, turned[:-1])
            case "right":
                return unseen[-1], Row(unseen[:-1], ())

    def without(self, piece: Square) -> Row:
        """Return the row without a face-up piece."""
        return Row(self.unseen, tuple([each for each in self.turned if each is not piece]))


Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """The progress of turns, derived from the public events.

    Every turn ends with a miss, as long as the round goes on (SQM-2).
    """

    begun: frozenset[Seat] = frozenset()
    """The seats whose first turn is over (SQM-5)."""
    placed: bool = False
    """True if a piece was laid in the current turn."""
    idle: int = 0
    """The number of turns in a row, up to now, in which nothing was laid (SQM-4)."""

    def after(self, *events: Event) -> Pace:
        """Return the pace after these events."""
        pace = self
        for event in events:
            match event:
                case PieceLaid():
                    pace = Pace(pace.begun, placed=True)
                case PieceReturned(seat):
                    idle = 0 if pace.placed else pace.idle + 1
                    pace = Pace(pace.begun | {seat}, placed=False, idle=idle)
                case _:
                    pass
        return pace


@dataclass(frozen=True, slots=True)
class RowsTable:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | None
    """The task for nature, if any."""
    turn: Seat
    """The seat whose turn it is, unless nature acts or the round is over."""
    rows: Rows
    """The rows of every seat of the match, by seat."""
    aside: Pieces = SQUARES
    """The pieces out of play, in the order of the shuffle."""
    path: Path = field(default_factory=Path)
    leader: Seat | None = None
    pending: Square | None = None
    """The turned piece that fits in several ways and waits for its owner's choice, if any."""
    pace: Pace = field(default_factory=Pace)
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None
