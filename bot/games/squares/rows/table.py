"""The state of a round of Domino Squares: Blind."""

from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Event, Seat
from bot.engine.value import Value
from bot.games.common.row import Row
from bot.games.common.state import RoundState
from bot.games.squares.events import PieceLaid, PieceReturned, Pieces

TWO_TURNS = 2
"""The turns without a piece laid, for each seat, that end the round by default."""


class TurnProgress(Value):
    """The progress of turns, derived from the public events.

    Every turn ends with a miss, as long as the round goes on (SQM-2).
    """

    begun: frozenset[Seat] = frozenset()
    """The seats whose first turn is over (SQM-5)."""
    placed: bool = False
    """True if a piece was laid in the current turn."""
    idle: int = 0
    """The number of turns in a row, up to now, in which nothing was laid (SQM-4)."""

    def after(self, *events: Event) -> "TurnProgress":
        """Return the progress after these events."""
        progress = self
        for event in events:
            match event:
                case PieceLaid():
                    progress = TurnProgress(progress.begun, placed=True)
                case PieceReturned(seat):
                    idle = 0 if progress.placed else progress.idle + 1
                    progress = TurnProgress(progress.begun | {seat}, placed=False, idle=idle)
                case _:
                    pass
        return progress


class RowsTable(RoundState):
    """A round at one moment."""

    rows: tuple[Row[Square], ...]
    """The rows of every seat of the match, by seat; pieces with a wild square stay face up."""
    aside: Pieces = SQUARES
    """The pieces out of play, in the order of the shuffle."""
    path: Path = Path()
    pending: Square | None = None
    """The turned piece that fits in several ways and waits for its owner's choice, if any."""
    progress: TurnProgress = TurnProgress()

    @property
    def most_empty_turns(self) -> int:
        """The turns in a row without a piece laid that end the round: two for each seat (SQM-4).

        With the option, there are as many for each seat as the longest row has pieces.
        """
        turns = TWO_TURNS
        if self.setup.options["blockedAfter"] == "every-row":
            turns = max(len(self.rows[seat].pieces) for seat in self.setup.seats)
        return turns * len(self.setup.seats)
