"""Ratings of strength from results, with openskill's Plackett-Luce model.

A rating is a belief: a mean and its standard deviation. The number shown is a cautious estimate, so
it starts low, rises as the belief becomes more certain, and falls after a loss.

A match counts less among players who meet repeatedly on one day. Friends may play all evening, but
two accounts that hand each other dozens of wins should move neither a rating nor a week's ranking.

A short match is more a matter of luck than a full one, and the model is told so
(docs/adr/0035-a-short-match-has-more-luck.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import fmean

from openskill.models import PlackettLuce

from bot.engine.seating import CASUAL, STEADY, STRONG

SHOWN_FROM = 5
"""The number of matches from which people see a rating; before that it says next to nothing."""
ESTABLISHED = 10
"""The number of matches from which a rating is no longer provisional."""
CAREFUL = 3
"""The number of standard deviations subtracted from the mean for display."""
BASE, SCALE = 1000, 40
"""The rating shown for a beginner, and the points shown per unit of the model."""
FREE = 3
"""The number of meetings of two players per day that count in full."""
GRAIN = 2**20
"""Weights are whole multiples of 1/GRAIN, so that their sums are exact in any order."""

SHARES = 64
"""Shares of a full match are whole multiples of 1/SHARES, so that sums stay exact."""

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
    def is_known(self) -> bool:
        """True if it is based on enough matches to be shown to people."""
        return self.matches >= SHOWN_FROM

    @property
    def is_provisional(self) -> bool:
        """True if it is based on too few matches for a ranking."""
        return self.matches < ESTABLISHED


FRESH = Rating()
"""The rating of somebody who has not played yet."""

COMPUTER_SIGMA = 2.0
"""The standard deviation of a computer's rating, which never changes: that of a person after about
a hundred matches. So a person as strong as a computer comes to be shown about the same number."""


def of_computer(shown: int) -> Rating:
    """Return the rating of a computer for which people see this number."""
    return Rating((shown - BASE) / SCALE + CAREFUL * COMPUTER_SIGMA, COMPUTER_SIGMA)


COMPUTERS = {CASUAL: of_computer(1460), STEADY: of_computer(1760), STRONG: of_computer(2060)}
"""The computers' ratings, by level, in a game in which they have not been measured.

``steady`` has the mean of a beginner, in every game. Here each of the others is as far from it as
if the stronger won three out of four matches between two. ``bot/ai/ratings.toml`` has those that
were measured. They are fixed and never change, whoever wins.
"""


def computer(level: str) -> Rating:
    """Return the rating of a computer; an unknown level gets that of ``steady``."""
    return COMPUTERS.get(level, COMPUTERS[STEADY])


def rated(
    sides: Sequence[Sequence[Rating]],
    places: Sequence[int],
    weights: Sequence[Sequence[float]],
    share: float = 1.0,
) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after a match between ``sides`` (single players, or partners).

    ``places`` are the places of the sides; lower is better, and ties have equal places. ``weights``
    say how much the match counts for each player, from 0 (not at all) to 1. ``share`` is how long
    the match is as a part of a full one.
    """
    before = [[_MODEL.rating(each.mu, each.sigma) for each in side] for side in sides]
    after = _model(share).rate(before, ranks=[float(place) for place in places])
    return tuple(
        tuple(
            Rating(
                old.mu + weight * (new.mu - old.mu),
                old.sigma + weight * (new.sigma - old.sigma),
                old.matches + 1,
            )
            for old, new, weight in zip(side, moved, shares, strict=True)
        )
        for side, moved, shares in zip(sides, after, weights, strict=True)
    )


@lru_cache(maxsize=SHARES)
def _model(share: float) -> PlackettLuce:
    """Return the model of a match of which luck decides as much as in that part of a full one.

    Points are sums over rounds, so luck and skill are both added up: after a part of the rounds,
    the deviation that luck causes is larger, compared with skill, by the root of that part.
    """
    return PlackettLuce(beta=_MODEL.beta / sqrt(share))


def worth(met: int) -> float:
    """Return the weight of a meeting after ``met`` earlier ones: 1, 1, 1, ½, ¼, ⅛ and so on."""
    return 0.5 ** max(met - FREE + 1, 0)


def weight(meetings: Iterable[int]) -> float:
    """Return the weight of a match for a player, from earlier meetings with each opponent."""
    met = [worth(each) for each in meetings]
    return round(GRAIN * fmean(met)) / GRAIN if met else 1.0
