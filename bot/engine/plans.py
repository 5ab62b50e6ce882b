"""How rounds lead to a match: a race to a target, or the last one standing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.engine.contract import Outcome, Seat, Setup

TARGET, LAST, ALL_OUT, PLAYED_OUT = "target", "last", "all out", "played out"
"""Why a match ended: a total reached the target, one was left, all left were out at once, or the
agreed number of rounds was played."""


class Plan(Protocol):
    """How rounds lead to a match."""

    def goal(self, setup: Setup) -> int | None:
        """The total that the match is played to, if it is."""

    def length(self, setup: Setup) -> int | None:
        """How many rounds the match has, where that is set."""

    def counts(self, setup: Setup) -> bool:
        """Whether points are counted at all."""

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """The match's outcome after the round ``played``; ``None`` when another one follows."""

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Who plays the next round."""


@dataclass(frozen=True, slots=True)
class RaceTo:
    """Rounds until somebody has at least the target; the highest total wins (BLOCK-10, DRAW-8)."""

    target: Callable[[Setup], int | None]
    """``None``: there is one round, and its winner is the match's (BLIND-9)."""
    play_off: Callable[[Setup], bool] = lambda _: False
    """Whether a shared highest total means another round (FIVES-10)."""
    counted: bool = False
    """Whether points are counted in a single round, too."""

    def goal(self, setup: Setup) -> int | None:
        """The target."""
        return self.target(setup)

    def length(self, setup: Setup) -> int | None:
        """One, without a target."""
        return 1 if self.target(setup) is None else None

    def counts(self, setup: Setup) -> bool:
        """On the way to a target, and where a single round is counted."""
        return self.counted or self.target(setup) is not None

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Over when a total has reached the target."""
        target = self.target(setup)
        if target is None:
            return Outcome(played.winners, totals, played.reason)
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        if best < target or (len(winners) > 1 and self.play_off(setup)):
            return None
        return Outcome(winners, totals, TARGET)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Everybody."""
        del totals
        return setup.seats


@dataclass(frozen=True, slots=True)
class SetNumber:
    """A set number of rounds; the highest total wins, and ties share (SQ-16)."""

    rounds: int

    def goal(self, setup: Setup) -> int | None:
        """None: points are gathered until the last round is over."""
        del setup
        return None

    def length(self, setup: Setup) -> int | None:
        """That number."""
        del setup
        return self.rounds

    def counts(self, setup: Setup) -> bool:
        """Always."""
        del setup
        return True

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Over after the last round."""
        del played
        number = 1 if setup.previous is None else setup.previous.number + 1
        if number < self.rounds:
            return None
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        return Outcome(winners, totals, PLAYED_OUT)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Everybody."""
        del totals
        return setup.seats


@dataclass(frozen=True, slots=True)
class LastStanding:
    """Points are penalties: who has the limit is out, and the last one left wins (CROSS-12)."""

    limit: int

    def goal(self, setup: Setup) -> int | None:
        """The limit."""
        del setup
        return self.limit

    def length(self, setup: Setup) -> int | None:
        """As many as it takes."""
        del setup
        return None

    def counts(self, setup: Setup) -> bool:
        """Always."""
        del setup
        return True

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Over when one is left; when all went out at once, for the lowest total among them."""
        del played
        left = self.survivors(setup, totals)
        if len(left) > 1:
            return None
        if left:
            return Outcome(left, totals, LAST)
        least = min(totals[seat] for seat in setup.seats)
        lowest = tuple(seat for seat in setup.seats if totals[seat] == least)
        return Outcome(lowest, totals, ALL_OUT)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Those of the round who are below the limit."""
        return tuple(seat for seat in setup.seats if totals[seat] < self.limit)
