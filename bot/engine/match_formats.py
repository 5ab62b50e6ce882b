"""Formats of a match: races to a target, a set number of rounds, or the last one standing."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Protocol

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat, Setup, Value

TARGET, LAST, ALL_OUT, ONE_OUT = "target", "last", "all out", "one out"
PLAYED_OUT = "played out"
"""The reasons a match ended: a total reached the target, one player was left, all who were left
were eliminated at once, the first was, or the agreed number of rounds was played."""

_TYPICAL = 0.4
"""The difference in points that a round typically makes, as a share of the target."""


class MatchLength(Value):
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

    def totals(self, setup: Setup, before: tuple[int, ...], played: Outcome) -> tuple[int, ...]:
        """Return the totals after the round ``played``: the sums, unless the format counts so."""
        return tuple(map(sum, zip(before, played.points, strict=True)))

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the match's outcome after the round ``played``; ``None`` if another follows."""

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        return setup.seats

    def standing(self, setup: Setup, totals: tuple[int, ...]) -> tuple[float, ...]:
        """Return how far each seat is ahead, in typical differences of a round."""

    def win_chances(
        self, setup: Setup, totals: tuple[int, ...], played: Outcome
    ) -> tuple[float, ...]:
        """Return each seat's chance to win the match after the round ``played``.

        It is certain once the match is over. Until then it is that of a lottery in which the side
        that is a typical difference ahead has e times as many tickets.
        """
        over = self.verdict(setup, totals, played)
        if over is not None:
            return shared_win(setup, replace(over, tally=played.tally))
        playing = self.survivors(setup, totals)
        tickets = dict.fromkeys(range(setup.seat_count), 0.0)
        standing = self.standing(setup, totals)
        best = max(standing[seat] for seat in playing)
        for seat in playing:
            tickets[seat] = exp(standing[seat] - best)
        sides = setup.partnerships or tuple((seat,) for seat in playing)
        whole = sum(tickets[side[0]] for side in sides)
        won = {seat: tickets[side[0]] / whole for side in sides for seat in side}
        return tuple(won.get(seat, 0.0) for seat in range(setup.seat_count))


@dataclass(frozen=True, slots=True)
class RaceTo(MatchFormat):
    """A match until somebody reaches the target; the highest total wins (BLOCK-10, DRAW-8)."""

    target: Callable[[Setup], int | None]
    """The target; ``None`` for a match of one round, whose winner wins the match (GEN-15)."""
    play_off: Callable[[Setup], bool] = lambda _: False
    """Returns True if a shared highest total means another round (FIVES-10)."""
    counted: bool = False
    """True if points are counted in a match of one round, too."""
    by_points: bool = False
    """True if the most points win a match of one round, whoever won the round (FIVES-10)."""
    swing: float | None = None
    """The typical difference in points that a round makes; ``None`` for a share of the target."""

    def terms(self, setup: Setup) -> MatchLength:
        target = self.target(setup)
        return (
            MatchLength(rounds=1, counted=self.counted)
            if target is None
            else MatchLength(goal=target)
        )

    def standing(self, setup: Setup, totals: tuple[int, ...]) -> tuple[float, ...]:
        """Return the totals in the typical difference of a round."""
        scale = self.swing or _TYPICAL * (self.target(setup) or 1)
        return tuple(total / scale for total in totals)

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        target = self.target(setup)
        if target is None:
            winners = _leaders(totals) if self.by_points else played.winners
            return Outcome(winners, totals, played.reason)
        if max(totals) < target:
            return None
        winners = _leaders(totals)
        are_tied = len({setup.side_of(seat) for seat in winners}) > 1
        return None if are_tied and self.play_off(setup) else Outcome(winners, totals, TARGET)


@dataclass(frozen=True, slots=True)
class SixLove(RaceTo):
    """A race in which the score is broken: when every side has points, all fall to 0 (JAM-8)."""

    breaks: Callable[[Setup], bool] = lambda _: True
    """Returns False if it is an ordinary race after all."""

    def totals(self, setup: Setup, before: tuple[int, ...], played: Outcome) -> tuple[int, ...]:
        after = RaceTo.totals(self, setup, before, played)
        is_broken = self.breaks(setup) and all(after[side[0]] for side in setup.sides)
        return (0,) * len(after) if is_broken else after

    def standing(self, setup: Setup, totals: tuple[int, ...]) -> tuple[float, ...]:
        """Return the totals so that each point counts twice as much as the one before it.

        A side with points keeps them only as long as it wins every round, about half of them.
        """
        if not self.breaks(setup):
            return RaceTo.standing(self, setup, totals)
        last = (self.target(setup) or 1) - 1
        return tuple(2.0 ** (total - last) if total else 0.0 for total in totals)


