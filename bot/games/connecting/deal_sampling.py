"""Deductions about hidden bones from the public history, and worlds that agree with it.

A seat that draws or passes shows that it holds no bone that can be laid. So a bone that could have
been laid cannot have been in that hand, unless it was drawn later. A seat that must lead a certain
bone holds it. Each slot of the deal therefore takes some bones and not others; a world puts every
hidden bone into a slot that takes it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Rng, Seat, Setup
from bot.games.common.deal_constraints import Slots
from bot.games.common.events import Drew, Leads, Passed
from bot.games.connecting.events import Dealt, Lacking, Played, RoundEnded
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.scoring import Hands

Fitting = Callable[[Setup, Layout], frozenset[Bone]]
"""A function that returns the bones that can be laid on a layout."""


@dataclass(frozen=True, slots=True)
class World:
    """One possible arrangement of the hidden bones."""

    hands: Hands
    stock: tuple[Bone, ...]
    history: tuple[Event, ...]
    """The observer's history, with the hidden bones filled in."""
    dealt: Hands
    """The hands as they were dealt."""
    undealt: tuple[Bone, ...]
    """The stock right after the deal, top first."""


def imagine_hands(seen: TableSeen, bones: tuple[Bone, ...], fitting: Fitting, rng: Rng) -> World:
    """Return a world that agrees with ``seen``; ``bones`` is the whole set.

    ``fitting`` gives the bones that could be laid.
    """
    facts = read(seen, fitting)
    order = facts.order((bone for bone in bones if bone not in facts.known), rng)
    return _world(seen, facts, order)


def read(seen: TableSeen, fitting: Fitting) -> Slots[Bone]:
    """Return what the history says about each slot of the deal."""
    facts, layout = Slots[Bone](), Layout()
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                facts.deal(hands, counts, when)
            case Lacking(seats, bones):
                for seat in seats:
                    facts.lack(seat, frozenset(bones), when)
            case Leads(seat, bones=(bone,)):
                facts.holds[bone] = seat
            case Drew(seat, bone):
                facts.lack(seat, fitting(seen.setup, layout), when)
                facts.draw(seat, bone, when)
            case Passed(seat):
                facts.lack(seat, fitting(seen.setup, layout), when)
            case Played(seat, bone, at, lie=lie):
                facts.played[bone] = (seat, when)
                layout = layout.lay(bone, at, lie) if at else layout.lead(bone, lie)
            case RoundEnded(hands=hands):
                facts.show(hands)
            case _:
                pass
    facts.leave(seen.stock)
    return facts


def _world(seen: TableSeen, facts: Slots[Bone], order: list[Bone]) -> World:
    """Build the world from the bones in the order of their slots."""
    held: dict[Seat, list[Bone]] = {seat: [] for seat in range(len(seen.counts))}
    for place, bone in zip(facts.slots, order, strict=True):
        if place.owner is not None and bone not in facts.played:
            held[place.owner].append(bone)
    hands = tuple(
        seen.hand if seat == seen.seat else tuple(held[seat]) for seat in range(len(seen.counts))
    )
    history = tuple(_filled(seen, iter(order)))
    dealt = next(event.hands for event in history if isinstance(event, Dealt))
    full = tuple(hand or () for hand in dealt)
    undealt = tuple(order[sum(map(len, full)) :])
    return World(hands, undealt[len(undealt) - seen.stock :], history, full, undealt)


def _filled(seen: TableSeen, order: Iterator[Bone]) -> Iterator[Event]:
    """Yield the events of the history with every hidden bone filled in."""
    for event in seen.history:
        match event:
            case Dealt():
                yield event.filled(order)
            case Drew():
                yield replace(event, bone=next(order))
            case _:
                yield event
