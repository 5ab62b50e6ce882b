"""Judging some of the shipped puzzles anew."""

import sys
from collections.abc import Sequence
from secrets import token_hex

import typer

from bot.ai.puzzles import still_stands
from bot.model.puzzles.puzzle import Puzzle, moment

ALLOWED = 0.02
"""The share of puzzles that may fail."""


def are_fine(puzzles: Sequence[Puzzle], seed: int | None) -> bool:
    """Judge puzzles anew and say what fails; return whether few enough do.

    A terminal shows the progress.
    """
    fresh = token_hex(4) if seed is None else str(seed)
    hidden = not sys.stderr.isatty()
    with typer.progressbar(puzzles, label="Judging", file=sys.stderr, hidden=hidden) as waiting:
        failing = [each for each in waiting if not _stands(each, fresh)]
    for each in failing:
        typer.echo(f"{each.id} ({each.game}): {each.best.code} is not clearly the best")
    typer.echo(f"{len(puzzles) - len(failing)} of {len(puzzles)} puzzles stand (seed {fresh})")
    return len(failing) <= ALLOWED * len(puzzles)


def _stands(puzzle: Puzzle, seed: str) -> bool:
    now = moment(puzzle)
    return still_stands(now.rules, now.seen, puzzle.best.code, f"{seed}/{puzzle.id}")
