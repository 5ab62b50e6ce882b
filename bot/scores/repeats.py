"""How much a match counts among people who meet again and again on one day.

Friends may play all evening. That two accounts hand each other wins by the dozen should move
neither a rating nor a week's ranking.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

FREE = 3
"""So many meetings of two players in a day count in full."""
GRAIN = 2**20
"""Weights are whole multiples of 1/GRAIN: sums of such are exact, in whatever order."""


def worth(met: int) -> float:
    """What a meeting of two counts who have met ``met`` times before on the same day.

    1, 1, 1, ½, ¼, ⅛ …
    """
    return 0.5 ** max(met - FREE + 1, 0)


def weight(meetings: Iterable[int]) -> float:
    """What a match counts for somebody, by how often they had met each of their opponents."""
    met = [worth(each) for each in meetings]
    return round(GRAIN * fmean(met)) / GRAIN if met else 1.0
