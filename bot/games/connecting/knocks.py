"""Points for making others knock."""

from collections.abc import Callable
from enum import Enum

from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat, Setup, Value
from bot.games.common.events import Passed, PointsEvent
from bot.games.connecting.events import Played


class BonusReason(Enum):
    ALL_KNOCKED = "all knocked"
    """All others knocked after a bone."""
    LEAD_KNOCKED = "lead knocked"
    """The next player knocked on the lead, and the leader's partner could play."""


class BonusScored(PointsEvent):
    """The side of ``seat`` scored for making others knock."""

    seat: Seat
    seats: tuple[Seat, ...]
    points: int
    reason: BonusReason


class Knocks(Value):
    """The knocks that have followed a bone so far, one at least."""

    setup: Setup
    seat: Seat
    """The seat that laid the bone."""
    bone: Bone
    laid: int
    """The number of bones that lay then, this one included: 1 for the lead."""
    count: int
    over: bool
    """True if somebody has played after them."""
    total: int
    """The points of the seat's side in the match so far."""


class Award(Value):
    reason: BonusReason
    points: int


KnockBonus = Callable[[Knocks], Award | None]
"""A function that returns what knocks score for the side of the seat before them, if anything.

It is called after every knock, and once more when a play has ended them.
"""


def knocks_in_a_row(history: tuple[Event, ...]) -> int:
    """Return the number of knocks since the last bone was laid."""
    count = 0
    for event in reversed(history):
        if isinstance(event, Played):
            return count
        count += isinstance(event, Passed)
    return count
