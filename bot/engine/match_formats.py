"""Formats of a match: a race to a target, a set number of rounds, or the last one standing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.engine.contract import Outcome, Seat, Setup

TARGET, LAST, ALL_OUT, PLAYED_OUT = "target", "last", "all out", "played out"
"""The reasons a match ended: a total reached the target, one player was left, all who were left
were eliminated at once, or the agreed number of rounds was played."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """The agreed length of a match."""

    goal: int | None = None
    """The total that the match is played to; ``None`` if it is not."""
    rounds: int | None = None
    """The number of rounds in the match; ``None`` if it is open."""
    counted: bool = True
    """True if points are counted at all."""


class MatchFormat(Protocol):
    """The format of a match: when it ends, who wins and who plays the next round."""

    def terms(self, setup: Setup) -> MatchLength:
        """Return what the format means with these options."""

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the match's outcome after the round ``played``; ``None`` if another follows."""

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return the seats that play the next round; by default all."""
        del totals
        return setup.seats


@dataclass(frozen=True, slots=True)
class RaceTo(MatchFormat):
    """A match until somebody reaches the target; the highest total wins (BLOCK-10, DRAW-8)."""

    target: Callable[[Setup], int | None]
    """The target; ``None`` for a match of one round, whose winner wins the match (BLIND-9)."""
    play_off: Callable[[Setup], bool] = lambda _: False
    """Returns True if a shared highest total means another round (FIVES-10)."""
    counted: bool = False
    """True if points are counted in a match of one round, too."""

    def terms(self, setup: Setup) -> MatchLength:
        """Return the target, or one round."""
        target = self.target(setup)
        return (
            MatchLength(rounds=1, counted=self.counted)
            if target is None
            else MatchLength(goal=target)
        )

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome once a total has reached the target, or after the only round."""
        target = self.target(setup)
        if target is None:
            return Outcome(played.winners, totals, played.reason)
        winners = _leaders(totals)
        if max(totals) < target or (len(winners) > 1 and self.play_off(setup)):
            return None
        return Outcome(winners, totals, TARGET)


@dataclass(frozen=True, slots=True)
class FixedRounds(MatchFormat):
    """A match of a set number of rounds; the highest total wins, and ties share (SQ-16)."""

    rounds: int

    def terms(self, setup: Setup) -> MatchLength:
        """Return the number of rounds; points add up until the last is over."""
        del setup
        return MatchLength(rounds=self.rounds)

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome after the last round."""
        del played
        number = 1 if setup.previous is None else setup.previous.number + 1
        return Outcome(_leaders(totals), totals, PLAYED_OUT) if number >= self.rounds else None


@dataclass(frozen=True, slots=True)
class LastStanding(MatchFormat):
    """A match with penalties: whoever reaches the limit is out, the last left wins (CROSS-12)."""

    limit: int

    def terms(self, setup: Setup) -> MatchLength:
        """Return the limit; the match lasts as many rounds as it takes."""
        del setup
        return MatchLength(goal=self.limit)

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome once one seat is left; if none is, the round's lowest total wins."""
        del played
        survivors = self.survivors(setup, totals)
        if len(survivors) > 1:
            return None
        if survivors:
            return Outcome(survivors, totals, LAST)
        least = min(totals[seat] for seat in setup.seats)
        lowest = tuple(seat for seat in setup.seats if totals[seat] == least)
        return Outcome(lowest, totals, ALL_OUT)

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return the seats of the round that are below the limit."""
        return tuple(seat for seat in setup.seats if totals[seat] < self.limit)


def _leaders(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest total."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
