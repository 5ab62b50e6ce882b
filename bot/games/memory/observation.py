"""The observation of Memory."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.games.common.rules import RoundSeen
from bot.games.memory.events import Pair, TurnedBack, TurnedUp
from bot.games.memory.moves import TurnUp


@dataclass(frozen=True, slots=True)
class MemorySeen(RoundSeen):
    """A round as everybody sees it; it has no field for face-down tiles.

    Tiles turned back and no longer in view are only in :attr:`history`. A seat's pieces are its
    pairs.
    """

    rows: int
    left: tuple[bool, ...]
    """True for each place of the grid that still has its tile; empty before the grid is laid."""
    up: tuple[tuple[int, Bone], ...]
    """The tiles that are face up now, with their places: none, or the first of two."""
    in_view: tuple[TurnedBack, ...]
    """The attempts without a pair, oldest first, whose tiles are still shown (MEM-9)."""
    pairs: tuple[tuple[Pair, ...], ...]
    """Pairs by seat, in the order in which they were taken."""
    attempts: tuple[int, ...]

    @property
    def is_guess(self) -> bool:
        """Return whether no tile that can be turned up was ever face up."""
        shown = {each.place for each in self.history if isinstance(each, TurnedUp)}
        return not any(isinstance(move, TurnUp) and move.place in shown for move in self.legal)
