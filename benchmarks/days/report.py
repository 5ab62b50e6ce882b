"""What matches took, as medians: in lines of text, as JSON, and as the table for lobbies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.days.matches import Lasted
from benchmarks.days.tables import Table

DURATIONS = Path("bot/model/durations.toml")
_HEAD = (
    *("game", "seats", "length", "planned", "people", "n", "days", "looks", "calls"),
    *("decisions", "messages", "requests"),
)
_ABOUT = """\
# How many days a match takes among that many people at a day a move, by game and
# "<seats>.<length>": medians of matches in which nobody plans.
# `python -m benchmarks.days` measures and writes them.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """The medians of the matches at one kind of table."""

    table: Table
    lasted: Sequence[Lasted]

    def median(self, what: str) -> float:
        """Return the median of a field of :class:`Lasted`."""
        return float(median(getattr(each, what) for each in self.lasted))

    def plain(self) -> dict[str, object]:
        """Return the line as JSON-compatible data; looks and calls are those of all people."""
        table = self.table
        return {
            "game": table.game,
            "seats": table.seats,
            "length": table.length,
            "default": table.is_default,
            "planned": table.planned,
            "people": table.kind,
            "n": len(self.lasted),
            "days": round(self.median("days"), 2),
            "looks": self.median("looks"),
            "calls": self.median("calls"),
            "decisions": self.median("decisions"),
            "messages": self.median("messages"),
            "requests": self.median("requests"),
        }


def text(lines: Iterable[Line]) -> str:
    """Return the lines as a table; the length with which a lobby begins has an asterisk."""
    rows = [_HEAD, *(_cells(each) for each in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def _cells(line: Line) -> tuple[str, ...]:
    plain = line.plain()
    length = f"{plain['length']}{'*' if plain['default'] else ' '}"
    return tuple(length if each == "length" else f"{plain[each]}" for each in _HEAD)


def durations(lines: Iterable[Line]) -> str:
    """Return the table from which lobbies estimate how long a match takes, in TOML."""
    text, last = _ABOUT, ""
    for line in lines:
        table = line.table
        if table.planned or table.kind != "usual":
            continue
        if table.game != last:
            text += f"\n[game.{table.game}]\n"
        last = table.game
        text += f'"{table.seats}.{table.length}" = {line.median("days"):.2f}\n'
    return text
