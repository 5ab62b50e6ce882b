"""The course of a round, what lies on the table, and what a seat sees of both.

Trains are numbered by their owners' seats; the last one is the Mexican train.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Self

from msgspec.structs import replace

from bot.domino.bone import DOUBLES, HAS, OTHER, Bone, bone, double_n, mask, union
from bot.engine.contract import Move, Seat, Setup, Value
from bot.engine.options import ON
from bot.games.common.rules import BonesSeen
from bot.games.connecting.moves import DRAW, PASS, play
from bot.games.mexican_train.options import engine_of, highest

MEXICAN = "m"
"""The name of the train that belongs to nobody; a seat's train has the seat's letter."""
Halves = tuple[int, int]
"""The halves of a bone in a train, the one nearer to the hub first."""


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """The end of a first turn in which more bones could be laid (TRAIN-14)."""


STOP = Stop("stop")


def name_of(train: int, seats: int) -> str:
    """Return a train's name in codes: ``a`` for seat 0, ``m`` for the last, the Mexican train."""
    return MEXICAN if train == seats else chr(ord("a") + train)


def train_at(name: str, seats: int) -> int:
    return seats if name == MEXICAN else ord(name) - ord("a")


class Need(Enum):
    """What the seat whose turn it is has to lay, or may lay."""

    BONE = "bone"
    """A bone: the first one of its turn, or one more after a double (TRAIN-7, TRAIN-10)."""
    COVERS = "covers"
    """Bones on the doubles that it has laid in this turn; with a chain, more doubles (TRAIN-11)."""
    LAST_COVERS = "last covers"
    """Bones on the rest of these doubles, since it has begun to cover them."""
    TRAIN = "train"
    """More bones on its own train, as many as it likes: its first turn (TRAIN-14)."""


class Terms(Value):
    """What the number of seats and the options say about a round."""

    seats: int
    bones: int
    """The mask of the set."""
    cover: bool
    """True if everybody must cover an open double (TRAIN-10)."""
    chain: bool
    """True if several doubles may be laid before they are covered (TRAIN-11)."""


