"""The rounds that were searched for puzzles, kept in a file, and what is shipped of them."""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from benchmarks.puzzles.solving import explained
from bot.games import game
from bot.model.puzzles.collection import Collection, pack
from bot.model.puzzles.puzzle import Puzzle, moment

LEAST = 30
"""The puzzles that a game needs for any of them to be shipped."""
LARGEST_SHARE = 0.2
"""The most that one game has of all puzzles."""


@dataclass(frozen=True, slots=True)
class Source:
    """A game with a number of players, and how many puzzles of it are wanted."""

    game: str
    seats: int
    wanted: int

    @property
    def name(self) -> str:
        return f"{self.game}/{game(self.game).info.rules}/{self.seats}"


SOURCES = (
    Source("draw", 2, 260),
    Source("block", 2, 200),
    Source("block", 4, 90),
    Source("all-fives", 2, 60),
    Source("fives-and-threes", 2, 80),
    Source("duos", 4, 280),
    Source("partners", 4, 150),
    Source("puerto-rican", 4, 150),
    Source("cuban", 4, 60),
    Source("brazilian", 4, 130),
    Source("kozel", 4, 160),
    Source("kozel", 2, 100),
    Source("jamaican", 4, 160),
    Source("cut-throat", 4, 180),
    Source("classic", 4, 130),
    Source("maltese-cross", 4, 100),
    Source("star", 4, 110),
    Source("squares", 2, 40),
    Source("squares-draw", 2, 60),
    Source("mexican-train", 2, 40),
)


@dataclass(frozen=True, slots=True)
class Tried:
    """A round that was searched for a puzzle."""

    source: str
    number: int
    seconds: float
    """The CPU time that it took."""
    puzzle: Puzzle | None


class Kept:
    """All rounds tried so far, kept in a file with a line for each."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._tried: dict[str, dict[int, Tried]] = {}
        if file is not None and file.exists():
            for line in file.read_text("utf-8").splitlines():
                source, number, seconds, packed = json.loads(line)
                found = next(iter(Collection(b64decode(packed)).values())) if packed else None
                self._of(source)[number] = Tried(source, number, seconds, explained_anew(found))

    def _of(self, source: str) -> dict[int, Tried]:
        return self._tried.setdefault(source, {})

    def add(self, done: Tried) -> None:
        self._of(done.source)[done.number] = done
        if self._file is not None:
            packed = b64encode(pack([done.puzzle])).decode() if done.puzzle else ""
            line = json.dumps([done.source, done.number, round(done.seconds, 2), packed])
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(f"{line}\n")

    def next_number(self, source: Source, running: set[int]) -> int:
        """Return the first round that was not tried and does not run."""
        done, number = self._of(source.name), 0
        while number in done or number in running:
            number += 1
        return number

    def found(self, source: Source) -> list[Puzzle]:
        """Return the puzzles of a source that something explains, those of its first rounds."""
        done = self._of(source.name)
        puzzles = [done[number].puzzle for number in sorted(done)]
        return [each for each in puzzles if each is not None and each.themes][: source.wanted]

    def count(self, source: Source) -> int:
        found = [each.puzzle for each in self._of(source.name).values()]
        return sum(each is not None and bool(each.themes) for each in found)

    def promise(self, source: Source) -> float:
        """Return how soon the next puzzle may be found, and how much it is wanted; most is best."""
        count = self.count(source)
        return (count + 1) / (self.seconds(source) + 3) / (count + 10)

    def seconds(self, source: Source) -> float:
        """Return the CPU time that a source has taken so far."""
        return sum(each.seconds for each in self._of(source.name).values())

    def report(self, source: Source) -> str:
        """Return how many puzzles a source has, and how many it yields for a minute of CPU time."""
        done, count = self._of(source.name).values(), self.count(source)
        seconds = self.seconds(source)
        pace = f"{60 * count / seconds:.1f} a CPU minute" if seconds else "-"
        return f"{source.name}: {count} of {source.wanted} puzzles, {len(done)} rounds, {pace}"


def explained_anew(puzzle: Puzzle | None) -> Puzzle | None:
    """Return a puzzle with what explains it today; finding that out takes no playouts."""
    if puzzle is None:
        return None
    now = moment(puzzle)
    codes = [puzzle.moves[0].code, puzzle.moves[1].code, puzzle.played]
    insights, themes = explained(now.rules, now.seen, codes, puzzle.reason)
    return replace(puzzle, insights=insights, themes=themes)


def selected(kept: Kept, least: int = LEAST) -> list[Puzzle]:
    """Return what is shipped: of each game at least ``least``, and of none too many."""
    by_game: dict[str, list[Puzzle]] = {}
    for source in SOURCES:
        by_game.setdefault(source.game, []).extend(kept.found(source))
    chosen = [found for found in by_game.values() if len(found) >= least]
    most = max(map(len, chosen), default=0)
    while most > max(1.0, LARGEST_SHARE * sum(min(most, len(found)) for found in chosen)):
        most -= 1
    return [each for found in chosen for each in found[:most]]
