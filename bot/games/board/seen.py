"""What a seat sees of a table with a board."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.boards import Board
from bot.domino.bone import Bone
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Shuffle
from bot.games.board.tiling import OnBoard


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The game as one seat (``None``: a spectator) sees it; no place for another's hand or pit."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | None
    board: Board
    laid: tuple[OnBoard, ...]
    """The dominoes on the board, in the order they were placed."""
    hand: tuple[Bone, ...]
    counts: tuple[int, ...]
    """Dominoes held, by seat; empty before the deal."""
    boneyard: int
    pit: int
    """Dominoes in the pit."""
    own_pit: tuple[Bone, ...]
    """Those that the seat put there."""
    positions: tuple[int, ...]
    """On the track, by seat; that is the score (DDD-11)."""
    after: int | None
    """Index in :attr:`laid` of the double that the seat to act may go on next to (DDD-8)."""
    target: int
    """The position that ends the game (DDD-17)."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All that happened, as the seat saw it."""
    outcome: Outcome | None

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is."""
        return min(self.to_act, default=None)
