"""Judging puzzles: one move must be clearly the best, however it is judged.

Positions are judged as strong computers judge them, from what the seat sees alone, but with more
playouts and every legal move to the end.
"""

import dataclasses
from random import Random
from typing import Any

from bot.ai.search import Judgement, judge
from bot.engine.contract import Observation
from bot.engine.rounds import Rounds
from bot.engine.rules import Rules
from bot.games.connecting.rules import Connecting

PLAYOUTS = 5_000
"""The number of rounds that are played out for each judgement."""
SURE_LEAD = 0.08
"""By how much the best move wins more often than any other, judged anew."""


def without_habits(rules: Rules[Any, Any]) -> Rules[Any, Any]:
    """Return the same rules, but whose computers conclude nothing from what others usually lay."""
    if isinstance(rules, Rounds) and isinstance(rules.game, Connecting):
        plain = dataclasses.replace(rules.game, infers_from_habits=False)
        return dataclasses.replace(rules, game=plain)
    return rules


def judge_all(rules: Rules[Any, Any], seen: Observation, seed: str, playouts: int) -> Judgement:
    """Judge every legal move in equally many worlds; a seed gives the same judgement."""
    codes = {move.code for move in seen.legal}
    return judge(rules, seen, Random(seed), playouts, keep=codes)  # noqa: S311


def still_stands(
    rules: Rules[Any, Any], seen: Observation, best: str, seed: str, playouts: int = PLAYOUTS
) -> bool:
    """Judge a puzzle anew; return whether ``best`` leads by :data:`SURE_LEAD` again.

    It must be the best without what follows from others' habits, too.
    """
    judgement = judge_all(rules, seen, f"{seed}/0", playouts)
    first, second, *_ = judgement.moves
    if first.move.code != best or first.chance - second.chance < SURE_LEAD:
        return False
    plain = judge_all(without_habits(rules), seen, f"{seed}/1", playouts)
    return plain.best.move.code == best
