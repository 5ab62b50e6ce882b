"""The part of an observation that all games share."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.contract import Event, Lot, Move, Outcome, Seat, Setup, Shuffle


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as one seat sees it (``None``: a spectator); each game adds what it shows."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    counts: tuple[int, ...]
    """The number of pieces held, by seat; empty before the deal."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All events of the round, as the seat saw them."""
    outcome: Outcome | None

    @property
    def is_guess(self) -> bool:
        return False


SharedView: TypeAlias = tuple[
    Setup,
    Seat | None,
    frozenset[Seat],
    tuple[Move, ...],
    Shuffle | Lot | None,
    tuple[int, ...],
    Seat | None,
    tuple[Event, ...],
    Outcome | None,
]
"""The values of the fields of :class:`RoundSeen`, in their order."""
