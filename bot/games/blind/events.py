"""The events of Blind."""

from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat
from bot.games.common.events import DealEvent


class LotsDrawn(Event):
    """``seats`` have each drawn one of ``bones`` for the lead; everybody sees them (BLIND-2)."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


class RowsDealt(DealEvent):
    """Everybody was dealt a row, and nobody has seen a bone of it."""

    counts: tuple[int, ...]
    aside: int
    """Number of bones out of play, unseen."""


class OddLaid(Event):
    """The bone left over was laid first in the line; no player laid it (BLIND-1)."""

    bone: Bone
    ends: tuple[int, ...]


class DirectionChosen(Event):
    """A seat has chosen its direction, which is shown when all have chosen."""

    seat: Seat


class DirectionsShown(Event):
    uncovers = True

    directions: tuple[str | None, ...]
    """Directions by seat; ``None`` for a seat that does not play."""


class Turned(Event):
    """The front bone was turned over. The next event says whether it was laid or returned."""

    uncovers = True

    seat: Seat
    bone: Bone


class Returned(Event):
    """The bone just turned over did not fit and went to the back of its row (BLIND-5)."""

    seat: Seat
    bone: Bone
    face_up: bool
    """True for a double, which stays face up."""
