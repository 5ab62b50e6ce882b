"""Makes the puzzles: positions of rounds between steady computers with one move clearly the best.

python -m benchmarks.puzzles [--game ID ...] [--processes N] [--kept FILE] [--write [--least N]]

Every round that was tried is kept in a file, with its puzzle if it has one, so a run that was
stopped goes on where it was. A round follows from the seed and its number alone, and the puzzles of
a source are those of its first rounds, so the same seed makes the same puzzles on every machine.
With ``--write``, those found so far are written, and no more rounds are played.
"""

import argparse
import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from msgspec.structs import replace

from bot.ai.players import Steady
from bot.ai.puzzles import CHOICES, Solution, explained, puzzle_options, solve
from bot.ai.search import judge
from bot.engine.chance import MatchRandomness
from bot.engine.contract import Lot, Observation, Shuffle
from bot.engine.replay import find, next_actor
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import game
from bot.model import puzzles
from bot.model.puzzles.collection import Collection, pack
from bot.model.puzzles.puzzle import Puzzle, moment, puzzle_id
from bot.present.views import view_of

FILE = Path(puzzles.__file__).with_name("puzzles.xz")
KEPT = Path("build/puzzles.jsonl")
SEED = "boneyard 1"
FILTERS = ((300, 0.09), (1_200, 0.11))
"""Playouts, and the least lead of the best move with these, before a position is judged in full."""
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
    Source("draw", 2, 180),
    Source("block", 2, 140),
    Source("block", 4, 70),
    Source("all-fives", 2, 60),
    Source("fives-and-threes", 2, 80),
    Source("duos", 4, 220),
    Source("partners", 4, 150),
    Source("puerto-rican", 4, 130),
    Source("cuban", 4, 60),
    Source("brazilian", 4, 90),
    Source("kozel", 4, 140),
    Source("kozel", 2, 60),
    Source("jamaican", 4, 130),
    Source("cut-throat", 4, 150),
    Source("classic", 4, 130),
    Source("maltese-cross", 4, 100),
    Source("star", 4, 60),
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


def tried(source: Source, seed: str, number: int) -> Tried:
    """Play a round between steady computers up to its first puzzle that something explains.

    If nothing explains any, the first of these is returned.
    """
    began, found = process_time(), None
    for each in _puzzles(source, f"{seed}/{source.name}/{number}"):
        found = each if found is None or each.themes else found
        if each.themes:
            break
    return Tried(source.name, number, process_time() - began, found)


def _puzzles(source: Source, seed: str) -> Iterator[Puzzle]:
    rules, player = game(source.game), Steady()
    options = puzzle_options(rules.info)
    chance, rng = MatchRandomness(hashlib.sha256(seed.encode()).digest(), ()), Random(seed)
    state, log, shuffles = rules.start(prepare(rules.info, source.seats, options)), list[str](), 0
    while asked := rules.to_act(state):
        actor = next_actor(rules, state)
        if isinstance(asked, Shuffle | Lot):
            move = chance.answer(asked, shuffles)
            shuffles += 1
        else:
            seat = min(asked)
            seen = rules.observe(state, seat)
            move = find(rules, state, seat, player.choose(rules, seen, rng))
            found = _found(rules, seen, move.code, f"{seed}/{len(log)}")
            if found is not None:
                version, so_far = rules.info.rules, tuple(log)
                id_ = puzzle_id(source.game, version, source.seats, options, so_far)
                told = found.moves, move.code, found.insights, found.themes, found.reason
                yield Puzzle(id_, source.game, version, source.seats, options, so_far, seat, *told)
        log.append(move.code)
        state = rules.apply(state, actor, move).state


def _found(rules: Rules[Any, Any], seen: Observation, played: str, seed: str) -> Solution | None:
    if len(seen.legal) not in CHOICES or seen.is_guess:
        return None
    view, table = view_of(seen)
    if len({view.offered(move, table).code for move in seen.legal}) < CHOICES.start:
        return None
    for playouts, lead in FILTERS:
        judgement = judge(rules, seen, Random(f"{seed}/{playouts}"), playouts, keep={played})
        best, second, *_ = judgement.moves
        if best.move.code == played or best.chance - second.chance < lead:
            return None
    return solve(rules, seen, played, seed)


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


def make(sources: Sequence[Source], kept: Kept, processes: int, seed: str = SEED) -> None:
    """Try rounds until each source has as many puzzles as are wanted."""
    with ProcessPoolExecutor(processes) as pool:
        running: dict[Future[Tried], tuple[str, int]] = {}
        while True:
            lacking = [each for each in sources if kept.count(each) < each.wanted]
            while lacking and len(running) < processes:
                source = max(lacking, key=kept.promise)
                numbers = {number for name, number in running.values() if name == source.name}
                number = kept.next_number(source, numbers)
                running[pool.submit(tried, source, seed, number)] = source.name, number
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                del running[each]
                kept.add(each.result())


def main() -> None:
    """Make what is missing, or write what there is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.puzzles", description=__doc__)
    parser.add_argument("--processes", metavar="N", type=int, default=1, help="how many (1)")
    parser.add_argument("--kept", metavar="FILE", type=Path, default=KEPT, help=f"({KEPT})")
    parser.add_argument("--game", metavar="ID", action="append", help="only this game")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}, make no more")
    parser.add_argument(
        "--least", metavar="N", type=int, default=LEAST, help=f"skip games with fewer ({LEAST})"
    )
    given = parser.parse_args()
    kept = Kept(given.kept)
    sources = [each for each in SOURCES if not given.game or each.game in given.game]
    if given.write:
        found = selected(kept, given.least)
        FILE.write_bytes(pack(found))
        print(f"{len(found)} puzzles, {FILE.stat().st_size:,} bytes")
    else:
        make(sources, kept, given.processes)
    for source in sources:
        print(kept.report(source))


if __name__ == "__main__":
    main()
