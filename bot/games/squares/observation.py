"""The observations of the games with square pieces."""

from dataclasses import dataclass
from enum import Enum

from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import in_order
from bot.engine.contract import Seat
from bot.engine.planning import Wish
from bot.games.common.pieces import codes
from bot.games.common.planning import wishes_for
from bot.games.common.rules import RoundSeen
from bot.games.squares.events import PieceLaid, PieceReturned
from bot.games.squares.moves import Direction, lays


class Task(Enum):
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
class SquaresSeen(RoundSeen):
    """A round as one seat sees it, without the other hands."""

    hand: tuple[Square, ...]
    """The seat's own hand; a piece chosen to be passed on is still in it."""
    pile: int
    aside: int
    path: Path
    task: Task
    turn: Seat
    """The seat whose turn it is, also while others choose a piece to pass on."""
    drawn: Square | None
    way: Direction | None
    chosen: Square | None
    """The piece that this seat has chosen to pass on, if any."""
    earned: tuple[int, ...]
    """The points for laying pieces in this round, by seat; empty in games that have none."""


def wishes(seen: SquaresSeen) -> tuple[Wish, ...]:
    """Return each piece alone and at every place where it fits now, whoever is to act.

    Only laying is planned: whoever has to give a piece, to pass one on, to draw, to keep or to stop
    is asked. A place is a cell and a turn, ``n1e2/3``. It is where it is seen from the starter, and
    a free cell keeps what it has to match, so what fits there fits for as long as it is free.
    """
    held = in_order(piece for piece in seen.hand if piece is not seen.chosen)
    return wishes_for(codes(held), lays(held, seen.path))


@dataclass(frozen=True, slots=True)
class SquareRowsSeen(RoundSeen):
    """A round of the blind game as one seat sees it, without the unseen pieces."""

    rows: tuple[tuple[Square | None, ...], ...]
    """The rows by seat, from left to right. ``None`` is a piece that nobody has seen; everybody
    has seen the others, whether they are face up now or not."""
    aside: int
    path: Path
    pending: Square | None
    """The piece that its owner turned over and must lay, no longer in the row, if any."""
    empty_turns: int
    """The number of turns in a row, up to now, in which nothing was laid (SQM-4)."""
    most_empty_turns: int

    def lying(self, seat: Seat) -> tuple[Square | None, ...]:
        """Return a row as it lies, from left to right; ``None`` is face down (SQM-2)."""
        over = self.outcome is not None
        row = self.rows[seat]
        return tuple(piece if piece and (piece.wild or over) else None for piece in row)

    def surely_misses(self, seat: Seat, end: Direction) -> bool:
        """Return whether everybody knows that turning over that piece only ends the turn (SQM-5).

        It lies face up and does not fit, or it did not fit when it was turned over and nothing was
        laid since.
        """
        row = self.rows[seat]
        piece = (row[0] if end == "left" else row[-1]) if row else None
        if piece is None:
            return False
        if piece.wild:
            return not self.path.fits(piece)
        for event in reversed(self.history):
            match event:
                case PieceLaid():
                    return False
                case PieceReturned(piece=returned) if returned is piece:
                    return True
                case _:
                    pass
        return False
