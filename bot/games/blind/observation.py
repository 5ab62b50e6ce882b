"""The observation of Blind."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Seat
from bot.games.blind.moves import FROM_RIGHT, Choose
from bot.games.common.rules import RoundSeen


@dataclass(frozen=True, slots=True)
class BlindSeen(RoundSeen):
    """A round as one seat sees it; it has no field for unseen bones."""

    draws: tuple[Seat, ...]
    """Seats that draw lots from the pending shuffle; empty if that is for the deal."""
    lots: tuple[Bone | None, ...]
    """The lot drawn last, by seat, while it is face up."""
    directions: tuple[str | None, ...]
    """Directions by seat; until all have chosen, only the player's own."""
    rows: tuple[tuple[Bone | None, ...], ...]
    """Rows by seat, front first. ``None`` is a bone that nobody has seen; the others were turned
    over for everybody to see, even if they are face down now."""
    stock: int
    """Number of unseen bones outside the rows."""
    layout: Layout
    pending: Bone | None
    """The front bone of the seat to act, turned over and no longer in its row, because it fits at
    both ends; ``None`` if there is none."""
    again: bool
    """True if the seat to act has laid a bone in this turn."""

    @property
    def is_guess(self) -> bool:
        """Return whether a direction is to be chosen: nobody has seen a bone of any row."""
        return any(isinstance(move, Choose) for move in self.legal)

    def lying(self, seat: Seat) -> tuple[Bone | None, ...]:
        """Return a row from left to right; ``None`` is a face-down bone (BLIND-5, BLIND-10)."""
        over = self.outcome is not None
        row = [each if each and (each.double or over) else None for each in self.rows[seat]]
        if self.pending is not None and seat in self.to_act:
            row.insert(0, self.pending)
        return tuple(row if self.directions[seat] != FROM_RIGHT else reversed(row))