class Course(Value):
    """A round at one moment, as far as the rules need to know it to say what may be laid.

    It has the number at each train's end and the markers, but not the bones of the trains; every
    move leads to another one. Everybody knows all of it.
    """

    terms: Terms
    turn: Seat
    ends: tuple[int, ...]
    """The number that each train shows: the engine's, until it begins."""
    lying: int
    """The mask of the bones on the table."""
    marked: int
    """The mask of the trains that all may use; the Mexican train is always among them."""
    opened: tuple[int, ...] = ()
    """The trains that end in a double to be covered, in the order in which these were laid."""
    need: Need = Need.BONE
    drew: bool = False
    """True if the seat to move has drawn a bone for what it needs."""
    fresh: int = 0
    """The mask of the seats that may lay a whole train in their next turn (TRAIN-14)."""

    def takes(self) -> dict[int, int]:
        """Return the masks of the bones that the seat to move may lay, by train (TRAIN-7, 10)."""
        ends, seat = self.ends, self.turn
        if self.need is Need.TRAIN:
            return {seat: HAS[ends[seat]]}
        usable = self.marked | 1 << seat
        if not self.opened:
            return {train: HAS[end] for train, end in enumerate(ends) if usable >> train & 1}
        first = self.opened[0]
        if self.need is not Need.COVERS or not self.terms.chain:
            return {first: HAS[ends[first]]}
        doubles = {t: HAS[end] & DOUBLES for t, end in enumerate(ends) if usable >> t & 1}
        return {**doubles, first: HAS[ends[first]]}

    def legal_moves(self, hand: Iterable[Bone], *, can_draw: bool) -> tuple[Move, ...]:
        """Return all plays; without any, a draw, then the pass that marks the train (TRAIN-8).

        In a first turn that goes on, the seat may always stop: if it had to, all would know that
        it has nothing that fits.
        """
        takes = [(name_of(train, self.terms.seats), bones) for train, bones in self.takes().items()]
        found: list[Move] = [
            play(each, name) for each in hand for name, bones in takes if bones & each.bit
        ]
        if self.need is Need.TRAIN:
            found.append(STOP)
        elif not found:
            found.append(DRAW if can_draw and not self.drew else PASS)
        return tuple(found)

    def fitting(self) -> int:
        return union(self.takes().values())

    def lay(self, train: int, laid: Bone) -> Self:
        """Return the course after the seat to move has laid a bone of its own."""
        terms, seat, opened, fresh = self.terms, self.turn, self.opened, self.fresh
        covers, lying = train in opened, self.lying | laid.bit
        ends = (*self.ends[:train], OTHER[self.ends[train]][laid.bit], *self.ends[train + 1 :])
        if covers:
            opened = tuple([each for each in opened if each != train])
        if laid.double and terms.cover:
            opened += (train,)
        left = terms.bones & ~lying
        opened = tuple([each for each in opened if HAS[ends[each]] & left])  # TRAIN-10
        marked = self.marked & ~(1 << seat) if train == seat else self.marked  # TRAIN-9
        need = self._next_need(train, laid, opened, covers=covers)
        after = type(self)(terms, seat, ends, lying, marked, opened, need or Need.BONE, fresh=fresh)
        return after if need else after.pass_on()

    def _next_need(
        self, train: int, laid: Bone, opened: tuple[int, ...], *, covers: bool
    ) -> Need | None:
        """Return what the seat needs after that; ``None`` if its turn is over."""
        if laid.double and train in opened:
            return Need.COVERS
        if opened and self.need in (Need.COVERS, Need.LAST_COVERS):
            return Need.LAST_COVERS if covers else Need.COVERS
        if laid.double and not self.terms.cover:
            return Need.BONE
        return Need.TRAIN if train == self.turn and self.fresh >> train & 1 else None

    def mark(self) -> Self:
        """Mark the train of the seat to move, which can't lay what it has to (TRAIN-8)."""
        return replace(self, marked=self.marked | 1 << self.turn).pass_on()

    def draw(self) -> Self:
        return replace(self, drew=True)

    def pass_on(self) -> Self:
        turn, fresh = (self.turn + 1) % self.terms.seats, self.fresh & ~(1 << self.turn)
        return replace(self, turn=turn, need=Need.BONE, drew=False, fresh=fresh)

    def fits_nowhere(self, bones: int) -> bool:
        """Return whether none of these bones fits any train, as if all had markers (TRAIN-12)."""
        return not any(HAS[end] & bones for end in self.ends)


class Tracks(Value):
    """All that lies on the table: the hub and the bones of every train, with the round's course."""

    number: int
    """The number of the engine; where that bone is may be hidden before it is laid."""
    course: Course
    trains: tuple[tuple[Halves, ...], ...]
    """The bones of each train, from the hub outwards."""
    begun: bool = False
    """True once the engine lies in the hub."""
    newest: int | None = None
    """The train on which a bone was laid last."""

    @classmethod
    def first(cls, setup: Setup, leader: Seat = 0) -> Self:
        """Return the table before the first move; the engine isn't said to lie there yet."""
        seats, engine, options = setup.seat_count, engine_of(setup), setup.options
        cover, chain = options["doubles"] == "cover", options["doubleChain"] == ON
        terms = Terms(seats, mask(double_n(highest(setup))), cover=cover, chain=chain)
        fresh = (1 << seats) - 1 if options["firstTrain"] == ON else 0
        ends = (engine,) * (seats + 1)
        course = Course(terms, leader, ends, bone(engine, engine).bit, 1 << seats, fresh=fresh)
        return cls(engine, course, ((),) * (seats + 1))

    @property
    def engine(self) -> Bone:
        return bone(self.number, self.number)

    def lay(self, train: int, laid: Bone) -> Self:
        near, trains = self.course.ends[train], list(self.trains)
        trains[train] += ((near, laid.other(near)),)
        course = self.course.lay(train, laid)
        return replace(self, course=course, trains=tuple(trains), newest=train)


@dataclass(frozen=True, slots=True)
class TrainSeen(BonesSeen):
    """A round as one seat sees it."""

    tracks: Tracks
