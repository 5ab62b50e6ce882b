"""What a seat sees of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Lot, Move, Observation, Outcome, Seat, Setup, Shuffle


class RoundSeen(Observation, Protocol):
    """What the observation of any game tells of a round."""

    @property
    def setup(self) -> Setup:
        """Who plays this round, and what was agreed."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Pieces held, by seat; empty before the deal."""

    @property
    def history(self) -> tuple[Event, ...]:
        """All that happened in the round, as the seat saw it."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the round is over."""


class Limit(Enum):
    """What an opening takes by the rules of the game, if not every bone that fits."""

    DOUBLE = "double"
    """Only the double of its number."""
    CLOSED = "closed"
    """Nothing, for now or for good."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A round of the family as one seat (``None``: a spectator) sees it.

    There is no place in it for another hand.
    """

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
    limits: Mapping[str, Limit]
    """The openings that do not take every bone that fits."""
    leader: Seat | None
    earned: tuple[int, ...]
    """Points made by plays in this round, by seat."""
    history: tuple[Event, ...]
    """All that happened in the round, as the seat saw it."""
    outcome: Outcome | None
