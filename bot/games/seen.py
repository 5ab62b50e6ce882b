"""What a seat sees of a round of the family."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Lot, Move, Outcome, Seat, Setup, Shuffle


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A round as one seat (``None``: a spectator) sees it; there is no place for another hand."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    hand: tuple[Bone, ...]
    counts: tuple[int, ...]
    """Bones held, by seat; empty before the deal."""
    boneyard: int
    """Bones that can be drawn."""
    stock: int
    """Bones undealt and undrawn, drawable or not."""
    layout: Layout
    leader: Seat | None
    earned: tuple[int, ...]
    """Points made by plays in this round, by seat."""
    history: tuple[Event, ...]
    """All that happened in the round, as the seat saw it."""
    outcome: Outcome | None
