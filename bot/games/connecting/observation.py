"""A seat's view of a round of the connecting family."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.games.common.observation import RoundSeen


class Limit(Enum):
    """The limit of an opening that, by the rules, does not take every bone that fits."""

    DOUBLE = "double"
    """It takes only the double of its number."""
    CLOSED = "closed"
    """It takes nothing, for now or for good."""


@dataclass(frozen=True, slots=True)
class TableSeen(RoundSeen):
    """A round of the connecting family, without the other seats' hands."""

    hand: tuple[Bone, ...]
    boneyard: int
    """Number of bones that can be drawn."""
    stock: int
    """Number of bones not dealt or drawn, whether they can be drawn or not."""
    layout: Layout
    limits: Mapping[str, Limit]
    """The openings, by name, that do not take every bone that fits."""
    earned: tuple[int, ...]
    """Points scored by plays in this round, by seat."""
