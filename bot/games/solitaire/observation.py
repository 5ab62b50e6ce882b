"""The observation of Solitaire."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.games.common.rules import RoundSeen


@dataclass(frozen=True, slots=True)
class SolitaireSeen(RoundSeen):
    """A round as its player sees it, without face-down bones; those in the row count as held."""

    row: tuple[Bone, ...]
    stock: int
    gone: tuple[Bone, ...]
    newest: int
    """Number of bones, at the right end of the row, that were laid since the last removal; 0 at the
    beginning."""
