"""Ratings of strength from results, with openskill's Plackett-Luce model.

A rating is a belief: a mean and its standard deviation. The number shown is a cautious estimate, so
it starts low, rises as the belief becomes more certain, and falls after a loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

ESTABLISHED = 10
"""The number of matches from which a rating is no longer provisional."""
CAREFUL = 3
"""The number of standard deviations subtracted from the mean for display."""
BASE, SCALE = 1000, 40
"""The rating shown for a beginner, and the points shown per unit of the model."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about somebody's strength, in one game or over all."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0
    """The number of results it is based on."""

    @property
    def shown(self) -> int:
        """The number that people see: 1000 for a beginner, about 2000 for a master."""
        return round(BASE + SCALE * (self.mu - CAREFUL * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """True if it is based on too few matches for a ranking."""
        return self.matches < ESTABLISHED


FRESH = Rating()
"""The rating of somebody who has not played yet."""

COMPUTERS = {"casual": Rating(17.5, 2.0), "steady": Rating(25.0, 2.0)}
"""The computers' ratings, by level. They are fixed and never change, whoever wins.

``steady`` has the mean of a beginner. ``casual`` is lower by an amount that fits their results: in
200 matches of each game in the catalogue except solitaire, ``steady`` won three out of four against
it (all in Memory, half in games of chance). A player who is as strong as one of them and meets both
settles within half a unit of its rating.
"""


def computer(level: str) -> Rating:
    """Return the rating of a computer; an unknown level gets that of ``steady``."""
    return COMPUTERS.get(level, COMPUTERS["steady"])


def rated(
    sides: Sequence[Sequence[Rating]], places: Sequence[int], weights: Sequence[Sequence[float]]
) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after a match between ``sides`` (single players, or partners).

    ``places`` are the places of the sides; lower is better, and ties have equal places. ``weights``
    say how much the match counts for each player, from 0 (not at all) to 1.
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
    """Return the rating moved by the fraction ``weight`` towards the new values."""
    return Rating(
        old.mu + weight * (mu - old.mu), old.sigma + weight * (sigma - old.sigma), old.matches + 1
    )
