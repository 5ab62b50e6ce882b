"""What a seat can know and guess of the others' bones in Mexican Train.

A seat that draws or gets a marker holds no bone that it could have laid then. So a bone that fitted
cannot have been in that hand, unless it was drawn later. Each slot of the deal (a bone dealt or
drawn) therefore takes some bones and not others. The history is read once; then each world is the
one before with hidden bones exchanged at random wherever both slots allow it, and now and then it
is dealt afresh.
"""

from collections.abc import Sequence

from bot.domino.bone import BONE_OF, Bone, bone, mask, union
from bot.domino.random_matching import TRIES, NoWorldFound, assign
from bot.engine.contract import Rng, Seat
from bot.games.common.deal_constraints import NEVER, Slot
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.games.mexican_train.course import Course, Terms
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck
from bot.games.mexican_train.observation import TrainSeen
from bot.games.mexican_train.position import Result, TrainPosition

_AFRESH = 64
"""The number of worlds made by exchanges before the hidden bones are dealt afresh."""


class _Facts:
    """What the history says about where bones have been."""

    def __init__(self, seen: TrainSeen, course: Course) -> None:
        """``course`` is that of the round before its first move."""
        self.slots: list[Slot] = []
        self.known: list[int] = []
        """For each slot the bit of its bone, or 0 if the observer has not seen it there."""
        self.gone: dict[int, tuple[Seat, int]] = {}
        """For the bit of each bone laid, by whom and when (index in the history)."""
        self.lacks: list[tuple[Seat, int, int]] = []
        """Who held none of which bones, a mask, and when."""
        self._is_laid = False
        """True once the engine lies in the hub; bones drawn before say nothing about a hand."""
        for when, event in enumerate(seen.history):
            self._read(event, when, course)
        self.slots += [Slot(None, NEVER)] * seen.boneyard
        self.known += [0] * seen.boneyard

    def _read(self, event: object, when: int, course: Course) -> None:
        match event:
            case Dealt(hands, counts):
                for seat, count in enumerate(counts):
                    self.slots += [Slot(seat, when)] * count
                    self.known += [each.bit for each in hands[seat] or ()] or [0] * count
            case EngineLaid(engine, seat):
                self._is_laid = True
                if seat is not None:
                    self._found(engine.bit, seat)
            case Drew(seat, drawn):
                if self._is_laid:
                    self.lacks.append((seat, union(course.takes().values()), when))
                self.slots.append(Slot(seat, when))
                self.known.append(0 if drawn is None else drawn.bit)
            case Stuck(seat):
                self.lacks.append((seat, union(course.takes().values()), when))
                course.mark()
            case Stopped():
                course.pass_on()
            case Coupled(seat, laid, train):
                self.gone[laid.bit] = (seat, when)
                course.lay(train, laid)
            case _:
                pass

    def _found(self, engine: int, seat: Seat) -> None:
        """Note where the engine was: in a hand as dealt, or else it was the last bone drawn."""
        if engine not in self.known:
            dealt = self.slots[0].born
            last = self.slots[-1]
            own = [at for at, slot in enumerate(self.slots) if slot.owner == seat]
            self.known[own[0] if last.born == dealt else -1] = engine

    def takes(self, slot: Slot, hidden: int) -> int:
        """Return the mask of the hidden bones that can have been in a slot."""
        if slot.owner is None:
            return hidden & ~sum(self.gone)
        found = hidden
        for bit, (seat, when) in self.gone.items():
            if seat != slot.owner or when < slot.born:
                found &= ~bit
        for seat, bones, when in self.lacks:
            if seat == slot.owner and slot.born < when:
                found &= ~bones | sum(bit for bit, (_, at) in self.gone.items() if at < when)
        return found


class TrainBelief:
    """The worlds that agree with an observation in which seats are to act."""

    def __init__(
        self, seen: TrainSeen, terms: Terms, bones: Sequence[Bone], first: Course, result: Result
    ) -> None:
        """``first`` is the course of the round before its first move, which is changed."""
        self._seen, self._terms, self._result = seen, terms, result
        self._facts = facts = _Facts(seen, first)
        lying = mask(bone(*halves) for halves in seen.tracks.halves)
        self._lying = lying
        engine = bone(seen.tracks.engine, seen.tracks.engine).bit
        known = sum({*facts.known, engine} - {0})
        self._hidden = [each.bit for each in bones if not each.bit & known]
        self._unknown = [at for at, bit in enumerate(facts.known) if not bit]
        hidden = sum(self._hidden)
        by_slot = {slot: facts.takes(slot, hidden) for slot in dict.fromkeys(facts.slots)}
        self._takes = [by_slot[facts.slots[at]] for at in self._unknown]
        self._slots = [facts.slots[at] for at in self._unknown]
        self._by_slot = by_slot
        self._held = list(facts.known)
        """The bit of the bone in each slot of the present world."""
        self._worlds = 0

    def sample(self, rng: Rng) -> TrainPosition:
        """Return a random world; raises :class:`NoWorldFound` if none of those tried agrees."""
        for _ in range(TRIES):
            if self._worlds % _AFRESH == 0:
                found = assign(self._hidden, self._slots, self._allows, rng)
                for at, bit in zip(self._unknown, found, strict=True):
                    self._held[at] = bit
            self._worlds += 1
            self._exchange(rng)
            position = self._position()
            if not position.blocked():  # a round that goes on cannot be blocked
                return position
        raise NoWorldFound

    def _allows(self, bit: int, slot: Slot) -> bool:
        return bool(self._by_slot[slot] & bit)

    def _exchange(self, rng: Rng) -> None:
        """Exchange each hidden bone with a random one, if both slots allow it."""
        held, unknown, takes = self._held, self._unknown, self._takes
        random, count = rng.random, len(unknown)
        for one, slot in enumerate(unknown):
            other = int(random() * count)
            other_slot = unknown[other]
            bit, other_bit = held[slot], held[other_slot]
            if takes[one] & other_bit and takes[other] & bit:
                held[slot], held[other_slot] = other_bit, bit

    def _position(self) -> TrainPosition:
        seen, stock = self._seen, []
        hands = [0] * self._terms.seats
        for slot, bit in zip(self._facts.slots, self._held, strict=True):
            if slot.owner is None:
                stock.append(bit)
            else:
                hands[slot.owner] |= bit
        (turn,) = seen.to_act
        return TrainPosition(
            self._terms,
            seen.tracks,
            self._lying,
            turn,
            hands=[hand & ~self._lying for hand in hands],
            stock=stock,
            result=self._result,
        )