@dataclass(frozen=True, slots=True)
class FixedRounds(MatchFormat):
    """A match of a set number of rounds; the highest total wins, and ties share (SQ-16)."""

    rounds: Callable[[Setup], int]
    swing: float = 20
    """The typical difference in points that a round makes."""
    lowest: bool = False
    """True if the lowest total wins."""

    def terms(self, setup: Setup) -> MatchLength:
        return MatchLength(rounds=self.rounds(setup))

    def standing(self, setup: Setup, totals: tuple[int, ...]) -> tuple[float, ...]:
        """Return the totals in the typical difference of the rounds to come."""
        number = 1 if setup.previous is None else setup.previous.number + 1
        scale = self.swing * max(1, self.rounds(setup) - number) ** 0.5
        if self.lowest:
            scale = -scale
        return tuple(total / scale for total in totals)

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        number = 1 if setup.previous is None else setup.previous.number + 1
        over = number >= self.rounds(setup)
        if not over:
            return None
        best = tuple(-each for each in totals) if self.lowest else totals
        return Outcome(_leaders(best), totals, PLAYED_OUT)


@dataclass(frozen=True, slots=True)
class LastStanding(MatchFormat):
    """A match with penalties: whoever reaches the limit is out, the last left wins (CROSS-12)."""

    limit: Callable[[Setup], int | None]
    """The limit; ``None`` for one round, won by its winner, or else by the fewest penalties."""
    ends_early: Callable[[Setup], bool] = lambda _: False
    """Returns True if the match ends as soon as anybody is out; the fewest penalties win."""

    def terms(self, setup: Setup) -> MatchLength:
        limit = self.limit(setup)
        return MatchLength(rounds=1) if limit is None else MatchLength(goal=limit)

    def standing(self, setup: Setup, totals: tuple[int, ...]) -> tuple[float, ...]:
        """Return the penalties, the fewest being best, in the typical difference of a round."""
        return tuple(-total / (_TYPICAL * (self.limit(setup) or 1)) for total in totals)

    def verdict(self, setup: Setup, totals: tuple[int, ...], played: Outcome) -> Outcome | None:
        """Return the outcome once one seat is left; if none is, the round's lowest total wins."""
        survivors = self.survivors(setup, totals)
        least = min(totals[seat] for seat in setup.seats)
        lowest = tuple(seat for seat in setup.seats if totals[seat] == least)
        if self.limit(setup) is None:
            return Outcome(played.winners or lowest, totals, played.reason)
        if not survivors:
            return Outcome(lowest, totals, ALL_OUT)
        if len(survivors) == 1:
            return Outcome(survivors, totals, LAST)
        ends = self.ends_early(setup) and len(survivors) < setup.seat_count
        return Outcome(lowest, totals, ONE_OUT) if ends else None

    def survivors(self, setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        limit = self.limit(setup)
        return tuple(seat for seat in setup.seats if limit is None or totals[seat] < limit)


def shared_win(setup: Setup, over: Outcome) -> tuple[float, ...]:
    """Return each seat's part of a win: 1 for the only side that won, less if sides share it.

    A seat that plays alone always wins, so a lower tally counts as a greater chance.
    """
    if over.tally is not None and setup.seat_count == 1:
        return (1 / (1 + over.tally),)
    sides = setup.partnerships or tuple((seat,) for seat in range(setup.seat_count))
    winning = [side for side in sides if over.winners and set(side) & set(over.winners)]
    won = {seat: 1 / len(winning) for side in winning for seat in side}
    return tuple(won.get(seat, 0.0) for seat in range(setup.seat_count))


def tally_of(chance: float) -> int:
    """Return the tally that stands for a chance of a seat that plays alone, rounded."""
    return round(1 / max(chance, 0.001) - 1)


def _leaders(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    highest = max(totals)
    return tuple([seat for seat, total in enumerate(totals) if total == highest])
