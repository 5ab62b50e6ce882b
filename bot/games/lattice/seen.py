"""What a seat sees of a round with square pieces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.domino.path import Path
from bot.domino.square import Square
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.lattice.moves import Hand


class Task(Enum):
    """What the table waits for."""

    TURN = "turn"
    """Laying a piece, or drawing (SQ-11)."""
    DRAWN = "drawn"
    """Laying the piece just drawn, or keeping it (SQ-11, SQ-19)."""
    AGAIN = "again"
    """Laying one more piece, or not (SQ-21)."""
    GIVE = "give"
    """Giving a piece to an opponent (SQ-18)."""
    WAY = "way"
    """Calling the way in which pieces are passed (SQ-22)."""
    HAND_ON = "hand on"
    """Everybody's choice of a piece to pass on (SQ-22)."""


@dataclass(frozen=True, slots=True)
class SquaresSeen:
    """A round as one seat (``None``: a spectator) sees it; there is no place for another hand."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    hand: tuple[Square, ...]
    """A piece that was chosen to be passed on is still in it."""
    counts: tuple[int, ...]
    """Pieces held, by seat; empty before the deal."""
    pile: int
    """Pieces that can be drawn."""
    aside: int
    """Pieces out of play, unseen."""
    path: Path
    task: Task
    turn: Seat
    """Whose turn it is, also while others choose what to pass on."""
    drawn: Square | None
    """The piece just drawn, of the own seat only."""
    way: Hand | None
    """The way in which pieces are being passed."""
    chosen: Square | None
    """What the own seat has chosen to pass on."""
    leader: Seat | None
    earned: tuple[int, ...]
    """Points made in this round, by seat; empty where laying pieces makes none."""
    history: tuple[Event, ...]
    """All that happened in the round, as the seat saw it."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SquareRowsSeen:
    """A round of the blind game as one seat sees it; there is no place for an unseen piece."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    rows: tuple[tuple[Square | None, ...], ...]
    """By seat, from left to right. ``None`` is a piece that nobody has seen; the others have been
    turned over before everybody's eyes, whether they lie face up now or not."""
    aside: int
    """Pieces out of play, unseen."""
    path: Path
    pending: Square | None
    """Turned over by the seat to act and no longer in its row: it fits and must be laid."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All that happened in the round."""
    outcome: Outcome | None

    @property
    def counts(self) -> tuple[int, ...]:
        """Pieces left, by seat, one that lies turned over included."""
        return tuple(
            len(row) + (self.pending is not None and seat in self.to_act)
            for seat, row in enumerate(self.rows)
        )

    def lying(self, seat: Seat) -> tuple[Square | None, ...]:
        """A row as it lies, from left to right; ``None`` lies face down (SQM-2)."""
        over = self.outcome is not None
        row = self.rows[seat]
        return tuple(piece if piece and (piece.wild or over) else None for piece in row)
