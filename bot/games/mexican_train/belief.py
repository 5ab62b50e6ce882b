"""What a seat can know and guess of the others' bones in Mexican Train.

A seat that draws or gets a marker holds no bone that it could have laid then; one that draws before
the engine appears doesn't hold the engine (TRAIN-4). So such a bone cannot have been in that hand,
unless it was drawn later. The history is read once; then an ``Exchange`` makes one world after the
other.
"""

from bot.domino.bone import Bone, bones_in, mask
from bot.engine.contract import Rng
from bot.games.common.deal_constraints import Exchange, Slots
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.games.mexican_train.course import Tracks, TrainSeen
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck
from bot.games.mexican_train.position import TrainPosition


def read(seen: TrainSeen) -> Slots[Bone]:
    facts, course = Slots[Bone](), Tracks.first(seen.setup, seen.leader or 0).course
    engine, is_laid = seen.tracks.engine, False
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                facts.deal(hands, counts, when)
            case EngineLaid(bone, seat):
                is_laid = True
                if seat is not None:
                    facts.played[bone] = (seat, when)
            case Drew(seat, bone):
                facts.lack(seat, bones_in(course.fitting()) if is_laid else (engine,), when)
                facts.draw(seat, bone, when)
            case Stuck(seat):
                facts.lack(seat, bones_in(course.fitting()), when)
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


class TrainBelief:
    """The worlds that agree with an observation in which seats are to act."""

    def __init__(self, seen: TrainSeen) -> None:
        self._setup, self._course = seen.setup, seen.tracks.course
        facts = read(seen)
        self._slots = facts.slots
        seen_lying = {seen.tracks.engine} - set(facts.played)  # if it was taken from the set
        known = mask({*filter(None, facts.known), *seen_lying})
        self._exchange = Exchange(facts, bones_in(self._course.terms.bones & ~known))

    def sample(self, rng: Rng) -> TrainPosition:
        """Return a random world; raises ``NoWorldFound`` if none of those tried agrees."""
        return self._exchange.first(self._position, rng)

    def _position(self) -> TrainPosition | None:
        """Return the present world; ``None`` if it is blocked, as a round that goes on is not."""
        course = self._course
        hands, stock = [0] * course.terms.seats, []
        for slot, bit in zip(self._slots, self._exchange.held, strict=True):
            if slot.owner is None:
                stock.append(bit)
            elif not bit & course.lying:
                hands[slot.owner] |= bit
        position = TrainPosition(self._setup, course, hands, stock)
        return None if position.over else position
