"""The picture of a deal's results: how many players, and strong computers, reached which."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.model.daily import DailyResult
from bot.present.i18n import Words
from bot.present.screen import Picture
from renderers.scene.scores import DistributionColumn, DistributionScene

NAME = "results.png"
MOST_COLUMNS = 10
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""The possible widths of a column, in points."""


def results_picture(result: DailyResult, say: Words) -> Picture | None:
    """Return the picture of a deal's results, seen by a player; ``None`` while nobody has any."""
    score = result.attempt.score
    par = Counter(result.deal.par)
    lows = _lows([*result.everybody.people, *par])
    if not lows or score is None:
        return None
    players, strong = (_shares(each, lows) for each in (result.everybody.people, par))
    alone = result.deal.seats == 1
    labels = [max(0, 1 - lows.step - low) if alone else low for low in lows]
    columns = tuple(map(DistributionColumn, labels, players, strong))
    own = bisect_right(lows, score) - 1 if score >= lows[0] else None
    scene = DistributionScene(columns, own, -score if alone else score)
    return Picture(scene, _alt(scene, say, alone=alone), NAME)


def _lows(scores: list[int]) -> range:
    """Return the lowest score of each column."""
    if not scores:
        return range(0)
    low, high = min(scores), max(scores)
    fitting = (each for each in _STEPS if high // each - low // each < MOST_COLUMNS)
    step = next(fitting, high - low + 1)
    return range(low // step * step, high + 1, step)


def _shares(people: Mapping[int, int], lows: Sequence[int]) -> list[float]:
    """Return the share of people in each column."""
    counts, whole = [0] * len(lows), sum(people.values()) or 1
    for score, count in people.items():
        counts[bisect_right(lows, score) - 1] += count
    return [count / whole for count in counts]


def _alt(scene: DistributionScene, say: Words, *, alone: bool) -> str:
    """Tell the picture in words: each column with its shares, and one's own result."""
    told = [
        say(
            "from {low}: {players} of players, {strong} of strong computers",
            low=say.number(each.label),
            players=say.percent(each.players),
            strong=say.percent(each.strong),
        )
        for each in scene.columns
        if each.players or each.strong
    ]
    own = say("Your result: {score}.", score=say.number(scene.result))
    head = say("Bones left over") if alone else say("Points ahead")
    return say.in_a_row((own, say.labelled(head, "; ".join(told))))
