"""What makes a position a puzzle: one move is clearly the best, and something explains it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist, fmean
from typing import Any

from benchmarks.puzzles.insights import insights
from bot.ai.hint import reason
from bot.ai.puzzles import PLAYOUTS, SURE_LEAD, judge_all, without_habits
from bot.ai.search import JudgedMove, Judgement
from bot.engine.analysis import (
    WORLDS,
    KeepsPlaying,
    LeavesStuck,
    RatedMove,
    Reason,
    Scores,
    WinsAtOnce,
)
from bot.engine.contract import Observation
from bot.engine.game_info import GameInfo
from bot.engine.options import OptionValue
from bot.engine.rules import Rules
from bot.games.themes import Insight, Theme

CHOICES = range(3, 9)
"""The numbers of legal moves that a puzzle can have."""
LEAST_LEAD = 0.12
"""By how much the best move wins more often than any other; with 99 %, by :data:`SURE_LEAD`."""
_Z = NormalDist().inv_cdf(0.99)
_REASON_WORLDS = 400
"""The number of worlds in which a reason is looked for."""
_THEMES: dict[type[Any], Theme] = {
    WinsAtOnce: Theme.FINISH,
    LeavesStuck: Theme.BLOCK,
    KeepsPlaying: Theme.CHOICE,
    Scores: Theme.POINTS,
}
"""The themes of the reasons that explain a puzzle; the others only say that a move is better."""


def puzzle_options(info: GameInfo) -> dict[str, OptionValue]:
    """Return the options of a match as short as it can be: one round, where a game has that.

    There, the chance to win is that of the round.
    """
    return {**info.default_options, **next(iter(info.lengths.values()))}


@dataclass(frozen=True, slots=True)
class Solution:
    """The moves of a position of which one is clearly the best, and why it is."""

    moves: tuple[RatedMove, ...]
    """All legal moves, the best first."""
    insights: tuple[Insight, ...]
    themes: tuple[Theme, ...]
    """Empty if nothing explains it, so that it is no puzzle."""
    reason: Reason


def solve(
    rules: Rules[Any, Any], seen: Observation, played: str, seed: str, playouts: int = PLAYOUTS
) -> Solution | None:
    """Return what is best instead of ``played``; ``None`` if that is not clear.

    Two judgements, and a third without what follows from others' habits, must agree on the best
    move. This takes some seconds of CPU time.
    """
    first = judge_all(rules, seen, f"{seed}/0", playouts)
    best = first.best.move
    if best.code == played or not leads(first, LEAST_LEAD):
        return None
    second = judge_all(rules, seen, f"{seed}/1", playouts)
    if second.best.move != best or not leads(second, LEAST_LEAD):
        return None
    if judge_all(without_habits(rules), seen, f"{seed}/2", playouts).best.move != best:
        return None
    moves = [_rated(each, second.of(each.move.code)) for each in first.moves]
    moves.sort(key=lambda each: (-each.wins, -each.points))
    two = Judgement((first.best, first.of(moves[1].code)))
    why = reason(rules, seen, Random(seed), two, _REASON_WORLDS, wins=False)
    found, themes = explained(rules, seen, [moves[0].code, moves[1].code, played], why)
    return Solution(tuple(moves), found, themes, why)


def _rated(one: JudgedMove, other: JudgedMove) -> RatedMove:
    chance, points = fmean([one.chance, other.chance]), fmean([one.points, other.points])
    return RatedMove(one.move.code, round(WORLDS * chance), round(WORLDS * points))


def explained(
    rules: Rules[Any, Any], seen: Observation, codes: Sequence[str], why: Reason
) -> tuple[tuple[Insight, ...], tuple[Theme, ...]]:
    """Return what explains that the first move is better than its rival and the one played.

    ``codes`` are those of the three, and ``why`` is the reason found by playing on. That a double
    is kept explains it if the one played lays it.
    """
    best, rival, played = (next(move for move in seen.legal if move.code == code) for code in codes)
    found = insights(rules, seen, best, rival)
    natural = found if rival == played else insights(rules, seen, best, played)
    both = {each.theme for each in natural} & {each.theme for each in found} - {Theme.DOUBLE}
    told = [each for each in found if each.theme in both]
    told += [each for each in natural if each.theme is Theme.DOUBLE]
    themes = {each.theme for each in told} | {_THEMES.get(type(why))}
    return tuple(told), tuple(theme for theme in Theme if theme in themes)


def leads(judgement: Judgement, lead: float) -> bool:
    """Return whether the best move leads by that much and, with 99 %, by :data:`SURE_LEAD`."""
    best, *others = judgement.moves
    return all(
        best.chance - each.chance >= max(lead, SURE_LEAD + _Z * each.standard_error)
        for each in others
    )
