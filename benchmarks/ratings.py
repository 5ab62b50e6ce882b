"""Fits the computers' ratings in each game to matches between the levels.

python -m benchmarks.ratings [--quick | --games N] [--game ID ...] [--write]

Every two levels play matches, in turn around the table (partners have the same level). The fit is
that of maximum likelihood in the model that rates people, and ``steady`` is fixed: it finds the
ratings at which these results would move nobody on average. To keep the rating of a level that
always wins finite, each contest also counts some drawn matches. The numbers are those that people
see (:attr:`bot.scores.rating.Rating.shown`); they can be compared within a game only.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from benchmarks.contests import Effort, PlayedGame, played, seated, with_company, workers
from benchmarks.rating_table import DOCUMENT, with_table
from bot.ai import LEVELS, ratings
from bot.engine.contract import Seat
from bot.games import game
from bot.scores.rating import COMPUTERS, Rating, rated

FILE = Path(ratings.__file__).with_name("ratings.toml")
ANCHOR = "steady"
"""The level whose rating is the same in every game."""
DRAWN = 0.02
"""The drawn matches that are added to each contest, as a part of those played."""
EXTREMES = {"casual", "strong"}
"""The two levels that play fewer matches: one of them nearly always wins, which tells little."""
_STEP, _STEPS, _CLOSE = 8.0, 3_000, 1e-4
"""The factor on the model's own step, the most steps, and the change at which the fit ends."""

Result: TypeAlias = tuple[tuple[str, int, int], ...]
"""The level, the number of seats and the place of each side of a match."""

HEAD = """\
# The computers' ratings, by game and level: the numbers that people see beside their own.
# Written by `python -m benchmarks.ratings --write`, which says how they are fitted; `matches` were
# played for each game, at a table of `seats`.
"""


@dataclass(frozen=True, slots=True)
class GameRatings:
    """The ratings of all levels in a game, as people see them."""

    seats: int
    matches: int
    shown: Mapping[str, int]

    def __str__(self) -> str:
        """Return the lines of the file."""
        lines = [f"seats = {self.seats}", f"matches = {self.matches}"]
        return "\n".join([*lines, *(f"{level} = {shown}" for level, shown in self.shown.items())])


def measured(
    pool: Executor, game_id: str, effort: Effort, playouts: int | None = None
) -> GameRatings:
    """Play matches of a game between every two levels, and fit the ratings to them."""
    results: Counter[Result] = Counter()
    matches = 0
    for one, other in combinations(LEVELS, 2):
        contest = replace(seated(game_id, one, other), playouts=playouts)
        uneven = {one, other} == EXTREMES
        games = played(
            pool, contest, replace(effort, games=effort.games // 4) if uneven else effort
        )
        matches += len(games)
        results.update(result(each, penalties=game(game_id).info.penalties) for each in games)
        drawn = result(games[0], penalties=False)
        results[tuple((level, size, 1) for level, size, _ in drawn)] += max(
            1, round(DRAWN * len(games))
        )
    shown = {level: rating.shown for level, rating in fitted(results).items()}
    return GameRatings(len(contest.levels), matches, shown)


def result(played_game: PlayedGame, *, penalties: bool) -> Result:
    """Return who came where: winners first, then by last round played, then by points."""
    outcome, better = played_game.outcome, 1 if penalties else -1

    def rank(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        seat = side[0]
        lasted = outcome.lasted[seat] if outcome.lasted else 0
        return seat not in outcome.winners, -lasted, better * outcome.points[seat]

    ranks = sorted(map(rank, played_game.sides))
    return tuple(
        sorted(
            (played_game.levels[side[0]], len(side), ranks.index(rank(side)) + 1)
            for side in played_game.sides
        )
    )


def fitted(results: Mapping[Result, float]) -> dict[str, Rating]:
    """Return the ratings of maximum likelihood, with that of the anchor fixed.

    The model moves a rating along the gradient of the likelihood, so it has arrived when the sum of
    all moves is 0.
    """
    found = dict(COMPUTERS)
    for _ in range(_STEPS):
        moves = {level: _STEP * move for level, move in _moves(found, results).items()}
        for level, move in moves.items():
            change = move - moves[ANCHOR]
            found[level] = replace(found[level], mu=found[level].mu + change)
        if max(abs(move - moves[ANCHOR]) for move in moves.values()) < _CLOSE:
            break
    return found


def _moves(found: Mapping[str, Rating], results: Mapping[Result, float]) -> dict[str, float]:
    """Return how far all results would move each level, on average over its seats."""
    moves = dict.fromkeys(found, 0.0)
    seats = dict.fromkeys(found, 0.0)
    for sides, times in results.items():
        before = [[found[level]] * size for level, size, _ in sides]
        full = [[1.0] * size for _, size, _ in sides]
        after = rated(before, [place for *_, place in sides], full)
        for (level, size, _), (new, *_) in zip(sides, after, strict=True):
            moves[level] += times * size * (new.mu - found[level].mu)
            seats[level] += times * size
    return {level: moves[level] / max(1.0, seats[level]) for level in found}


def written(found: Mapping[str, GameRatings], before: str) -> str:
    """Return the text of the file with new ratings; games that were not measured keep theirs."""
    entries = {game_id: _entry(game_id, before) for game_id in with_company()}
    entries |= {game_id: f"[{game_id}]\n{each}" for game_id, each in found.items()}
    return "\n\n".join([HEAD.rstrip(), *filter(None, entries.values())]) + "\n"


def _entry(game_id: str, text: str) -> str:
    """Return the lines of a game in the file, empty if it has none."""
    blocks: Iterable[str] = text.split("\n\n")
    return next((each.strip() for each in blocks if each.startswith(f"[{game_id}]\n")), "")


def _write(found: Mapping[str, GameRatings]) -> None:
    """Write the ratings, and the table in the documentation."""
    text = written(found, FILE.read_text("utf-8"))
    FILE.write_text(text, encoding="utf-8")
    document = with_table(DOCUMENT.read_text("utf-8"), ratings.read_ratings(text))
    DOCUMENT.write_text(document, encoding="utf-8")


def main() -> None:
    """Measure, print the ratings of each game, and write them if wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only see whether it all works")
    parser.add_argument(
        "--games", metavar="N", type=int, default=500, help="matches of every two levels (500)"
    )
    parser.add_argument(
        "--game", metavar="ID", action="append", choices=[*with_company()], help="only this game"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"write {FILE.name} and the table in {DOCUMENT.name}"
    )
    given = parser.parse_args()
    effort, playouts = (Effort(1), 2) if given.quick else (Effort(given.games), None)
    with workers() as pool:
        for game_id in given.game or with_company():
            found = measured(pool, game_id, effort, playouts)
            print(f"[{game_id}]\n{found}\n", flush=True)
            if given.write:
                _write({game_id: found})


if __name__ == "__main__":
    main()
