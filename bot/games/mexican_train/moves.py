"""The moves of Mexican Train, and the names of trains in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bot.domino.bone import Bone
from bot.engine.contract import Move
from bot.games.connecting.moves import DRAW, PASS, Play
from bot.games.mexican_train.course import Course, Need

MEXICAN = "m"
"""The name of the train that belongs to nobody; a seat's train has the seat's letter."""


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """The end of a first turn in which more bones could be laid (TRAIN-14)."""


STOP = Stop("stop")


def name_of(train: int, seats: int) -> str:
    """Return a train's name in codes: ``a`` for seat 0, ``m`` for the last, the Mexican train."""
    return MEXICAN if train == seats else chr(ord("a") + train)


def train_at(name: str, seats: int) -> int:
    return seats if name == MEXICAN else ord(name) - ord("a")


@cache
def play(bone: Bone, name: str) -> Play:
    """Return the play of a bone on a train, ``9-4@a``; each is made only once."""
    return Play(f"{bone.code}@{name}", bone=bone, at=name)


def legal_moves(course: Course, hand: Iterable[Bone], *, can_draw: bool) -> tuple[Move, ...]:
    """Return all plays; if there are none, a draw, then the pass that marks the train (TRAIN-8).

    In a first turn that goes on, the seat may always stop: if it had to, all would know that it
    has nothing that fits.
    """
    takes = [(name_of(train, course.terms.seats), bones) for train, bones in course.takes().items()]
    found: list[Move] = [
        play(each, name) for each in hand for name, bones in takes if bones & each.bit
    ]
    if course.need is Need.TRAIN:
        found.append(STOP)
    elif not found:
        found.append(DRAW if can_draw and not course.drew else PASS)
    return tuple(found)
