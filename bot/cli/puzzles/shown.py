"""A puzzle in words for a terminal, and as JSON."""

from collections.abc import Iterator
from random import Random
from typing import Any

import typer
from msgspec import to_builtins

from bot.cli.errors import CannotDo
from bot.cli.json_values import plain_actor
from bot.cli.text import Seats
from bot.engine.analysis import WORLDS
from bot.engine.contract import Move
from bot.engine.errors import shortened
from bot.games import game
from bot.games.themes import NAMES, Theme
from bot.model.match import Occupant
from bot.model.puzzles import Puzzle, moment, shipped
from bot.present.i18n import ENGLISH
from bot.present.narration.events import tell
from bot.present.narration.insights import explain
from bot.present.screens.match.hint import describe_hint
from bot.present.text.seats import Reader
from bot.present.views import view_of


def chosen(
    game_id: str | None, theme: Theme | None, seed: int | None, count: int = 1
) -> list[Puzzle]:
    """Return puzzles of a game and a theme, if given; the same seed gives the same ones.

    Raises :class:`CannotDo` if there are none, or not as many, and
    :class:`~bot.engine.errors.UnknownGame`.
    """
    name = "" if game_id is None else f" of {game(game_id).info.name}"
    about = "" if theme is None else f" about “{NAMES[theme]}”"
    found = shipped().matching(game_id, theme)
    if not found:
        raise CannotDo(f"there is no puzzle{name}{about}")
    if count > len(found):
        raise CannotDo(f"there are only {len(found):,} puzzles{name}{about}")
    ids = Random(seed).sample(found, count)  # noqa: S311 - a seed gives the same puzzles
    return [shipped()[each] for each in ids]


class Shown:
    """A puzzle in words, for a terminal."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay it; raises :class:`~bot.model.puzzles.PuzzleChanged`."""
        self.puzzle, self.now = puzzle, moment(puzzle)
        sitters = tuple(map(Occupant, range(puzzle.seats)))
        self._seats = Seats(0, self.now.info, puzzle.options, 0, sitters)
        self._view, self._table = view_of(self.now.seen)
        self.offered = tuple(
            dict.fromkeys(self._view.offered(each, self._table) for each in self.now.seen.legal)
        )
        """The moves to choose from, in the order of the hand."""

    def question(self) -> Iterator[str]:
        """Yield what the seat has seen and sees, and the moves with their numbers."""
        puzzle, me = self.puzzle, self.puzzle.seat
        count = f"{puzzle.seats} players, {puzzle.difficulty}"
        yield f"Puzzle {puzzle.id}: {self.now.info.name}, {count}"
        yield f"You are {self._seats.name(me, ENGLISH)}. The round so far:"
        for phrase in tell(self.now.events, self._seats, ENGLISH, me):
            yield f"  {_plain(phrase)}"
        yield ""
        table = list(self._view.describe_table(self._table, ENGLISH))
        yield from (_plain(each) for each in table)
        hand = self._view.describe_hand(self._table, ENGLISH)
        yield from (_plain(each) for each in hand if each not in table)
        yield ""
        yield "Which move is best?"
        for number, move in enumerate(self.offered, start=1):
            yield f"  {number}  {self._name(move)}"

    def ask(self) -> Move:
        """Ask for a move until one is typed, as its number or its code."""
        ways = {str(number): move for number, move in enumerate(self.offered, start=1)}
        ways |= {move.code: move for move in self.offered}
        while True:
            typed = typer.prompt("Your move", prompt_suffix=": ").strip()
            if typed in ways:
                return ways[typed]
            typer.echo(f"Type a number from 1 to {len(self.offered)}.")

    def answer(self, move: Move) -> Iterator[str]:
        """Yield whether that move is the best, the reason, and what each move wins."""
        puzzle = self.puzzle
        yield "Right." if move.code == self._offered(puzzle.best.code).code else "Not the best."
        yield _plain(describe_hint(self._seats, self.now.seen, puzzle.hint, ENGLISH))
        for insight in puzzle.insights:
            yield explain(insight, self._seats, self.now.seen, ENGLISH)
        yield f"Themes: {', '.join(NAMES[each] for each in puzzle.themes)}"
        yield f"Of {WORLDS:,} deals that agree with what you saw, each move wins:"
        for each in dict.fromkeys(self._offered(each.code) for each in puzzle.moves):
            rated = next(r for r in puzzle.moves if self._offered(r.code) == each)
            yield f"  {rated.wins:>5,}  {self._name(each)}"

    def _offered(self, code: str) -> Move:
        found = next(each for each in self.now.seen.legal if each.code == code)
        return self._view.offered(found, self._table)

    def _name(self, move: Move) -> str:
        reader = Reader(self._seats, ENGLISH, self.puzzle.seat)
        return _plain(self._view.move_name_with_players(move, self._table, reader))


def _plain(text: str) -> str:
    return text.replace("**", "").replace("-# ", "").replace("💡 ", "")


def theme_named(text: str) -> Theme:
    """Return the theme with that id; raises :class:`CannotDo`."""
    try:
        return Theme(text)
    except ValueError:
        known = ", ".join(Theme)
        raise CannotDo(f"there is no theme “{shortened(text)}”; there are: {known}") from None


def plain_puzzle(shown: Shown) -> dict[str, Any]:
    """Return a puzzle with its solution as JSON-compatible data."""
    puzzle, now = shown.puzzle, shown.now
    told = to_builtins(puzzle)
    asked = ("id", "game", "rules", "seats", "options", "seat")
    return {
        **{name: told[name] for name in asked},
        "difficulty": puzzle.difficulty.value,
        "log": [[plain_actor(actor), code] for actor, code in now.log],
        "legal": [move.code for move in now.seen.legal],
        "solution": {
            "best": puzzle.best.code,
            "worlds": WORLDS,
            **{name: told[name] for name in ("moves", "played", "themes", "insights", "reason")},
        },
    }
