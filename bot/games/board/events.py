"""What happens at a table with a board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domino.bone import Bone
from bot.domino.grid import Cell
from bot.engine.contract import Event, Seat
from bot.games.board.tiling import OnBoard
from bot.games.events import Closing, Dealing

TARGET, BONEYARD, NO_PLACE = "target", "boneyard", "no place"
"""How the game ends: somebody has the points, the boneyard is empty, the board is full."""


@dataclass(frozen=True, slots=True)
class BoardDealt(Dealing):
    """Hands were dealt; a hand of another seat is ``None``."""

    hands: tuple[tuple[Bone, ...] | None, ...]
    """By seat."""
    counts: tuple[int, ...]
    boneyard: int

    def for_seat(self, seat: Seat | None) -> BoardDealt:
        """Only the own hand."""
        own = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=own)


@dataclass(frozen=True, slots=True)
class LowestShown(Event):
    """Everybody has shown the domino with the fewest dots in hand, for the lead (DDD-3)."""

    bones: tuple[Bone, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A domino was placed on the board, and the pieces were moved on the track."""

    seat: Seat
    bone: Bone
    first: Cell
    """Where its high half lies."""
    second: Cell
    """Where its low half lies."""
    points: int
    """What its player made: :attr:`diamond` and the own bonus."""
    diamond: int
    """For a diamond that it covers; of a double, twice the number (DDD-13)."""
    bonus: tuple[int, ...]
    """By seat: 3 for whose piece stood on a number that the domino shows (DDD-14)."""
    positions: tuple[int, ...]
    """By seat, afterwards."""


@dataclass(frozen=True, slots=True)
class Pitted(Event):
    """A domino went into the pit, face down; only its owner knows which (DDD-5)."""

    seat: Seat
    bone: Bone | None

    def for_seat(self, seat: Seat | None) -> Pitted:
        """Without the domino, unless it was the own one."""
        return self if seat == self.seat else replace(self, bone=None)


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """A seat did not go on after its double (DDD-8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BoardEnded(Closing):
    """The game is over and all hands lie face up; the pit stays closed."""

    reason: str
    """:data:`TARGET`, :data:`BONEYARD` or :data:`NO_PLACE`."""
    winners: tuple[Seat, ...]
    hands: tuple[tuple[Bone, ...], ...]
    """By seat; sorted, so that no order of drawing is told."""
    dots: tuple[int, ...]
    """By seat, what is left in hand: the most decide between equal positions (DDD-20)."""
    positions: tuple[int, ...]
    """By seat."""
    board: str
    """The board's name."""
    laid: tuple[OnBoard, ...]
    """The board as it was, in the order of placing."""
