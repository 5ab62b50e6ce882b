"""What a seat can know and guess of the others' bones in Mexican Train.

A seat that draws or gets a marker holds no bone that it could have laid then. So a bone that fitted
cannot have been in that hand, unless it was drawn later. Each slot of the deal (a bone dealt or
drawn) therefore takes some bones and not others. The history is read once; then each world is the
one before with hidden bones exchanged at random wherever both slots allow it.
"""

from bot.domino.bone import Bone, bones_in
from bot.domino.random_matching import TRIES, NoWorldFound, assign
from bot.engine.contract import Event, Rng, Seat
from bot.games.common.deal_constraints import NEVER, Slot
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.games.mexican_train.course import Course, first_course
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck
from bot.games.mexican_train.observation import TrainSeen
from bot.games.mexican_train.position import Result, TrainPosition


class TrainBelief:
    """The worlds that agree with an observation in which seats are to act."""

    def __init__(self, seen: TrainSeen, result: Result) -> None:
        self._seen, self._result = seen, result
        self._slots: list[Slot] = []
        self._held: list[int] = []
        """For each slot the bit of its bone in the present world; 0 until it is known."""
        self._gone: dict[int, tuple[Seat, int]] = {}
        """For the bit of each bone laid, by whom and when (index in the history)."""
        self._lacks: list[tuple[Seat, int, int]] = []
        """Who held none of which bones, a mask, and when."""
        self._read(seen.history)
        self._slots += [Slot(None, NEVER)] * seen.boneyard
        self._held += [0] * seen.boneyard
        unseen = seen.tracks.course.terms.bones & ~sum({*self._held, seen.tracks.engine.bit})
        self._unknown = [at for at, bit in enumerate(self._held) if not bit]
        slots = [self._slots[at] for at in self._unknown]
        takes = {slot: self._taken(slot, unseen) for slot in dict.fromkeys(slots)}
        self._takes = [takes[slot] for slot in slots]
        self._hidden = [each.bit for each in bones_in(unseen)]
        self._by_slot = takes
        self._is_dealt = False

    def _read(self, history: tuple[Event, ...]) -> None:
        course: Course | None = None
        leader = 0 if self._seen.leader is None else self._seen.leader
        for when, event in enumerate(history):
            match event:
                case Dealt(hands, counts):
                    for seat, count in enumerate(counts):
                        self._slots += [Slot(seat, when)] * count
                        self._held += [each.bit for each in hands[seat] or ()] or [0] * count
                case EngineLaid(engine, seat):
                    course = first_course(self._seen.setup, leader)
                    self._place_engine(engine, seat)
                case Drew(seat, found):
                    if course is not None:
                        self._lacks.append((seat, course.fitting(), when))
                        course = course.draw()
                    self._slots.append(Slot(seat, when))
                    self._held.append(0 if found is None else found.bit)
                case Stuck(seat) if course is not None:
                    self._lacks.append((seat, course.fitting(), when))
                    course = course.mark()
                case Stopped() if course is not None:
                    course = course.pass_on()
                case Coupled(seat, laid, train) if course is not None:
                    self._gone[laid.bit] = (seat, when)
                    course = course.lay(train, laid)
                case _:
                    pass

    def _place_engine(self, engine: Bone, seat: Seat | None) -> None:
        """Note where a dealt engine was: in a hand, or else it was the last bone drawn."""
        if seat is not None and engine.bit not in self._held:
            drew = self._slots[-1].born > self._slots[0].born
            own = [at for at, slot in enumerate(self._slots) if slot.owner == seat]
            self._held[-1 if drew else own[0]] = engine.bit

    def _taken(self, slot: Slot, hidden: int) -> int:
        """Return the mask of the hidden bones that can have been in a slot."""
        if slot.owner is None:
            return hidden & ~sum(self._gone)
        for bit, (seat, when) in self._gone.items():
            if seat != slot.owner or when < slot.born:
                hidden &= ~bit
        for seat, bones, when in self._lacks:
            if seat == slot.owner and slot.born < when:
                hidden &= ~bones | sum(bit for bit, (_, at) in self._gone.items() if at < when)
        return hidden

    def sample(self, rng: Rng) -> TrainPosition:
        """Return a random world; raises :class:`NoWorldFound` if none of those tried agrees."""
        if not self._is_dealt:
            slots = [self._slots[at] for at in self._unknown]
            found = assign(self._hidden, slots, lambda bit, at: bool(self._by_slot[at] & bit), rng)
            for at, bit in zip(self._unknown, found, strict=True):
                self._held[at] = bit
            self._is_dealt = True
        for _ in range(TRIES):
            self._exchange(rng)
            position = self._position()
            if not position.over:  # a round that goes on cannot be blocked
                return position
        raise NoWorldFound

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
        course = self._seen.tracks.course
        hands, stock = [0] * course.terms.seats, []
        for slot, bit in zip(self._slots, self._held, strict=True):
            if slot.owner is None:
                stock.append(bit)
            elif not bit & course.lying:
                hands[slot.owner] |= bit
        return TrainPosition(course, hands, stock, self._result)
