"""The course of a round: the ends of trains, markers, open doubles, and what may be laid now.

The rules' states, the positions of computers and what a seat concludes from others' draws all
follow it. Trains are numbered by their owners' seats; the last one is the Mexican train.
"""

from enum import Enum
from typing import Self

from bot.domino.bone import DOUBLES, HAS, OTHER, Bone, mask
from bot.engine.contract import Seat, Setup, Value

Halves = tuple[int, int]
"""The halves of a bone in a train, the one nearer to the hub first."""


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
    """What the options say about a round."""

    seats: int
    bones: int
    """The mask of the set."""
    cover: bool
    """True if an open double must be covered by everybody (TRAIN-10)."""
    chain: bool
    """True if several doubles may be laid before they are covered (TRAIN-11)."""


class Tracks(Value):
    """All that lies on the table, and how far the turn has come; everybody sees it."""

    engine: int
    """The number of the double in the hub."""
    begun: bool
    """True once the engine lies there."""
    trains: tuple[tuple[Halves, ...], ...]
    """The bones of each train, from the hub outwards."""
    marked: int
    """The mask of the trains that all may use; the Mexican train is always among them."""
    opened: tuple[int, ...] = ()
    """The trains whose last bone is a double to be covered, in the order in which they were laid."""
    need: Need = Need.BONE
    drew: bool = False
    """True if the seat to move has drawn a bone for what it needs."""
    fresh: int = 0
    """The mask of the seats that may lay a whole train in their next turn (TRAIN-14)."""

    def shows(self, train: int) -> int:
        """Return the number at the end of a train."""
        laid = self.trains[train]
        return laid[-1][1] if laid else self.engine

    @property
    def halves(self) -> tuple[Halves, ...]:
        """The halves of all bones that lie on the table."""
        hub = ((self.engine, self.engine),) if self.begun else ()
        return hub + tuple(each for train in self.trains for each in train)


class Course:
    """The same without the bones that no longer matter, changed in place by every move."""

    __slots__ = ("drew", "ends", "fresh", "lying", "marked", "need", "opened", "terms", "turn")

    def __init__(self, terms: Terms, tracks: Tracks, lying: int, turn: Seat) -> None:
        self.terms, self.turn = terms, turn
        self.ends = [tracks.shows(train) for train in range(terms.seats + 1)]
        self.lying = lying
        """The mask of the bones on the table."""
        self.marked, self.opened, self.need = tracks.marked, tracks.opened, tracks.need
        self.drew, self.fresh = tracks.drew, tracks.fresh

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.terms, other.turn, other.ends = self.terms, self.turn, self.ends[:]
        other.lying, other.marked, other.opened = self.lying, self.marked, self.opened
        other.need, other.drew, other.fresh = self.need, self.drew, self.fresh
        return other

    def takes(self) -> dict[int, int]:
        """Return the masks of the bones that the seat to move may lay, by train (TRAIN-7, 10)."""
        ends, seat = self.ends, self.turn
        if self.opened:
            first = self.opened[0]
            found = {first: HAS[ends[first]]}
            if self.need is Need.COVERS and self.terms.chain:
                for train in self._usable():
                    if train != first:
                        found[train] = HAS[ends[train]] & DOUBLES
            return found
        if self.need is Need.TRAIN:
            return {seat: HAS[ends[seat]]}
        return {train: HAS[ends[train]] for train in self._usable()}

    def _usable(self) -> list[int]:
        usable = self.marked | 1 << self.turn
        return [train for train in range(self.terms.seats + 1) if usable >> train & 1]

    def lay(self, train: int, bone: Bone) -> None:
        """Lay a bone of the seat to move, and give the turn to who moves next."""
        seat, covers = self.turn, train in self.opened
        self.lying |= bone.bit
        self.ends[train] = OTHER[self.ends[train]][bone.bit]
        self.drew = False
        if train == seat:
            self.marked &= ~(1 << seat)  # TRAIN-9
        if covers:
            self.opened = tuple([each for each in self.opened if each != train])
        if bone.double and self.terms.cover:
            self.opened += (train,)
        if self.opened:
            self.opened = tuple([each for each in self.opened if self._binds(each)])
        self._go_on(train, bone, covers=covers)

    def _go_on(self, train: int, bone: Bone, *, covers: bool) -> None:
        own = self.need in (Need.COVERS, Need.LAST_COVERS)
        if bone.double and train in self.opened:
            self.need = Need.COVERS
        elif own and self.opened:
            self.need = Need.LAST_COVERS if covers else Need.COVERS
        elif bone.double and not self.terms.cover:
            self.need = Need.BONE
        elif train == self.turn and self.fresh >> self.turn & 1:
            self.need = Need.TRAIN
        else:
            self.pass_on()

    def _binds(self, train: int) -> bool:
        """Return whether any bone is left that covers the double of a train (TRAIN-10)."""
        return bool(HAS[self.ends[train]] & self.terms.bones & ~self.lying)

    def mark(self) -> None:
        """Mark the train of the seat to move, which could not lay what it has to (TRAIN-8)."""
        self.marked |= 1 << self.turn
        self.pass_on()

    def pass_on(self) -> None:
        self.fresh &= ~(1 << self.turn)
        self.turn = (self.turn + 1) % self.terms.seats
        self.need, self.drew = Need.BONE, False

    def fits_nowhere(self, bones: int) -> bool:
        """Return whether none of these bones fits any train, as if all had markers (TRAIN-12)."""
        return not any(HAS[shown] & bones for shown in self.ends)


def terms_of(setup: Setup, bones: tuple[Bone, ...]) -> Terms:
    options = setup.options
    return Terms(
        setup.seat_count,
        mask(bones),
        cover=options["doubles"] == "cover",
        chain=options["doubleChain"] == "on",
    )
