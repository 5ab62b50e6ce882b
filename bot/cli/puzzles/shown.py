"""A puzzle in a terminal, in the words that the bot has for players, and as JSON."""

from collections.abc import Iterable
from random import Random
from typing import Any

import typer
from msgspec import to_builtins

from bot.cli.errors import CannotDo
from bot.cli.json_values import plain_actor
from bot.engine.analysis import WORLDS
from bot.engine.errors import shortened
from bot.games import game
from bot.games.themes import NAMES, Theme
from bot.model.puzzles.collection import shipped
from bot.model.puzzles.puzzle import Puzzle, PuzzleMoment
from bot.present.i18n import ENGLISH
from bot.present.screen import Part, Picture
from bot.present.screens.puzzle import PuzzleId, offered, puzzle_screen, solution

NOBODY = 0
"""The user of a terminal, for whom nothing is saved."""


def chosen(game_id: str, theme: Theme | None, seed: int | None, count: int = 1) -> list[Puzzle]:
    """Return puzzles of a game and a theme, if given; the same seed gives the same ones.

    Raises :class:`CannotDo` if there are none, or not as many, and
    :class:`~bot.engine.errors.UnknownGame`.
    """
    name = f" of {game(game_id).info.name}" if game_id else ""
    about = "" if theme is None else f" about “{NAMES[theme]}”"
    found = shipped().matching(game_id, theme)
    if not found:
        raise CannotDo(f"there is no puzzle{name}{about}")
    if count > len(found):
        raise CannotDo(f"there are only {len(found):,} puzzles{name}{about}")
    ids = Random(seed).sample(found, count)  # noqa: S311 - a seed gives the same puzzles
    return [shipped()[each] for each in ids]


def question_text(now: PuzzleMoment) -> str:
    """Return what the seat has seen and sees, and the moves with their numbers."""
    screen = puzzle_screen(now, PuzzleId(now.puzzle.id), NOBODY, ENGLISH)
    labels = [button.label for row in screen.rows if isinstance(row, tuple) for button in row]
    moves = (f"  {number}  {label}" for number, label in enumerate(labels, start=1))
    return "\n".join((f"Puzzle {now.puzzle.id}", _plain(screen.parts), "", *moves))


def ask(now: PuzzleMoment) -> str:
    """Ask for a move until one is typed, as its number or its code; return the code."""
    codes = list(offered(now))
    ways = {str(number): code for number, code in enumerate(codes, start=1)}
    ways |= {code: code for code in codes}
    while (typed := typer.prompt("Your move", prompt_suffix=": ").strip()) not in ways:
        typer.echo(f"Type a number from 1 to {len(codes)}.")
    return ways[typed]


def answer_text(now: PuzzleMoment, move: str) -> str:
    return _plain(solution(now, move, NOBODY, ENGLISH))


def _plain(parts: Iterable[Part]) -> str:
    text = "\n\n".join(part.alt if isinstance(part, Picture) else str(part) for part in parts)
    for mark in ("### ", "-# ", "**", "`"):
        text = text.replace(mark, "")
    return text


def theme_named(text: str) -> Theme:
    """Return the theme with that id; raises :class:`CannotDo`."""
    try:
        return Theme(text)
    except ValueError:
        known = ", ".join(Theme)
        raise CannotDo(f"there is no theme “{shortened(text)}”; there are: {known}") from None


def plain_puzzle(now: PuzzleMoment) -> dict[str, Any]:
    """Return a puzzle with its solution as JSON-compatible data."""
    told = to_builtins(now.puzzle)
    solved = {key: told.pop(key) for key in ("moves", "played", "themes", "insights", "reason")}
    return {
        **told,
        "difficulty": now.puzzle.difficulty.value,
        "log": [[plain_actor(actor), code] for actor, code in now.log],
        "legal": [move.code for move in now.seen.legal],
        "solution": {"best": now.puzzle.best.code, "worlds": WORLDS, **solved},
    }
