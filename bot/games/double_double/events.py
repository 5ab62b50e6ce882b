"""The events of Double Double Dominoes."""

from msgspec.structs import replace

from bot.domino.board import Cell
from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat
from bot.games.common.events import HandsDealt, RoundEndEvent
from bot.games.double_double.tiling import OnBoard

TARGET, BONEYARD, NO_PLACE = "target", "boneyard", "no place"
"""The reasons the game ended: a target reached, an empty boneyard, no place left on the board."""


class BoardDealt(HandsDealt[Bone]):
    boneyard: int


class LowestShown(Event):
    """Everybody showed the bone with the fewest pips in hand, to decide who leads (DDD-3)."""

    bones: tuple[Bone, ...]


class Placed(Event):
    """A bone was placed on the board, and the pieces were moved on the track."""

    seat: Seat
    bone: Bone
    first: Cell
    second: Cell
    points: int
    """The player's points: :attr:`diamond` plus the player's own bonus."""
    diamond: int
    """The points for a diamond that it covers: its number, twice that for a double (DDD-13)."""
    bonus: tuple[int, ...]
    """By seat: 3 if the seat's piece was on a number that the bone shows, else 0 (DDD-14)."""
    positions: tuple[int, ...]


class Pitted(Event):
    """A bone went into the pit, face down; only its owner knows which one (DDD-5)."""

    seat: Seat
    bone: Bone | None

    def for_seat(self, seat: Seat | None) -> "Pitted":
        return self if seat == self.seat else replace(self, bone=None)


class Stopped(Event):
    """A seat chose not to place another bone after its double (DDD-8)."""

    seat: Seat


class BoardEnded(RoundEndEvent):
    """The game is over and all hands are face up; the pit stays face down."""

    reason: str
    """:data:`TARGET`, :data:`BONEYARD` or :data:`NO_PLACE`."""
    winners: tuple[Seat, ...]
    hands: tuple[tuple[Bone, ...], ...]
    """The hands, by seat; sorted, so that they do not reveal the order of drawing."""
    dots: tuple[int, ...]
    """The pips left in each hand, by seat: the most break a tie of positions (DDD-20)."""
    positions: tuple[int, ...]
    target: int
    board: str
    laid: tuple[OnBoard, ...]
