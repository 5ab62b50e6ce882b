"""What the public history says about hidden bones, and worlds that agree with it.

A seat that draws or passes shows that it holds nothing that can be laid. So a bone that could have
been laid cannot have been in that hand, unless it was drawn later. Who must lead a certain bone
holds it. Each place of the deal therefore takes some bones and not others; a world puts every
hidden bone into a place that takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.domino.sets import DOUBLE_SIX
from bot.domino.worlds import assign
from bot.engine.contract import Event, Rng, Seat, Setup
from bot.games.connecting.scoring import Hands
from bot.games.events import Dealt, Drew, Lacking, Leads, Passed, Played, RoundEnded
from bot.games.seen import TableSeen

Fitting = Callable[[Setup, Layout], frozenset[Bone]]
"""The bones that can be laid at a table."""

_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class _Place:
    """A slot of the shuffle: whose it became, and when (index in the history)."""

    owner: Seat | None
    """``None`` for a bone that was never drawn."""
    born: int


@dataclass(slots=True)
class _Facts:
    """The history, read once."""

    places: list[_Place] = field(default_factory=list)
    known: list[Bone | None] = field(default_factory=list)
    """For each place its bone, if the observer has seen it there."""
    played: dict[Bone, tuple[Seat, int]] = field(default_factory=dict)
    shown: dict[Bone, Seat] = field(default_factory=dict)
    """Bones turned up at the end of the round, by owner."""
    holds: dict[Bone, Seat] = field(default_factory=dict)
    """Bones that a seat is known to have for the lead."""
    lacks: dict[Seat, list[tuple[int, frozenset[Bone]]]] = field(default_factory=dict)
    """When a seat showed that it holds none of certain bones."""

    def takes(self, bone: Bone, place: _Place) -> bool:
        """Whether ``bone`` can have come to ``place``."""
        owner, gone = self.played.get(bone, (None, _NEVER))
        if owner is not None and (owner != place.owner or place.born > gone):
            return False
        if self.shown and owner is None and self.shown.get(bone) != place.owner:
            return False
        if self.holds.get(bone, place.owner) != place.owner:
            return False
        if place.owner is None:
            return True
        return not any(
            place.born < when < gone and bone in bones
            for when, bones in self.lacks.get(place.owner, ())
        )


@dataclass(frozen=True, slots=True)
class World:
    """One way the hidden bones may lie."""

    hands: Hands
    stock: tuple[Bone, ...]
    history: tuple[Event, ...]
    """Of the observer, with what was hidden filled in."""
    dealt: Hands
    """The hands as they were dealt."""
    undealt: tuple[Bone, ...]
    """The stock as it was then, top first."""


def imagine_hands(seen: TableSeen, fitting: Fitting, rng: Rng) -> World:
    """A world that agrees with everything ``seen``; ``fitting`` says what could have been laid."""
    facts = _read(seen, fitting)
    hidden = [bone for bone in DOUBLE_SIX if bone not in facts.known]
    places = [place for place, bone in zip(facts.places, facts.known, strict=True) if bone is None]
    found = iter(assign(hidden, places, facts.takes, rng))
    order = [next(found) if bone is None else bone for bone in facts.known]
    return _world(seen, facts, order)


def _read(seen: TableSeen, fitting: Fitting) -> _Facts:
    facts, layout = _Facts(), Layout()
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                for seat, count in enumerate(counts):
                    hand = hands[seat]
                    facts.places += [_Place(seat, when)] * count
                    facts.known += hand if hand is not None else [None] * count
            case Lacking(seats, bones):
                for seat in seats:
                    facts.lacks.setdefault(seat, []).append((when, frozenset(bones)))
            case Leads(seat, bones=(bone,)):
                facts.holds[bone] = seat
            case Drew(seat, bone):
                facts.lacks.setdefault(seat, []).append((when, fitting(seen.setup, layout)))
                facts.places.append(_Place(seat, when))
                facts.known.append(bone)
            case Passed(seat):
                facts.lacks.setdefault(seat, []).append((when, fitting(seen.setup, layout)))
            case Played(seat, bone, at, lie=lie):
                facts.played[bone] = (seat, when)
                layout = layout.lay(bone, at, lie) if at else layout.lead(bone, lie)
            case RoundEnded(hands=hands):
                facts.shown = {bone: seat for seat, hand in enumerate(hands) for bone in hand}
            case _:
                pass
    facts.places += [_Place(None, _NEVER)] * seen.stock
    facts.known += [None] * seen.stock
    return facts


def _world(seen: TableSeen, facts: _Facts, order: list[Bone]) -> World:
    """The table that follows from the bones in the order of their places."""
    held: dict[Seat, list[Bone]] = {seat: [] for seat in range(len(seen.counts))}
    for place, bone in zip(facts.places, order, strict=True):
        if place.owner is not None and bone not in facts.played:
            held[place.owner].append(bone)
    hands = tuple(
        seen.hand if seat == seen.seat else tuple(held[seat]) for seat in range(len(seen.counts))
    )
    told = tuple(_filled(seen, iter(order)))
    dealt = next(event.hands for event in told if isinstance(event, Dealt))
    full = tuple(hand or () for hand in dealt)
    undealt = tuple(order[sum(map(len, full)) :])
    return World(hands, undealt[len(undealt) - seen.stock :], told, full, undealt)


def _filled(seen: TableSeen, order: Iterator[Bone]) -> Iterator[Event]:
    """The history as one who saw everything would tell it."""
    for event in seen.history:
        match event:
            case Dealt(counts=counts):
                hands = tuple(tuple(next(order) for _ in range(count)) for count in counts)
                yield replace(event, hands=hands)
            case Drew():
                yield replace(event, bone=next(order))
            case _:
                yield event
