"""What a seat can know and guess of the others' bones in Mexican Train.

A seat that draws or gets a marker holds no bone that it could have laid then. So a bone that fitted
cannot have been in that hand, unless it was drawn later. The history is read once; then an
``Exchange`` makes one world after the other.
"""

from bot.domino.bone import Bone, bones_in, mask
from bot.domino.random_matching import TRIES, NoWorldFound
from bot.engine.contract import Rng, Seat
from bot.games.common.deal_constraints import Exchange, Slots
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.games.mexican_train.course import Course, first_course
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck
from bot.games.mexican_train.observation import TrainSeen
from bot.games.mexican_train.position import Result, TrainPosition


def read(seen: TrainSeen) -> Slots[Bone]:
    facts, course = Slots[Bone](), first_course(seen.setup, seen.leader or 0)
    is_laid = False
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                facts.deal(hands, counts, when)
            case EngineLaid(bone, seat):
                is_laid = True
                _place_engine(facts, bone, seat)
            case Drew(seat, bone):
                if is_laid:
                    _note_lack(facts, course, when)
                    course = course.draw()
                facts.draw(seat, bone, when)
            case Stuck():
                _note_lack(facts, course, when)
                course = course.mark()
            case Stopped():
                course = course.pass_on()
            case Coupled(seat, bone, train):
                facts.played[bone] = (seat, when)
                course = course.lay(train, bone)
            case _:
                pass
    facts.leave(seen.boneyard)
    return facts


def _note_lack(facts: Slots[Bone], course: Course, when: int) -> None:
    facts.lack(course.turn, frozenset(bones_in(course.fitting())), when)


def _place_engine(facts: Slots[Bone], engine: Bone, seat: Seat | None) -> None:
    """Note where a dealt engine was: in a hand, or else it was the last bone drawn (TRAIN-4)."""
    if seat is not None and engine not in facts.known:
        was_drawn = facts.slots[-1].born > facts.slots[0].born
        dealt = [slot.owner for slot in facts.slots].index(seat)
        facts.known[-1 if was_drawn else dealt] = engine


class TrainBelief:
    """The worlds that agree with an observation in which seats are to act."""

    def __init__(self, seen: TrainSeen, result: Result) -> None:
        self._course, self._result = seen.tracks.course, result
        facts = read(seen)
        self._slots = facts.slots
        known = mask({*filter(None, facts.known), seen.tracks.engine})
        self._exchange = Exchange(facts, bones_in(self._course.terms.bones & ~known))

    def sample(self, rng: Rng) -> TrainPosition:
        """Return a random world; raises :class:`NoWorldFound` if none of those tried agrees."""
        for _ in range(TRIES):
            self._exchange.advance(rng)
            position = self._position()
            if not position.over:  # a round that goes on cannot be blocked
                return position
        raise NoWorldFound

    def _position(self) -> TrainPosition:
        course = self._course
        hands, stock = [0] * course.terms.seats, []
        for slot, bit in zip(self._slots, self._exchange.held, strict=True):
            if slot.owner is None:
                stock.append(bit)
            elif not bit & course.lying:
                hands[slot.owner] |= bit
        return TrainPosition(course, hands, stock, self._result)
