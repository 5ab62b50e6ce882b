"""The observation of Mexican Train."""

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.games.common.rules import RoundSeen
from bot.games.mexican_train.course import Tracks


@dataclass(frozen=True, slots=True)
class TrainSeen(RoundSeen):
    """A round as one seat sees it; it has no field for others' hands."""

    hand: tuple[Bone, ...]
    boneyard: int
    """The number of bones that can be drawn."""
    tracks: Tracks
