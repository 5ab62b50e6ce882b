"""The events of Memory."""

from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat
from bot.games.common.events import DealEvent, PointsEvent, RoundEndEvent

CLEARED = "cleared"
"""The reason why a round ends: the last pair was taken."""
Pair = tuple[Bone, Bone]


class GridLaid(DealEvent):
    count: int


class TurnedUp(Event):
    """A tile was turned up for everybody to see; after a second one comes its result."""

    uncovers = True

    seat: Seat
    place: int
    name: str
    bone: Bone


class Taken(PointsEvent):
    """The two tiles just turned up make twelve, and the seat takes them as a pair (MEM-4)."""

    seat: Seat
    places: tuple[int, int]
    bones: Pair
    pairs: int

    @property
    def points(self) -> int:
        return 1


class TurnedBack(Event):
    """The two tiles just turned up do not make twelve, and the turn passes (MEM-4).

    They count as face down, but are shown for a while (MEM-9).
    """

    seat: Seat
    places: tuple[int, int]
    bones: Pair


class GridCleared(RoundEndEvent):
    """The last pair was taken (MEM-6)."""

    reason: str
    winners: tuple[Seat, ...]
    """The seats with the most pairs; ties share the win."""
    pairs: tuple[int, ...]
    attempts: tuple[int, ...]
    rows: int
    grid: tuple[Bone, ...]
