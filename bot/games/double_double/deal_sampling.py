"""Random worlds that agree with what a seat has seen of a game of Double Double Dominoes.

A bone enters a hand when it is dealt or drawn, which is an *arrival*. It leaves the hand when it
is placed or put into the pit, which is a *departure*; that of a bone still in hand never comes.
Everybody sees when, but nobody sees which arrival had which departure. So the departures of every
other hand are first matched to its arrivals, then the bones that were never seen are put where they
can have been.

Two facts are known about a hidden bone. Its holder showed the lowest bone dealt, so one that
was dealt has no fewer pips. And a player who discards can place nothing, so a bone in hand at
that moment fitted nowhere (DDD-5).
"""

from collections import Counter
from dataclasses import dataclass, field

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.domino.random_matching import NoWorldFound, assign
from bot.engine.contract import Rng, Seat, Value
from bot.games.common.events import Drew
from bot.games.double_double.events import BoardDealt, LowestShown, Pitted, Placed
from bot.games.double_double.table import HAND, BoardSeen, dominoes, dots_first
from bot.games.double_double.tiling import OnBoard, Tiling

NEVER = 1 << 30
_TRIES = 100
"""The most assignments of departures to try; a few leave no place for a hidden bone."""


class Arrival(Value):
    owner: Seat
    born: int
    """The index of its event in the history."""
    least: tuple[int, int] = (0, 0)
    """The lower bound in the order of pips, for a bone that was dealt (DDD-3)."""
    shown: Bone | None = None
    """The bone, if it was shown as the lowest."""


class Departure(Value):
    gone: int
    """The index of the event that removes it from the hand; :data:`NEVER` if it stays."""
    bone: Bone | None
    """The bone, if it was placed and so seen."""


class Stay(Value):
    """An arrival and its departure; without them, a bone in the boneyard."""

    arrival: Arrival | None = None
    departure: Departure | None = None

    @property
    def known(self) -> Bone | None:
        if self.arrival is None or self.departure is None:
            return None
        return self.departure.bone or self.arrival.shown


@dataclass(slots=True)
class Facts:
    own: list[Bone] = field(default_factory=list)
    """All bones that the seat itself has held."""
    arrivals: dict[Seat, list[Arrival]] = field(default_factory=dict)
    departures: dict[Seat, list[Departure]] = field(default_factory=dict)
    bars: dict[Seat, list[tuple[int, frozenset[Bone]]]] = field(default_factory=dict)
    """The events at which a seat could place nothing, and the bones that would have fitted."""

    def allows(self, bone: Bone, stay: Stay) -> bool:
        arrival, departure = stay.arrival, stay.departure
        if arrival is None or departure is None:
            return True
        return dots_first(bone) >= arrival.least and not any(
            arrival.born < when <= departure.gone and bone in fitting
            for when, fitting in self.bars[arrival.owner]
        )

    def meets(self, departure: Departure, arrival: Arrival) -> bool:
        if departure.gone < arrival.born:
            return False
        bone = departure.bone or arrival.shown
        if bone is None:
            return True
        return arrival.shown in {None, bone} and self.allows(bone, Stay(arrival, departure))

    def traced(self, copies: Counter[Bone], rng: Rng) -> frozenset[Seat]:
        """Return the seats whose lowest bone must be one that was seen again later.

        It could also be an identical bone, but there may not be enough copies of it for that.
        """
        seen = Counter(self.own)
        again: dict[Bone, list[Seat]] = {}
        for seat, (first, *_) in self.arrivals.items():
            seen.update(
                departure.bone for departure in self.departures[seat] if departure.bone is not None
            )
            if (low := first.shown) is not None:
                seen[low] += 1
                met = any(d.bone is low and self.meets(d, first) for d in self.departures[seat])
                again.setdefault(low, []).extend([seat] if met else [])
        found: set[Seat] = set()
        for low, seats in again.items():
            rng.shuffle(seats)
            found.update(seats[: max(0, seen[low] - copies[low])])
        return frozenset(found)


def imagined(seen: BoardSeen, rng: Rng) -> tuple[list[list[Bone]], list[Bone]]:
    """Return hands by seat and a boneyard, top first; raises :class:`NoWorldFound`."""
    facts = read_facts(seen)
    for _ in range(_TRIES):
        try:
            return _world(seen, facts, rng)
        except NoWorldFound:
            continue
    raise NoWorldFound


def read_facts(seen: BoardSeen) -> Facts:
    facts = Facts()
    for seat in range(seen.setup.seat_count):
        facts.arrivals[seat], facts.departures[seat], facts.bars[seat] = [], [], []
    _read_arrivals(seen, facts)
    _read_departures(seen, facts)
    if seen.seat is not None:
        del facts.arrivals[seen.seat]
    return facts


def _read_arrivals(seen: BoardSeen, facts: Facts) -> None:
    for when, event in enumerate(seen.history):
        match event:
            case BoardDealt(hands) if seen.seat is not None:
                facts.own += hands[seen.seat] or ()
            case LowestShown(bones):
                for seat, low in enumerate(bones):
                    dealt = Arrival(seat, when, dots_first(low))
                    others = [dealt] * (HAND - 1)
                    facts.arrivals[seat] += [replace(dealt, shown=low), *others]
            case Drew(seat, bone):
                facts.arrivals[seat].append(Arrival(seat, when))
                facts.own += [] if bone is None else [bone]
            case _:
                pass


def _read_departures(seen: BoardSeen, facts: Facts) -> None:
    laid: list[OnBoard] = []
    for when, event in enumerate(seen.history):
        match event:
            case Placed(seat, bone, first, second):
                facts.departures[seat].append(Departure(when, bone))
                laid.append(OnBoard(bone, first, second))
            case Pitted(seat):
                facts.departures[seat].append(Departure(when, None))
                facts.bars[seat].append((when, Tiling(seen.board, tuple(laid)).fitting))
            case _:
                pass
    for seat, count in enumerate(seen.counts):
        facts.departures[seat] += [Departure(NEVER, None)] * count


def _world(seen: BoardSeen, facts: Facts, rng: Rng) -> tuple[list[list[Bone]], list[Bone]]:
    """Match departures to arrivals, then bones to both; raises :class:`NoWorldFound` if stuck."""
    left = Counter(dominoes(seen.setup))
    traced = facts.traced(left, rng)

    def meets(departure: Departure, arrival: Arrival) -> bool:
        if arrival.shown and arrival.owner in traced and departure.bone is not arrival.shown:
            return False
        return facts.meets(departure, arrival)

    stays = [
        Stay(arrival, departure)
        for seat, arrivals in facts.arrivals.items()
        for arrival, departure in zip(
            arrivals, assign(facts.departures[seat], arrivals, meets, rng), strict=True
        )
    ]
    left.subtract([*facts.own, *(stay.known for stay in stays if stay.known is not None)])
    places = [stay for stay in stays if stay.known is None] + [Stay()] * seen.boneyard
    found = iter(assign(list(left.elements()), places, facts.allows, rng))
    hands: list[list[Bone]] = [[] for _ in seen.counts]
    if seen.seat is not None:
        hands[seen.seat] += seen.hand
    for stay in stays:
        bone = stay.known or next(found)
        if stay.arrival is not None and stay.departure is not None and stay.departure.gone == NEVER:
            hands[stay.arrival.owner].append(bone)
    return hands, list(found)
