"""Measures what puzzles cost a running bot: memory with all of them, and the time for a fresh one.

python -m benchmarks.puzzle_times
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import bot.bootstrap  # noqa: F401 - all that a running bot has loaded
from benchmarks.measures import Measure, table
from benchmarks.memory import resident
from benchmarks.moves import GAME, MOVES, move_times
from benchmarks.silent_publisher import SilentPublisher
from bot.discord_ui.components import body
from bot.model.puzzles.collection import shipped
from bot.present.i18n import ENGLISH
from bot.present.screens.puzzle import PuzzleId, puzzle_screen
from bot.service.game_service import GameService
from bot.store import open_store, upgrade

PUZZLES = 40
"""The number of fresh puzzles, of the game whose moves they are compared with."""
PERSON = 101


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure megabytes for all puzzles, and how long a fresh one takes, beside a move."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.puzzle_times", "--loaded"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(done.stdout)
    with TemporaryDirectory() as directory:
        url = f"sqlite+aiosqlite:///{Path(directory) / 'boneyard.db'}"
        fresh = 1000 * median(asyncio.run(_fresh(url, 10 if quick else PUZZLES)))
    _, move = move_times(10 if quick else MOVES)
    return [
        Measure(
            name=f"memory with all {loaded['puzzles']:,} puzzles loaded",
            value=loaded["bytes"] / 1e6,
            unit="MB",
            at_most=5,
            beside=f"loaded in {loaded['seconds'] * 1e3:.0f} ms",
        ),
        Measure(
            name="a fresh puzzle of Block, picture included, of a move",
            value=fresh / move,
            unit="×",
            at_most=1.1,
            beside=f"{fresh:.1f} ms; a move and the next hand {move:.1f} ms",
        ),
    ]


async def _fresh(url: str, puzzles: int) -> list[float]:
    """Return the seconds from the press to the picture, for a person who answers every puzzle."""
    store = open_store(url, exclusive=True)
    await upgrade(store.database)
    service = GameService(store, SilentPublisher())
    await service.puzzles.next_for(PERSON, GAME)  # loads all
    times = []
    for _ in range(puzzles):
        began = perf_counter()
        now = await service.puzzles.next_for(PERSON, GAME)
        await body(puzzle_screen(now, PuzzleId(now.puzzle.id), PERSON, ENGLISH))
        times.append(perf_counter() - began)
        await service.puzzles.answer(PERSON, now, now.puzzle.best.code)
    await service.close()
    await store.dispose()
    return times


def _loaded() -> dict[str, float]:
    """Load all puzzles; return the resident bytes that they add, and the seconds it took."""
    before, began = resident(), perf_counter()
    count = len(shipped())
    seconds = perf_counter() - began
    for id_ in shipped():
        shipped()[id_]
    return {"bytes": resident() - before, "seconds": seconds, "puzzles": count}


if __name__ == "__main__":
    print(json.dumps(_loaded()) if "--loaded" in sys.argv else table(measure()))
