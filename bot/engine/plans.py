"""Formats of a match: a race to a target, a set number of rounds, or the last one standing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.engine.contract import Outcome, Seat, Setup

TARGET, LAST, ALL_OUT, PLAYED_OUT = "target", "last", "all out", "played out"
"""The reasons a match ended: a total reached the target, one player was left, all who were left
were eliminated at once, or the agreed number of rounds was played."""


class MatchFormat(Protocol):
    """The format of a match: when it ends, who wins and who plays the next round."""

    def goal(self, setup: Setup) -> int | None:
        """Return the total that the match is played to; ``None`` if it is not."""

    def length(self, setup: Setup) -> int | None:
        """Return the number of rounds in the match; ``None`` if it is open."""

    def counts(self, setup: Setup) -> bool:
        """Return whether points are counted at all."""

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the match's outcome after the round ``played``; ``None`` if another follows."""

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return the seats that play the next round."""


@dataclass(frozen=True, slots=True)
class RaceTo:
    """A match until somebody reaches the target; the highest total wins (BLOCK-10, DRAW-8)."""

    target: Callable[[Setup], int | None]
    """The target; ``None`` for a match of one round, whose winner wins the match (BLIND-9)."""
    play_off: Callable[[Setup], bool] = lambda _: False
    """Returns True if a shared highest total means another round (FIVES-10)."""
    counted: bool = False
    """True if points are counted in a match of one round, too."""

    def goal(self, setup: Setup) -> int | None:
        """Return the target."""
        return self.target(setup)

    def length(self, setup: Setup) -> int | None:
        """Return 1 without a target, else ``None``."""
        return 1 if self.target(setup) is None else None

    def counts(self, setup: Setup) -> bool:
        """Return True if there is a target or a single round is counted."""
        return self.counted or self.target(setup) is not None

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome once a total has reached the target, or after the only round."""
        target = self.target(setup)
        if target is None:
            return Outcome(played.winners, totals, played.reason)
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        if best < target or (len(winners) > 1 and self.play_off(setup)):
            return None
        return Outcome(winners, totals, TARGET)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return all seats."""
        del totals
        return setup.seats


@dataclass(frozen=True, slots=True)
class FixedRounds:
    """A match of a set number of rounds; the highest total wins, and ties share (SQ-16)."""

    rounds: int

    def goal(self, setup: Setup) -> int | None:
        """Return ``None``: points add up until the last round is over."""
        del setup
        return None

    def length(self, setup: Setup) -> int | None:
        """Return the set number."""
        del setup
        return self.rounds

    def counts(self, setup: Setup) -> bool:
        """Return True."""
        del setup
        return True

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome after the last round."""
        del played
        number = 1 if setup.previous is None else setup.previous.number + 1
        if number < self.rounds:
            return None
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        return Outcome(winners, totals, PLAYED_OUT)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return all seats."""
        del totals
        return setup.seats


@dataclass(frozen=True, slots=True)
class LastStanding:
    """A match with penalties: whoever reaches the limit is out, the last left wins (CROSS-12)."""

    limit: int

    def goal(self, setup: Setup) -> int | None:
        """Return the limit."""
        del setup
        return self.limit

    def length(self, setup: Setup) -> int | None:
        """Return ``None``: the match lasts as many rounds as it takes."""
        del setup
        return None

    def counts(self, setup: Setup) -> bool:
        """Return True."""
        del setup
        return True

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome once one seat is left; if none is, the round's lowest total wins."""
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
        """Return the seats of the round that are below the limit."""
        return tuple(seat for seat in setup.seats if totals[seat] < self.limit)
