"""The weight of a match between players who meet repeatedly on one day.

Friends may play all evening, but two accounts that hand each other dozens of wins should move
neither a rating nor a week's ranking.
"""

from collections.abc import Iterable
from statistics import fmean

FREE = 3
"""The number of meetings of two players per day that count in full."""
GRAIN = 2**20
"""Weights are whole multiples of 1/GRAIN, so that their sums are exact in any order."""


def worth(met: int) -> float:
    """Return the weight of a meeting of two players who met ``met`` times before that day.

    The weights are 1, 1, 1, ½, ¼, ⅛ …
    """
    return 0.5 ** max(met - FREE + 1, 0)


def weight(meetings: Iterable[int]) -> float:
    """Return the weight of a match for a player, from earlier meetings with each opponent."""
    met = [worth(each) for each in meetings]
    return round(GRAIN * fmean(met)) / GRAIN if met else 1.0
