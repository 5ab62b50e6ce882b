"""Prints how long matches take among people, and writes the table for lobbies' estimates.

    python -m benchmarks.days [--quick] [--json FILE]

Everything takes half an hour on two cores: every game, number of people and length, with nobody
planning, with the next move planned, and with three. A quick run plays only what has a limit, and
writes no table; with --durations, only what the table needs is played.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from benchmarks.days import report
from benchmarks.days.people import KINDS
from benchmarks.days.runs import MATCHES, played
from benchmarks.days.tables import SPARE, asked, every


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.days", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only what has a limit")
    parser.add_argument("--json", metavar="FILE", type=Path, help="where the JSON goes")
    parser.add_argument("--matches", type=int, default=MATCHES, help="matches at each table")
    parser.add_argument("--people", choices=KINDS, action="append", help="kinds of people (usual)")
    parser.add_argument("--game", action="append", help="only these games; writes no table")
    parser.add_argument("--durations", action="store_true", help="only what the table needs")
    parser.add_argument("--spare", type=int, default=SPARE, help=f"spare pieces in plans ({SPARE})")
    given = parser.parse_args()
    kinds, games = given.people or ["usual"], given.game or []
    tables = asked() if given.quick else list(every(kinds, games))
    tables = [replace(each, spare=given.spare) for each in tables]
    if given.durations:
        tables = [each for each in tables if not each.planned]
    lines = list(played(tables, given.matches))
    print(report.text(lines))
    if given.json:
        text = json.dumps([each.plain() for each in lines], indent=1)
        given.json.write_text(f"{text}\n", encoding="utf-8")
    if not (given.quick or games) and "usual" in kinds:
        report.DURATIONS.write_text(report.durations(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
