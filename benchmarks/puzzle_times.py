"""Measures what puzzles cost a running bot: memory with all of them, and the time for a fresh one.

python -m benchmarks.puzzle_times
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import bot.bootstrap  # noqa: F401 - all that a running bot has loaded
from benchmarks.measures import Measure, table
from benchmarks.memory import resident
from bot.model.puzzles.collection import shipped
from bot.model.puzzles.puzzle import moment

PUZZLES = 200
"""The number of fresh puzzles."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure megabytes for all puzzles, and milliseconds to load them and to show one."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.puzzle_times", "--loaded"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(done.stdout)
    ids, times = [*shipped()], []
    for id_ in Random(1).choices(ids, k=20 if quick else PUZZLES):
        began = perf_counter()
        moment(shipped()[id_])
        times.append(1e3 * (perf_counter() - began))
    return [
        Measure(
            name=f"memory with all {len(ids):,} puzzles loaded",
            value=loaded["bytes"] / 1e6,
            unit="MB",
            at_most=5,
            beside=f"loaded in {loaded['seconds'] * 1e3:.0f} ms",
        ),
        Measure(name="a fresh puzzle, from its id to what is seen", value=median(times), unit="ms"),
    ]


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
