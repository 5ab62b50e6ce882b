"""How strong somebody is, as far as their results tell: openskill's model of Plackett and Luce.

A rating is a belief: a mean and how unsure it is. What is shown of it is an estimate on the careful
side, so it begins low, grows as the belief becomes surer, and falls for whoever loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

ESTABLISHED = 10
"""From so many matches on a rating is no longer provisional."""
CAREFUL = 3
"""So many deviations below the mean lies what is shown."""
BASE, SCALE = 1000, 40
"""What a beginner's rating is shown as, and how many points a unit of the model is worth."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about somebody's strength, in one game or over all."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0
    """How many results it rests on."""

    @property
    def shown(self) -> int:
        """The number people see: 1000 for a beginner, about 2000 for a master."""
        return round(BASE + SCALE * (self.mu - CAREFUL * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether it rests on too few matches to be ranked by."""
        return self.matches < ESTABLISHED


FRESH = Rating()
"""Of somebody who has not played yet."""

COMPUTERS = {"casual": Rating(17.5, 2.0), "steady": Rating(25.0, 2.0)}
"""The computers' ratings, by level. They are set and never change, whoever wins.

``steady`` stands where beginners are thought to stand. ``casual`` stands as far below as makes both
true to each other: in 200 matches of each game of the catalogue but the solitaire, ``steady`` won
three of four against it (of Memory all, of the games of chance half). Whoever plays as well as one
of them, and meets both, comes to rest within half a unit of its rating.
"""


def computer(level: str) -> Rating:
    """The rating of a computer; of a level that is not told apart, that of ``steady``."""
    return COMPUTERS.get(level, COMPUTERS["steady"])


def rated(
    sides: Sequence[Sequence[Rating]],
    places: Sequence[int],
    weights: Sequence[Sequence[float]],
) -> tuple[tuple[Rating, ...], ...]:
    """The ratings after a match between ``sides``: single players, or partners who share a place.

    ``places`` are those of the sides, the lowest first and equal where they tied; ``weights`` say
    for each player how much the match counts, from 0 (not at all) to 1.
    """
    before = [[_MODEL.rating(each.mu, each.sigma) for each in side] for side in sides]
    after = _MODEL.rate(before, ranks=[float(place) for place in places])
    return tuple(
        tuple(
            _moved(old, new.mu, new.sigma, weight)
            for old, new, weight in zip(side, moved, shares, strict=True)
        )
        for side, moved, shares in zip(sides, after, weights, strict=True)
    )


def _moved(old: Rating, mu: float, sigma: float, weight: float) -> Rating:
    """The part ``weight`` of the way to what the match alone would say."""
    return Rating(
        old.mu + weight * (mu - old.mu),
        old.sigma + weight * (sigma - old.sigma),
        old.matches + 1,
    )
