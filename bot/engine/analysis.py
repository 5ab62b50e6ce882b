"""What computers say of moves: a hint before one, and the analysis of a match afterwards.

Judging the moves takes a search (:mod:`bot.ai.search`); these are its results, and what follows
from them by arithmetic alone.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from math import exp
from statistics import fmean
from typing import TypeAlias

from bot.engine.contract import Observation, Seat, Value


class Certainty(Enum):
    """How sure it is that the move is the best."""

    CLEAR = "clear"
    LIKELY = "likely"
    CLOSE = "close"
    """A close call: another move may be as good."""


class OnlyMove(Value, tag=True):
    """There is no other move."""


class Scores(Value, tag=True):
    """The move scores these points at once, more than the second-best."""

    points: int


class WinsAtOnce(Value, tag=True):
    """The move ends the round, and the seat wins it."""


class LeavesStuck(Value, tag=True):
    """An opponent, next in turn, can then only draw or pass more often."""

    seat: Seat
    share: float
    """The share of the worlds in which that is so, from 0 to 1."""
    otherwise: float
    """The same after the second-best move."""


class KeepsPlaying(Value, tag=True):
    """At its next turn, the seat can do more than draw or pass more often; shares as above."""

    share: float
    otherwise: float


class WinsRound(Value, tag=True):
    """The seat wins the round more often; shares as above."""

    share: float
    otherwise: float


class BetterPoints(Value, tag=True):
    """The points by which the round ends better for the seat, on average."""

    points: float


class BestOnAverage(Value, tag=True):
    """Played to the end of the round, the move came out best, and nothing else explains it."""


class LittleBetween(Value, tag=True):
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


WORLDS = 1_000
"""The number of worlds for which a move's wins and points are given."""


class RatedMove(Value):
    """A legal move, and what comes of it in :data:`WORLDS` worlds that agree with what is seen."""

    code: str
    wins: int
    """In how many the round is won; a shared win counts in part."""
    points: int
    """The points that these rounds bring beyond any other side, in all; below zero for others."""


LEAST_COST = 0.02
"""The smallest loss (:meth:`Analysis.loss`) of a move that is listed as one that mattered."""
KEY_DECISIONS = 3
"""The most decisions that an analysis points out."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A choice among several moves, compared with the move that was judged best.

    In a match played alone, a chance is 1 divided by 1 more than the result (a count of attempts or
    bones left, :attr:`~bot.engine.contract.Outcome.tally`), so a greater one is better there, too.
    """

    index: int
    """The index of the move in the log."""
    seat: Seat
    number: int
    """The number of the move among the moves of all seats in the match, from 1."""
    round: int
    """The round, from 1."""
    played: str
    """The code of the move that was made."""
    best: str
    """The code of the best move; that of ``played`` if no other is better by a standard error."""
    chance_played: float
    """The chance to win after the move that was made, from 0 to 1."""
    chance_best: float
    points_cost: float
    """The points by which the round brings less, on average; negative if it brings more."""
    standard_error: float
    """That of the difference between the two chances."""

    @property
    def cost(self) -> float:
        """The chance to win that the choice gave away; 0 for the best move."""
        return self.chance_best - self.chance_played


def accuracy_after(loss: float) -> float:
    """Return how accurate a move was that gave away ``loss`` of the chance to win, in per cent.

    This is the formula of lichess.org (https://lichess.org/page/accuracy) with the loss in per
    cent: a move that costs nothing has 100 %, one that costs 5 % has 80 %, one that costs 20 % has
    40 %.
    """
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * loss) - 3.1669))


@dataclass(frozen=True, slots=True)
class Analysis:
    seats: tuple[Seat, ...]
    decisions: tuple[JudgedDecision, ...]
    length: int
    result: tuple[float, ...] | None = None
    """The part of the win that each seat got in the end, by seat; ``None`` if the match is not
    over."""
    alone: bool = False
    """True if the match was played alone."""

    def of(self, seats: Collection[Seat]) -> tuple[JudgedDecision, ...]:
        return tuple(each for each in self.decisions if each.seat in seats)

    def at(self, index: int) -> JudgedDecision:
        """Return the decision at an index of the log; raises ``KeyError`` if there was none."""
        for each in self.decisions:
            if each.index == index:
                return each
        raise KeyError(index)

    def accuracy(self, seat: Seat) -> float | None:
        """Return the average accuracy of a seat's decisions, in per cent; ``None`` without any."""
        own = self.of((seat,))
        if not own:
            return None
        return fmean(accuracy_after(self.loss(each)) for each in own)

    def loss(self, decision: JudgedDecision) -> float:
        """Return what a decision cost: a chance to win, or alone the part of the best result."""
        return decision.cost / (decision.chance_best or 1.0) if self.alone else decision.cost

    def key_decisions(self, seats: Collection[Seat] | None = None) -> tuple[JudgedDecision, ...]:
        """Return the decisions that cost most, of these seats or of all, in their order."""
        costly = [
            each
            for each in self.of(self.seats if seats is None else seats)
            if self.loss(each) >= LEAST_COST
        ]
        costly.sort(key=lambda each: -self.loss(each))
        return tuple(sorted(costly[:KEY_DECISIONS], key=lambda each: each.index))

    def curve(self, seat: Seat) -> tuple[tuple[int, float], ...]:
        """Return a seat's chance to win over the match, as pairs of log index and chance.

        There is a point for what each decision left, before them one for the first decision with
        best play, and after them the result.
        """
        own = self.of((seat,))
        if not own:
            return ()
        points = [(own[0].index, own[0].chance_best)]
        points += [(each.index + 1, each.chance_played) for each in own]
        if self.result is not None:
            points.append((self.length, self.result[seat]))
        return tuple(points)


def can_be_advised(seen: Observation) -> bool:
    """Return whether a hint can say anything: there is a choice, and it is not a mere guess."""
    return len(seen.legal) > 1 and not seen.is_guess
