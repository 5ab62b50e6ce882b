"""Judging the choices that were made in a match, by what their makers could know.

Each choice is judged on its own, from an observation, so that the work can be divided among
processes and its progress be shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.ai.search import judge
from bot.engine.analysis import JudgedDecision
from bot.engine.choices import Choice
from bot.engine.game_info import GameInfo
from bot.games import game

MATCH_EFFORT = 50
"""A whole match is judged with as many playouts as a strong computer makes for 50 moves."""
LEAST_WORLDS = 10
"""The average number of worlds for each legal move, in a match too long for that effort."""


@dataclass(frozen=True, slots=True)
class Task:
    """A choice to be judged; it can be sent to another process."""

    game_id: str
    choice: Choice
    playouts: int


def tasks(info: GameInfo, chosen: Sequence[Choice], effort: int | None = None) -> tuple[Task, ...]:
    """Return a task for each choice, with its part of the playouts for the whole match.

    A choice among more moves gets more playouts, but no more than a strong computer makes for a
    move. ``effort`` is the number for the whole match, by default that of :data:`MATCH_EFFORT`. It
    is exceeded only if there would be fewer than :data:`LEAST_WORLDS` worlds for a move, so that
    the time for a match is bounded by its number of legal moves.
    """
    whole = MATCH_EFFORT * info.playouts if effort is None else effort
    legal = sum(len(choice.seen.legal) for choice in chosen)
    least = LEAST_WORLDS if effort is None else 1
    each_move = max(least, whole / max(legal, 1))
    return tuple(
        Task(info.id, choice, min(info.playouts, round(each_move * len(choice.seen.legal))))
        for choice in chosen
    )


def judge_choice(task: Task) -> JudgedDecision:
    """Compare the move that was made with the best one, by what the seat saw.

    A difference within one standard error counts as none. The same task gives the same result on
    every machine. Raises ``ValueError`` if no world agrees with what was seen.
    """
    choice = task.choice
    rng = Random(choice.index)  # noqa: S311 - the result must be reproducible
    rules: Any = game(task.game_id)
    judgement = judge(rules, choice.seen, rng, task.playouts, keep=(choice.code,))
    best, played = judgement.best, judgement.of(choice.code)
    if best.chance - played.chance <= played.standard_error:
        best = played
    return JudgedDecision(
        index=choice.index,
        seat=choice.seat,
        number=choice.number,
        round=choice.round,
        played=choice.code,
        best=best.move.code,
        chance_played=played.chance,
        chance_best=best.chance,
        points_cost=best.points - played.points,
        standard_error=played.standard_error,
    )
