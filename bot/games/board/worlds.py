"""Worlds that agree with what a seat has seen of a game on a board.

A domino comes into a hand when it is dealt or drawn, which is an *arrival*, and leaves it when it
is placed or put into the pit, or stays to the end: a *fate*. Everybody sees when, nobody sees which
arrival had which fate. So first the fates of every other hand are given to its arrivals, then the
dominoes that nobody has seen are put where they can have been.

Two things are known of a hidden domino. Who was dealt it showed his lowest domino, so it has no
fewer dots. And whoever discards can place nothing, so at such a moment it fitted nowhere (DDD-5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.domino.bone import Bone
from bot.domino.worlds import assign
from bot.engine.contract import Event, Rng, Seat
from bot.games.board.events import BoardDealt, BoardEnded, LowestShown, Pitted, Placed
from bot.games.board.seen import BoardSeen
from bot.games.board.table import HAND, BoardTable, dominoes, dots_first, without
from bot.games.board.tiling import OnBoard, Tiling
from bot.games.events import Drew

_NEVER = 1 << 30
_TRIES = 100
"""Fates that are tried: some, rarely, leave no place for a hidden domino."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A domino coming into another seat's hand."""

    owner: Seat
    born: int
    """When, as the index in the history."""
    least: tuple[int, int] = (0, 0)
    """Of one that was dealt: it does not come before this in the order of dots (DDD-3)."""
    shown: Bone | None = None
    """What it is, of the one that was shown."""


@dataclass(frozen=True, slots=True)
class _Fate:
    """What becomes of a domino in a hand."""

    gone: int
    """When it leaves the hand."""
    bone: Bone | None
    """What it is, if that was seen: when it was placed, or at the end."""


@dataclass(frozen=True, slots=True)
class _Life:
    """An arrival and its fate; or, without them, a domino in the boneyard."""

    arrival: _Arrival | None = None
    fate: _Fate | None = None

    @property
    def known(self) -> Bone | None:
        """What it is, if that was seen."""
        if self.arrival is None or self.fate is None:
            return None
        return self.fate.bone or self.arrival.shown


@dataclass(slots=True)
class _Facts:
    """The history, read once."""

    own: list[Bone] = field(default_factory=list)
    """All that the seat itself has held."""
    arrivals: dict[Seat, list[_Arrival]] = field(default_factory=dict)
    """Of each other seat, in their order."""
    fates: dict[Seat, list[_Fate]] = field(default_factory=dict)
    """Of each other seat."""
    bars: dict[Seat, list[tuple[int, frozenset[Bone]]]] = field(default_factory=dict)
    """When a seat could place nothing, and what would have fitted."""

    def allows(self, bone: Bone, life: _Life) -> bool:
        """Whether a domino can have come then and become that."""
        arrival, fate = life.arrival, life.fate
        if arrival is None or fate is None:
            return True
        return dots_first(bone) >= arrival.least and not any(
            arrival.born < when <= fate.gone and bone in fitting
            for when, fitting in self.bars[arrival.owner]
        )

    def meets(self, fate: _Fate, arrival: _Arrival) -> bool:
        """Whether that can have become of what came then."""
        if fate.gone < arrival.born:
            return False
        bone = fate.bone or arrival.shown
        if bone is None:
            return True
        return arrival.shown in {None, bone} and self.allows(bone, _Life(arrival, fate))

    def traced(self, copies: Counter[Bone], rng: Rng) -> frozenset[Seat]:
        """Seats whose lowest domino must be one of those that were seen again.

        Where it could be another one that is alike, there may be too few of the face for that.
        """
        seen = Counter(self.own)
        again: dict[Bone, list[Seat]] = {}
        for seat, (first, *_) in self.arrivals.items():
            seen.update(fate.bone for fate in self.fates[seat] if fate.bone is not None)
            if (low := first.shown) is not None:
                seen[low] += 1
                met = any(f.bone is low and self.meets(f, first) for f in self.fates[seat])
                again.setdefault(low, []).extend([seat] if met else [])
        found: set[Seat] = set()
        for low, seats in again.items():
            rng.shuffle(seats)
            found.update(seats[: max(0, seen[low] - copies[low])])
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class _World:
    """What every hidden domino is."""

    came: dict[Seat, list[Bone]]
    """To each other seat, in their order."""
    pitted: dict[int, Bone]
    """At that moment, by another seat."""
    stock: tuple[Bone, ...]


def imagined(seen: BoardSeen, rng: Rng) -> BoardTable:
    """A table that agrees with everything ``seen``, once there was a deal."""
    facts = _read(seen)
    for _ in range(_TRIES):
        try:
            return _table(seen, _world(seen, facts, rng))
        except ValueError:
            continue
    raise ValueError("no world agrees with what was seen")


