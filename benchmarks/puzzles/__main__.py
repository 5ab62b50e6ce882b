"""Makes the puzzles: positions of rounds between steady computers with one move clearly the best.

python -m benchmarks.puzzles [--game ID ...] [--processes N] [--kept FILE] [--write [--least N]]

Every round that was tried is kept in a file, with its puzzle if it has one, so a run that was
stopped goes on where it was. A round follows from the seed and its number alone, and the puzzles of
a source are those of its first rounds, so the same seed makes the same puzzles on every machine.
With ``--write``, those found so far are written, and no more rounds are played.
"""

import argparse
from pathlib import Path

from benchmarks.puzzles.kept import LEAST, SOURCES, Kept, selected
from benchmarks.puzzles.making import make
from bot.model import puzzles
from bot.model.puzzles.collection import pack

FILE = Path(puzzles.__file__).with_name("puzzles.xz")
KEPT = Path("build/puzzles.jsonl")


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
