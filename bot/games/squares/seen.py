"""The observations of the games with square pieces."""

from dataclasses import dataclass
from enum import Enum

from bot.domino.path import Path
from bot.domino.square import Square
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.squares.moves import Hand


class Task(Enum):
    """The kind of move that the table waits for."""

    TURN = "turn"
    """Laying a piece or drawing (SQ-11)."""
    DRAWN = "drawn"
    """Laying the piece just drawn or keeping it (SQ-11, SQ-19)."""
    AGAIN = "again"
    """Laying another piece or stopping (SQ-21)."""
    GIVE = "give"
    """Giving a piece to an opponent (SQ-18)."""
    WAY = "way"
    """Choosing the direction in which pieces are passed (SQ-22)."""
    HAND_ON = "hand on"
    """Everybody's choice of a piece to pass on (SQ-22)."""


@dataclass(frozen=True, slots=True)
class SquaresSeen:
    """A round as one seat (``None``: a spectator) sees it, without the other hands."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    hand: tuple[Square, ...]
    """The seat's own hand; a piece chosen to be passed on is still in it."""
    counts: tuple[int, ...]
    """The number of pieces held, by seat; empty before the deal."""
    pile: int
    """The number of pieces that can be drawn."""
    aside: int
    """The number of pieces out of play, unseen."""
    path: Path
    task: Task
    turn: Seat
    """The seat whose turn it is, also while others choose a piece to pass on."""
    drawn: Square | None
    """The piece just drawn, if this seat drew it."""
    way: Hand | None
    """The direction in which pieces are being passed, if they are."""
    chosen: Square | None
    """The piece that this seat has chosen to pass on, if any."""
    leader: Seat | None
    earned: tuple[int, ...]
    """The points for laying pieces in this round, by seat; empty in games that have none."""
    history: tuple[Event, ...]
    """All events of the round so far, as the seat saw them."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SquareRowsSeen:
    """A round of the blind game as one seat sees it, without the unseen pieces."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    rows: tuple[tuple[Square | None, ...], ...]
    """The rows by seat, from left to right. ``None`` is a piece that nobody has seen; everybody
    has seen the others, whether they are face up now or not."""
    aside: int
    """The number of pieces out of play, unseen."""
    path: Path
    pending: Square | None
    """The piece that its owner turned over and must lay, no longer in the row, if any."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All events of the round so far."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of pieces left, by seat, including :attr:`pending`."""
        return tuple(
            len(row) + (self.pending is not None and seat in self.to_act)
            for seat, row in enumerate(self.rows)
        )

    def lying(self, seat: Seat) -> tuple[Square | None, ...]:
        """Return a row as it lies, from left to right; ``None`` is face down (SQM-2)."""
        over = self.outcome is not None
        row = self.rows[seat]
        return tuple(piece if piece and (piece.wild or over) else None for piece in row)
