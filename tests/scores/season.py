"""A club whose members have true strengths, and the matches that they play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from bot.scores.rating import FRESH, Rating, rated

Sides = tuple[tuple[int, ...], ...]
"""Who plays on which side, by their numbers."""


@dataclass
class Club:
    """People by number, each as much stronger than the one before."""

    rng: Random
    strengths: Sequence[float]
    ratings: dict[int, Rating] = field(default_factory=dict)

    def night(self) -> Iterator[Sides]:
        """Everybody sits down once: at duels, at tables of three or four, or in partnerships."""
        people = [*range(len(self.strengths))]
        self.rng.shuffle(people)
        while len(people) > 1:
            kind = self.rng.choice(("duel", "duel", "three", "four", "partners"))
            many = min({"duel": 2, "three": 3}.get(kind, 4), len(people))
            table = [people.pop() for _ in range(many)]
            if kind == "partners" and many == 4:
                yield (table[0], table[2]), (table[1], table[3])
            else:
                yield tuple((each,) for each in table)

    def places(self, sides: Sides) -> list[int]:
        """How a match between them ends: by strength and luck, of which dominoes have plenty."""
        luck = [
            sum(self.strengths[each] for each in side) / len(side) + self.rng.gauss(0, 1)
            for side in sides
        ]
        best = sorted(luck, reverse=True)
        return [best.index(each) + 1 for each in luck]

    def rating(self, person: int) -> Rating:
        return self.ratings.get(person, FRESH)

    def play(self, sides: Sides, places: Sequence[int] | None = None, weight: float = 1.0) -> None:
        """A match that is rated."""
        places = self.places(sides) if places is None else places
        before = [[self.rating(each) for each in side] for side in sides]
        after = rated(before, places, [[weight] * len(side) for side in sides])
        for side, new in zip(sides, after, strict=True):
            self.ratings.update(zip(side, new, strict=True))


def club(seed: int, people: int = 30, spread: float = 4.0) -> Club:
    """``spread`` deviations of luck lie between the weakest and the strongest."""
    return Club(Random(seed), [spread * each / (people - 1) for each in range(people)])


def agreement(values: Sequence[float]) -> float:
    """Spearman's rank correlation of values with their own order: 1 where they only grow."""
    ranked = sorted(range(len(values)), key=values.__getitem__)
    many = len(values)
    apart = sum((rank - person) ** 2 for rank, person in enumerate(ranked))
    return 1 - 6 * apart / (many * (many**2 - 1))
