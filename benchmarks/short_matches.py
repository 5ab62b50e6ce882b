"""Seasons of matches that are full or short: do ratings order people as well by short ones?

``python -m benchmarks.short_matches`` prints the numbers in ADR 35.
Nobody plays: a match is a sum of strength and luck over its rounds, and short ones have fewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import sqrt
from random import Random
from statistics import fmean

from bot.scores.rating import FRESH, Rating, rated

PEOPLE, AT_A_TABLE = 40, 4
SPREAD = 4.0
"""The difference between the strongest and the weakest, in deviations of a full match's luck."""


class Season(Enum):
    """Who plays which matches; the rounds are as many in each."""

    FULL = "full matches only"
    SHORT = "short matches only"
    MIXED = "half of the rounds are in short matches"
    APART = "half of the people play full matches, the others short ones, and now and then all meet"


@dataclass
class People:
    """People by number, each stronger than the one before by the same amount."""

    rng: Random
    knows_lengths: bool = True
    """False if every match is rated as if it were a full one."""
    ratings: list[Rating] = field(default_factory=lambda: [FRESH] * PEOPLE)

    def play(self, table: Sequence[int], share: float) -> None:
        """Play a match of that part of a full one's rounds, and rate it."""
        luck = (self.rng.gauss(0, 1) / sqrt(share) for _ in table)
        made = [SPREAD * each / (PEOPLE - 1) + own for each, own in zip(table, luck, strict=True)]
        places = [sorted(made, reverse=True).index(each) + 1 for each in made]
        before = [[self.ratings[each]] for each in table]
        known = share if self.knows_lengths else 1.0
        for each, (new,) in zip(
            table, rated(before, places, [[1.0]] * len(table), known), strict=True
        ):
            self.ratings[each] = new

    def season(self, kind: Season, matches: float, share: float) -> None:
        """Play as many rounds as that many full matches have."""
        everybody, left = range(PEOPLE), matches
        while left > 0:
            short = kind is Season.SHORT
            if kind in {Season.MIXED, Season.APART}:
                short = self.rng.random() < 1 / (1 + share)
            those: Sequence[int] = everybody
            if kind is Season.APART and self.rng.random() > 0.2:
                those = everybody[short::2]
            part = share if short else 1.0
            self.play(self.rng.sample(those, AT_A_TABLE), part)
            left -= part

    @property
    def agreement(self) -> float:
        """Spearman's rank correlation of the ratings shown with strength: 1 if all are in order."""
        order = sorted(range(PEOPLE), key=lambda each: (self.ratings[each].shown, each))
        apart = sum((rank - person) ** 2 for rank, person in enumerate(order))
        return 1 - 6 * apart / (PEOPLE * (PEOPLE**2 - 1))


def agreement(
    kind: Season, each: int, share: float, *, seasons: int, knows_lengths: bool = True
) -> float:
    """Return the mean agreement after rounds of ``each`` full matches for everybody."""
    found = []
    for seed in range(seasons):
        people = People(Random(seed), knows_lengths)
        people.season(kind, each * PEOPLE / AT_A_TABLE, share)
        found.append(people.agreement)
    return fmean(found)


def main() -> None:
    for each in (10, 40):
        print(f"rounds of {each} full matches for everybody")
        for kind in Season:
            for share in (1 / 2, 1 / 6) if kind is not Season.FULL else (1.0,):
                known, ignored = (
                    agreement(kind, each, share, seasons=10, knows_lengths=knows)
                    for knows in (True, False)
                )
                told = f"  {kind.value}, 1/{1 / share:.0f}: {known:.3f}"
                print(f"{told}, with full weight {ignored:.3f}")


if __name__ == "__main__":
    main()
