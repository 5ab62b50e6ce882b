"""Everything in one run, as a table and as JSON; exit status 1 if a limit is missed."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from benchmarks import (
    clock,
    cluster,
    daily,
    event_loop,
    films,
    languages,
    large,
    life,
    memory,
    moves,
    pictures,
    playouts,
    postgres,
    puzzle_times,
    rules,
    scale,
    scores,
    store,
    strength,
)
from benchmarks.days import limits as days
from benchmarks.measures import Measure, Verdict, table

REPORT = Path("build/bench.json")
QUICK_PROCESSES = 4
"""Groups that are measured at the same time in a quick run; most of them wait for something."""


def main() -> int:
    """Measure, print the table, write the JSON; a group that fails is reported and skipped.

    Return 1 if something failed or is missed, else 0; a quick run is too short to miss anything.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--json",
        metavar="FILE",
        default=str(REPORT),
        help=f"where the JSON goes ({REPORT}); - prints it instead of the table",
    )
    parser.add_argument("--quick", action="store_true", help="only see whether it all works")
    given = parser.parse_args()
    measures = list(_all_measured(quick=given.quick))
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": _machine(),
        "quick": given.quick,
        "measures": [each.plain() for each in measures],
    }
    text = json.dumps(report, ensure_ascii=False, indent=2)
    bad = {Verdict.FAILED} if given.quick else {Verdict.FAILED, Verdict.MISSED}
    status = int(any(each.verdict in bad for each in measures))
    if given.json == "-":
        print(text)
        return status
    print(f"{report['when']}, {', '.join(map(str, _machine().values()))}\n")
    print(table(measures))
    path = Path(given.json)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n", encoding="utf-8")
    print(f"\nMedians. Times are this machine's; ratios are of this run. Written to {path}.")
    return status


def _all_measured(*, quick: bool) -> Iterator[Measure]:
    """Yield the measures of all groups; a quick run, in which times don't matter, mixes them."""
    if not quick:
        for name in GROUPS:
            yield from _measured(name)
        return
    with ProcessPoolExecutor(QUICK_PROCESSES) as pool:
        running = {name: pool.submit(_measured, name, quick=True) for name in reversed(GROUPS)}
        for name in GROUPS:
            yield from running[name].result()


def _measured(name: str, *, quick: bool = False) -> list[Measure]:
    """Return a group's measures, or one line that says why there are none."""
    try:
        return GROUPS[name](quick=quick)
    except Exception as error:  # noqa: BLE001 - the other measures are still wanted
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        return [Measure(name=name, value=None, unit="", beside=why)]


def _pictures(*, quick: bool) -> list[Measure]:
    found = pictures.measure(quick=quick)
    table_kb, anew_ms, plain_ms = found["table_kb"], found["table_anew_ms"], found["plain_ms"]
    plain = "drawn the plain way"
    return [
        Measure(
            name="table picture, 28 bones, after a move",
            value=found["table_ms"],
            unit="ms",
            at_most=1.5,
        ),
        Measure(
            name="table picture, 28 bones, with nothing of it in memory",
            value=anew_ms,
            unit="ms",
            peer=plain_ms,
            beside=plain,
        ),
        Measure(
            name="the same, times faster than plain",
            value=plain_ms / anew_ms,
            unit="×",
            at_least=10,
        ),
        Measure(
            name="table picture, size",
            value=table_kb,
            unit="KB",
            at_most=22,
            peer=found["plain_kb"],
            beside=plain,
        ),
        Measure(name="table picture, worst tree", value=found["tree_ms"], unit="ms", at_most=2.5),
        Measure(
            name="table picture, worst tree, size", value=found["tree_kb"], unit="KB", at_most=30
        ),
        Measure(name="table picture, worst tree laid anew", value=found["anew_ms"], unit="ms"),
        Measure(
            name="board picture, 40 bones, 1200 px", value=found["board_ms"], unit="ms", at_most=2
        ),
        Measure(
            name="eight trains, 91 bones, after a move",
            value=found["trains_ms"],
            unit="ms",
            at_most=6,
        ),
        Measure(
            name="eight trains, with nothing of them in memory",
            value=found["trains_anew_ms"],
            unit="ms",
            at_most=6,
        ),
        Measure(name="eight trains, size", value=found["trains_kb"], unit="KB", at_most=60),
        Measure(name="board picture, size", value=found["board_kb"], unit="KB", at_most=40),
        Measure(
            name="hand with its table, 28 bones",
            value=found["hand_and_table_ms"],
            unit="ms",
            at_most=2.5,
        ),
        Measure(
            name="hand with its table, size",
            value=found["hand_and_table_kb"],
            unit="KB",
            at_most=30,
        ),
        Measure(name="hand picture", value=found["hand_ms"], unit="ms", at_most=2),
        Measure(name="end of a round, picture", value=found["round_ms"], unit="ms"),
    ]


def _store(*, quick: bool) -> list[Measure]:
    found = store.measure(quick=quick)
    return [
        Measure(name="a commit with synchronous=FULL", value=found["append_ms"], unit="ms"),
        Measure(name="reading a match with a log of 300", value=found["load_ms"], unit="ms"),
    ]


class _Group(Protocol):
    def __call__(self, *, quick: bool) -> list[Measure]: ...


GROUPS: dict[str, _Group] = {
    "pictures": _pictures,
    "rules": rules.measure,
    "playouts": playouts.measure,
    "store": _store,
    "moves": moves.measure,
    "daily": daily.measure,
    "puzzles": puzzle_times.measure,
    "languages": languages.measure,
    "memory": memory.measure,
    "scale": scale.measure,
    "postgres": postgres.measure,
    "cluster": cluster.measure,
    "large": large.measure,
    "event loop": event_loop.measure,
    "life": life.measure,
    "clock": clock.measure,
    "days": days.measure,
    "scores": scores.measure,
    "films": films.measure,
    "strength": strength.measure,
}


def _machine() -> dict[str, object]:
    return {
        "cpu": _cpu(),
        "cores": f"{os.cpu_count()} cores",
        "system": platform.system(),
        "python": f"Python {platform.python_version()}",
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


if __name__ == "__main__":
    sys.exit(main())
