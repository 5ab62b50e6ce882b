"""Positions that agree with what a seat has seen of a game of Double Double Dominoes.

The facts are those of :mod:`~bot.games.double_double.deal_sampling`. A position needs only what the
others hold now and the order of the boneyard. So every other hand is followed through the history:
whenever a bone leaves it, one of the arrivals that are still in it and can have been that bone
is taken out at random. The hidden bones are then put where they can be.
"""

from collections import Counter
from operator import attrgetter
from typing import NamedTuple

from bot.domino.bone import Bone
from bot.domino.random_matching import NoWorldFound
from bot.engine.contract import Rng, Seat
from bot.games.double_double.deal_sampling import (
    NEVER,
    Departure,
    Facts,
    Stay,
    imagined,
    read_facts,
)
from bot.games.double_double.position import BoardPosition
from bot.games.double_double.table import BoardSeen, dominoes

_BY_CHOICES = attrgetter("choices")
_TRIES = 20
"""The most tries to follow the hands; after that, departures are matched to arrivals."""


class _Place(NamedTuple):
    """A place for a hidden bone in another seat's hand, or in its pit."""

    seat: Seat | None
    """The seat that holds it now; ``None`` for the pit."""
    allowed: frozenset[Bone]
    choices: int
    """How many of the hidden bones may be there; the places with the fewest are filled first."""


class BoardBelief:
    __slots__ = ("_hands", "_hidden", "_position", "_seen")

    def __init__(self, seen: BoardSeen) -> None:
        facts = read_facts(seen)
        self._seen = seen
        (mover,) = seen.to_act
        self._position = BoardPosition(seen, seen.laid, mover)
        left = Counter(dominoes(seen.setup))
        left.subtract(facts.own)
        for seat in facts.arrivals:
            left.subtract(
                [
                    departure.bone
                    for departure in facts.departures[seat]
                    if departure.bone is not None
                ]
            )
        self._hidden = list(left.elements())
        self._hands = [_Hand(facts, seat, self._hidden) for seat in facts.arrivals]

    def sample(self, rng: Rng) -> BoardPosition:
        """Return a random one; raises :class:`NoWorldFound` if there is none."""
        for _ in range(_TRIES):
            try:
                return self._sample(rng)
            except NoWorldFound:
                continue
        hands, stock = imagined(self._seen, rng)
        return self._position.dealt(hands, reversed(stock))

    def _sample(self, rng: Rng) -> BoardPosition:
        """Follow all hands, then put the hidden bones where they can be, the strictest first."""
        hidden = self._hidden[:]
        rng.shuffle(hidden)
        hands: list[list[Bone]] = [[] for _ in range(self._seen.setup.seat_count)]
        if self._seen.seat is not None:
            hands[self._seen.seat] += self._seen.hand
        places = [place for hand in self._hands for place in hand.sample_places(rng)]
        places.sort(key=_BY_CHOICES)
        for place in places:
            bone = _take(hidden, place.allowed)
            if place.seat is not None:
                hands[place.seat].append(bone)
        return self._position.dealt(hands, hidden)


class _Leaving(NamedTuple):
    departure: Departure
    arrived: int
    """How many bones had come to the hand by then."""
    fitting: frozenset[int]
    """The indices of the arrivals that can have been that bone."""


class _Hand:
    __slots__ = ("_arrivals", "_facts", "_hidden", "_leaving", "_places", "_seat")

    def __init__(self, facts: Facts, seat: Seat, hidden: list[Bone]) -> None:
        self._facts, self._seat, self._hidden = facts, seat, hidden
        self._arrivals = arrivals = facts.arrivals[seat]
        self._leaving = [
            _Leaving(
                departure,
                sum(each.born <= departure.gone for each in arrivals),
                frozenset(at for at, each in enumerate(arrivals) if facts.meets(departure, each)),
            )
            for departure in facts.departures[seat]
            if departure.gone != NEVER
        ]
        self._places: dict[tuple[int, int], _Place] = {}

    def sample_places(self, rng: Rng) -> list[_Place]:
        """Return a place for each hidden bone that is still in the hand or went into the pit.

        Raises :class:`NoWorldFound` where nothing that is left in hand can have been a bone.
        """
        held: list[int] = []
        places: list[_Place] = []
        arrived = 0
        for leaving in self._leaving:
            held += range(arrived, leaving.arrived)
            arrived = leaving.arrived
            at = self._pick_leaving(held, leaving, rng)
            held.remove(at)
            if leaving.departure.bone is None:
                places.append(self._place(at, leaving.departure.gone))
        held += range(arrived, len(self._arrivals))
        return places + [self._place(at, NEVER) for at in held]

    def _pick_leaving(self, held: list[int], leaving: _Leaving, rng: Rng) -> int:
        """Return which of the arrivals in hand the bone was that leaves it.

        A bone like the one shown as the lowest is nearly always that one: to be another one, it
        has to be the identical one among all hidden bones.
        """
        options = [at for at in held if at in leaving.fitting]
        if not options:
            raise NoWorldFound
        low, others = options[0], len(options) - 1
        shown = self._arrivals[low].shown
        if shown is not None and leaving.departure.bone is shown and others:
            known = len(self._hidden)
            if rng.random() * (known + others) < known:
                return low
            options = options[1:]
        return options[int(rng.random() * len(options))]

    def _place(self, at: int, gone: int) -> _Place:
        """Return the place of a hidden bone that arrived and left then; each is made only once."""
        known = self._places.get((at, gone))
        if known is None:
            arrival, stay = self._arrivals[at], Stay(self._arrivals[at], Departure(gone, None))
            bones = self._hidden if arrival.shown is None else [arrival.shown]
            allowed = [bone for bone in bones if self._facts.allows(bone, stay)]
            seat = self._seat if gone == NEVER else None
            known = self._places[at, gone] = _Place(seat, frozenset(allowed), len(allowed))
        return known


def _take(hidden: list[Bone], allowed: frozenset[Bone]) -> Bone:
    """Remove the last bone that is allowed from the hidden ones, which lie in random order."""
    for at in range(len(hidden) - 1, -1, -1):
        if hidden[at] in allowed:
            return hidden.pop(at)
    raise NoWorldFound
