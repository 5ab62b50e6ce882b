"""Hints: the values that say which move is the best for a seat, and why."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.engine.contract import Seat


class Certainty(Enum):
    """How sure it is that the move is the best."""

    CLEAR = "clear"
    LIKELY = "likely"
    CLOSE = "close"
    """A close call: another move may be as good."""


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """There is no other move."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The move scores these points at once, more than the second-best."""

    points: int


@dataclass(frozen=True, slots=True)
class WinsAtOnce:
    """The move ends the round, and the seat wins it."""


@dataclass(frozen=True, slots=True)
class LeavesStuck:
    """An opponent, next in turn, can then only draw or pass more often."""

    seat: Seat
    share: float
    """The share of the worlds in which that is so, from 0 to 1."""
    otherwise: float
    """The same after the second-best move."""


@dataclass(frozen=True, slots=True)
class KeepsPlaying:
    """At its next turn, the seat can do more than draw or pass more often."""

    share: float
    """The share of the worlds in which that is so, from 0 to 1."""
    otherwise: float
    """The same after the second-best move."""


@dataclass(frozen=True, slots=True)
class WinsRound:
    """The seat wins the round more often."""

    share: float
    """The share of the worlds in which that is so, from 0 to 1."""
    otherwise: float
    """The same after the second-best move."""


@dataclass(frozen=True, slots=True)
class BetterPoints:
    """The points by which the round ends better for the seat, on average."""

    points: float


@dataclass(frozen=True, slots=True)
class BestOnAverage:
    """Played to the end of the round, the move came out best, and nothing else explains it."""


@dataclass(frozen=True, slots=True)
class LittleBetween:
    """The second-best move is about as good."""


Share: TypeAlias = LeavesStuck | KeepsPlaying | WinsRound
Reason: TypeAlias = (
    OnlyMove | Scores | WinsAtOnce | Share | BetterPoints | BestOnAverage | LittleBetween
)


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move of a seat, as far as its owner can know."""

    code: str
    chance: float
    """The chance to win the match with it, from 0 to 1; of a seat that plays alone, the greater
    the better."""
    certainty: Certainty
    second: str | None
    """The code of the second-best move; ``None`` if there is no other."""
    reason: Reason
