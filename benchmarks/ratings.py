"""Fits the computers' ratings in each game to matches between the levels.

python -m benchmarks.ratings [--quick | --matches N] [--game ID ...] [--kept FILE] [--write]

Every two levels play matches, in turn around the table (partners have the same level). That takes
hours, so all results are kept in a file: a run that was stopped goes on where it was. The fit is
that of maximum likelihood in the model that rates people, and ``steady`` is fixed: it finds the
ratings at which these results would move nobody on average. To keep the rating of a level that
always wins finite, each contest also counts some drawn matches. The numbers are those that people
see (:attr:`bot.scores.rating.Rating.shown`); they can be compared within a game only.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias

from benchmarks.contests import Contest, PlayedGame, seated, usual_seats, with_company, workers
from benchmarks.rating_table import DOCUMENT, with_table
from bot.ai import LEVELS, ratings
from bot.engine.contract import Seat
from bot.games import game
from bot.scores.rating import COMPUTERS, Rating, rated

FILE = Path(ratings.__file__).with_name("ratings.toml")
KEPT = Path("build/ratings.jsonl")
ANCHOR = "steady"
"""The level whose rating is the same in every game."""
DRAWN = 0.02
"""The drawn matches that are added to each contest, as a part of those played."""
MATCHES, LEAST_MATCHES, QUICK_SECONDS = 300, 100, 2.0
"""The matches of every two levels: the first if one takes less CPU time than that, in seconds."""
_BATCH = 8
"""The deals that are played before the results are written."""
_SAMPLES, _Z = 50, 1.96
"""The samples of the results, drawn with replacement, whose fits make a 95 % interval."""
_STEP, _STEPS, _CLOSE = 8.0, 3_000, 1e-4
"""The factor on the model's own step, the most steps, and the change at which the fit ends."""

Result: TypeAlias = tuple[tuple[str, int, int], ...]
"""The level, the number of seats and the place of each side of a match."""

HEAD = """\
# The computers' ratings, by game and level: the numbers that people see beside their own.
# Written by `python -m benchmarks.ratings --write`, which says how they are fitted; `matches` were
# played for each game, at a table of `seats`. A rating is `within` that much of the true one with a
# probability of 95 %.
"""


@dataclass(frozen=True, slots=True)
class GameRatings:
    """The ratings of all levels in a game, as people see them."""

    seats: int
    matches: int
    shown: Mapping[str, int]
    within: Mapping[str, int]
    """Half the width of each 95 % interval."""

    def __str__(self) -> str:
        """Return the lines of the file."""
        lines = [f"seats = {self.seats}", f"matches = {self.matches}"]
        lines += [f"{level} = {shown}" for level, shown in self.shown.items()]
        lines += [f"{level}_within = {half}" for level, half in self.within.items() if half]
        return "\n".join(lines)


class Kept:
    """The results of all matches played so far, kept in a file, so that a run can go on later.

    A line is a contest, the seconds of CPU time, and the result. A contest has other matches if the
    rules or the number of playouts change.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._found: dict[str, list[tuple[float, Result]]] = {}
        if file is not None and file.exists():
            for line in file.read_text("utf-8").splitlines():
                contest, seconds, sides = json.loads(line)
                self._of(contest).append((seconds, tuple(map(tuple, sides))))

    def _of(self, contest: str) -> list[tuple[float, Result]]:
        return self._found.setdefault(contest, [])

    def played_on(self, pool: Executor, contest: Contest, matches: int | None) -> list[Result]:
        """Return the results of a contest, after playing as many matches as are still missing."""
        info = game(contest.game).info
        playouts = contest.playouts or info.playouts
        name = f"{info.id}/{info.rules}/{playouts}/{'-'.join(contest.levels)}"
        found = self._of(name)
        while (left := (matches or _wanted(found)) - len(found)) > 0:
            deals = min(_BATCH, -(-left // len(contest.seatings)))
            numbers = range(len(found), len(found) + deals * len(contest.seatings))
            for each in pool.map(contest, numbers):
                found.append((each.seconds, result(each, penalties=info.penalties)))
                self._write([name, *found[-1]])
        return [each for _, each in found]

    def _write(self, line: object) -> None:
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(f"{json.dumps(line)}\n")


def _wanted(found: Sequence[tuple[float, Result]]) -> int:
    """Return how many matches a contest needs, by the CPU time that they take."""
    taken = fmean(seconds for seconds, _ in found) if found else inf
    return MATCHES if taken < QUICK_SECONDS else LEAST_MATCHES


def measured(
    pool: Executor,
    game_id: str,
    kept: Kept,
    matches: int | None = None,
    playouts: int | None = None,
) -> GameRatings:
    """Play what is missing between every two levels, and fit the ratings to all matches."""
    contests = [
        replace(seated(game_id, *pair), playouts=playouts) for pair in combinations(LEVELS, 2)
    ]
    results = [kept.played_on(pool, each, matches) for each in contests]
    found, rng = fitted(_counted(results)), Random(game_id)
    samples = [
        fitted(_counted([rng.choices(each, k=len(each)) for each in results]), found)
        for _ in range(_SAMPLES)
    ]
    return GameRatings(
        usual_seats(game_id),
        sum(map(len, results)),
        {level: rating.shown for level, rating in found.items()},
        {level: round(_Z * stdev(each[level].shown for each in samples)) for level in found},
    )


def _counted(results: Sequence[Sequence[Result]]) -> Counter[Result]:
    """Count the results of all contests, with the drawn matches that are added to each."""
    counted: Counter[Result] = Counter()
    for each in results:
        counted.update(each)
        drawn = tuple((level, size, 1) for level, size, _ in each[0])
        counted[drawn] += max(1, round(DRAWN * len(each)))
    return counted


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


def fitted(
    results: Mapping[Result, float], first: Mapping[str, Rating] = COMPUTERS
) -> dict[str, Rating]:
    """Return the ratings of maximum likelihood, with that of the anchor fixed.

    The model moves a rating along the gradient of the likelihood, so it has arrived when the sum of
    all moves is 0.
    """
    found = dict(first)
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
    document = with_table(DOCUMENT.read_text("utf-8"), text)
    DOCUMENT.write_text(document, encoding="utf-8")


def main() -> None:
    """Measure, print the ratings of each game, and write them if wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only see whether it all works")
    parser.add_argument(
        "--matches",
        metavar="N",
        type=int,
        help=f"matches of every two levels ({MATCHES}, or {LEAST_MATCHES} where they take long)",
    )
    parser.add_argument(
        "--kept", metavar="FILE", type=Path, default=KEPT, help=f"all results ({KEPT})"
    )
    parser.add_argument(
        "--game", metavar="ID", action="append", choices=[*with_company()], help="only this game"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"write {FILE.name} and the table in {DOCUMENT.name}"
    )
    given = parser.parse_args()
    kept = Kept(None if given.quick else given.kept)
    matches, playouts = (1, 2) if given.quick else (given.matches, None)
    with workers() as pool:
        for game_id in given.game or with_company():
            found = measured(pool, game_id, kept, matches, playouts)
            print(f"[{game_id}]\n{found}\n", flush=True)
            if given.write:
                _write({game_id: found})


if __name__ == "__main__":
    main()
