"""Results of simulated matches, as text and as files."""

import json
from collections import Counter
from collections.abc import Iterator

from bot.cli.simulation import Series, Simulated
from bot.engine.record import Record


def match_text(played: Simulated) -> str:
    """Return a match as one line: winners, points, rounds, plies."""
    score = " : ".join(map(str, played.outcome.points))
    winners = played.outcome.winners
    won = f"seat{'s' * (len(winners) != 1)} {', '.join(map(str, winners)) or '–'}"
    size = f"{_count(played.rounds, 'round')}, {_count(played.plies, 'ply', 'plies')}"
    return f"match {played.number}: won by {won}, {score}, {size}"


def record_text(record: Record, *, alone: bool) -> str:
    """Return a record as text for a file: readable if it is ``alone``, otherwise in one line."""
    text = record.dump()
    return text if alone else json.dumps(json.loads(text), ensure_ascii=False) + "\n"


class Tally:
    """Counts the matches of a series."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._wins: Counter[int] = Counter()
        self._ends: Counter[str] = Counter()
        self._matches = self._plies = 0
        self._seconds = 0.0

    def add(self, played: Simulated, seconds: float) -> None:
        """Count a match that took that many seconds."""
        self._wins.update(played.outcome.winners)
        self._ends.update(played.ends)
        self._matches += 1
        self._plies += played.plies
        self._seconds += seconds

    def text(self) -> Iterator[str]:
        """Yield wins by seat and by level, how rounds ended, and the speed."""
        series, total = self._series, self._matches
        info, levels = series.rules.info, series.levels
        options = "".join(f", {key} {value}" for key, value in series.setup.options.items())
        yield ""
        yield f"{_count(total, 'match', 'matches')} of {info.name}, seed {series.seed}{options}"
        for seat, level in enumerate(levels):
            yield f"  seat {seat} ({level}): {_share(self._wins[seat], total)}"
        if len(set(levels)) > 1:
            for level in sorted(set(levels)):
                seats = [seat for seat, each in enumerate(levels) if each == level]
                won = sum(self._wins[seat] for seat in seats)
                yield f"  {level}: {_share(won, total)}"
        if self._ends:
            yield f"  rounds ended: {self._endings()}"
        yield f"  {round(self._plies / self._seconds):,} moves per second"

    def _endings(self) -> str:
        """List how rounds ended, most frequent first: ``domino 88 %, blocked 12 %``."""
        total = self._ends.total()
        return ", ".join(
            f"{reason} {100 * count / total:.0f} %" for reason, count in self._ends.most_common()
        )


def _share(won: int, total: int) -> str:
    return f"{_count(won, 'win')} ({won / total:.0%})"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
