"""A seat's view of a round."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Lot, Move, Observation, Outcome, Seat, Setup, Shuffle


class RoundSeen(Observation, Protocol):
    """The part of every game's observation that describes a round."""

    @property
    def setup(self) -> Setup:
        """The seats of this round and the options agreed."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of pieces held, by seat; empty before the deal."""

    @property
    def history(self) -> tuple[Event, ...]:
        """All events of the round, as the seat saw them."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the round is over."""


class Limit(Enum):
    """The limit of an opening that, by the rules, does not take every bone that fits."""

    DOUBLE = "double"
    """It takes only the double of its number."""
    CLOSED = "closed"
    """It takes nothing, for now or for good."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A round of the connecting family as one seat sees it (``None``: a spectator).

    It has no field for another seat's hand.
    """

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    hand: tuple[Bone, ...]
    counts: tuple[int, ...]
    """Number of bones held, by seat; empty before the deal."""
    boneyard: int
    """Number of bones that can be drawn."""
    stock: int
    """Number of bones not dealt or drawn, whether they can be drawn or not."""
    layout: Layout
    limits: Mapping[str, Limit]
    """The openings, by name, that do not take every bone that fits."""
    leader: Seat | None
    earned: tuple[int, ...]
    """Points scored by plays in this round, by seat."""
    history: tuple[Event, ...]
    """All events of the round, as the seat saw them."""
    outcome: Outcome | None
