"""The events of Mexican Train."""

from bot.domino.bone import Bone
from bot.engine.contract import Event, Seat
from bot.games.common.events import BonesCounted, Credit, LayEvent
from bot.games.mexican_train.course import Tracks


class EngineLaid(Event):
    """The engine of the round lies in the hub: ``seat`` held it, or it was taken from the set."""

    bone: Bone
    seat: Seat | None = None


class Coupled(LayEvent):
    """A bone was laid on a train, as a car is coupled to one."""

    seat: Seat
    bone: Bone
    train: int
    """The seat that owns the train, or the number of the Mexican train."""
    seats: int
    """The number of seats, which is also the number of the Mexican train."""
    joins: int
    """The number at which the bone was laid."""
    opens: bool = False
    """True if it is a double that has to be covered now."""
    unmarked: bool = False
    """True if the marker on the train goes away, since its owner has played there (TRAIN-9)."""


class Stuck(Event):
    """``seat`` can't lay what it has to, even after a draw; its train has a marker (TRAIN-8)."""

    seat: Seat
    newly: bool
    """True if the train had none before."""


class Stopped(Event):
    """``seat`` lays no more bones in its first turn (TRAIN-14)."""

    seat: Seat


class TrainsEnded(BonesCounted):
    reason: str
    winners: tuple[Seat, ...]
    """The seat that went out, or the one with the fewest points; empty if these are tied."""
    hands: tuple[tuple[Bone, ...], ...]
    credits: tuple[Credit, ...]
    tracks: Tracks
    out: Seat | None
    last: tuple[Seat, Bone] | None
    """The seat that laid the last bone, and that bone."""
    earned: tuple[int, ...] = ()
