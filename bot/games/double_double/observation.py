"""The observation of Double Double Dominoes."""

from dataclasses import dataclass

from bot.domino.board import Board
from bot.domino.bone import Bone
from bot.engine.contract import Seat
from bot.games.common.rules import RoundSeen
from bot.games.double_double.tiling import OnBoard


@dataclass(frozen=True, slots=True)
class BoardSeen(RoundSeen):
    """The game as one seat sees it, without the others' hands and pits."""

    board: Board
    laid: tuple[OnBoard, ...]
    hand: tuple[Bone, ...]
    boneyard: int
    pit: int
    """The number of bones in the pit."""
    own_pit: tuple[Bone, ...]
    positions: tuple[int, ...]
    """The positions on the track, by seat; they are the score (DDD-11)."""
    after: int | None
    """The index in :attr:`laid` of the double that the next bone must touch (DDD-8)."""
    target: int

    @property
    def mover(self) -> Seat | None:
        return min(self.to_act, default=None)