def _read(seen: BoardSeen) -> _Facts:
    facts = _Facts()
    for seat in range(seen.setup.table):
        facts.arrivals[seat], facts.fates[seat], facts.bars[seat] = [], [], []
    _read_arrivals(seen, facts)
    _read_fates(seen, facts)
    if seen.seat is not None:
        del facts.arrivals[seen.seat]
    return facts


def _read_arrivals(seen: BoardSeen, facts: _Facts) -> None:
    for when, event in enumerate(seen.history):
        match event:
            case BoardDealt(hands) if seen.seat is not None:
                facts.own += hands[seen.seat] or ()
            case LowestShown(bones):
                for seat, low in enumerate(bones):
                    dealt = _Arrival(seat, when, dots_first(low))
                    others = [dealt] * (HAND - 1)
                    facts.arrivals[seat] += [replace(dealt, shown=low), *others]
            case Drew(seat, bone):
                facts.arrivals[seat].append(_Arrival(seat, when))
                facts.own += [] if bone is None else [bone]
            case _:
                pass


def _read_fates(seen: BoardSeen, facts: _Facts) -> None:
    laid: list[OnBoard] = []
    for when, event in enumerate(seen.history):
        match event:
            case Placed(seat, bone, first, second):
                facts.fates[seat].append(_Fate(when, bone))
                laid.append(OnBoard(bone, first, second))
            case Pitted(seat):
                facts.fates[seat].append(_Fate(when, None))
                facts.bars[seat].append((when, Tiling(seen.board, tuple(laid)).fitting))
            case BoardEnded(hands=hands):
                for seat, hand in enumerate(hands):
                    facts.fates[seat] += [_Fate(_NEVER, bone) for bone in hand]
            case _:
                pass
    if seen.outcome is None:
        for seat, count in enumerate(seen.counts):
            facts.fates[seat] += [_Fate(_NEVER, None)] * count


def _world(seen: BoardSeen, facts: _Facts, rng: Rng) -> _World:
    """Fates for the arrivals, then dominoes for both; raises ``ValueError`` when they get stuck."""
    left = Counter(dominoes(seen.setup))
    traced = facts.traced(left, rng)

    def meets(fate: _Fate, arrival: _Arrival) -> bool:
        if arrival.shown and arrival.owner in traced and fate.bone is not arrival.shown:
            return False
        return facts.meets(fate, arrival)

    lives = [
        _Life(arrival, fate)
        for seat, arrivals in facts.arrivals.items()
        for arrival, fate in zip(
            arrivals, assign(facts.fates[seat], arrivals, meets, rng), strict=True
        )
    ]
    known = [life.known for life in lives]
    left.subtract([*facts.own, *(bone for bone in known if bone is not None)])
    places = [life for life in lives if life.known is None] + [_Life()] * seen.boneyard
    found = iter(assign(list(left.elements()), places, facts.allows, rng))
    came: dict[Seat, list[Bone]] = {seat: [] for seat in facts.arrivals}
    pitted: dict[int, Bone] = {}
    for life, seen_bone in zip(lives, known, strict=True):
        bone = seen_bone or next(found)
        if life.arrival is not None and life.fate is not None:
            came[life.arrival.owner].append(bone)
            pitted[life.fate.gone] = bone
    return _World(came, pitted, tuple(found))


def _table(seen: BoardSeen, world: _World) -> BoardTable:
    """The table that the history leads to."""
    history = tuple(_filled(seen, world))
    table = seen.setup.table
    hands: list[tuple[Bone, ...]] = [()] * table
    pits: list[tuple[Bone, ...]] = [()] * table
    for event in history:
        match event:
            case BoardDealt(dealt):
                hands = [hand or () for hand in dealt]
            case Drew(seat, bone) if bone is not None:
                hands[seat] = (*hands[seat], bone)
            case Placed(seat, bone):
                hands[seat] = without(hands[seat], bone)
            case Pitted(seat, bone) if bone is not None:
                hands[seat], pits[seat] = without(hands[seat], bone), (*pits[seat], bone)
            case _:
                pass
    return BoardTable(
        seen.setup,
        None,
        seen.leader,
        seen.setup.seats[0] if seen.mover is None else seen.mover,
        tuple(hands),
        world.stock,
        tuple(pits),
        Tiling(seen.board, seen.laid),
        seen.positions,
        seen.after,
        history,
        seen.outcome,
    )


def _filled(seen: BoardSeen, world: _World) -> Iterator[Event]:
    """The history as one who saw everything would tell it."""
    coming = {seat: iter(bones) for seat, bones in world.came.items()}
    for when, event in enumerate(seen.history):
        match event:
            case BoardDealt(hands, counts):
                dealt = tuple(
                    hand or tuple(next(coming[seat]) for _ in range(count))
                    for seat, (hand, count) in enumerate(zip(hands, counts, strict=True))
                )
                yield replace(event, hands=dealt)
            case Drew(seat, None):
                yield replace(event, bone=next(coming[seat]))
            case Pitted(bone=None):
                yield replace(event, bone=world.pitted[when])
            case _:
                yield event
