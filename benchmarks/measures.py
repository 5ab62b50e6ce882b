"""Measured values with their limits and, from the same run, the values of a peer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf


class Verdict(Enum):
    """The result of comparing a value with its limit."""

    MET = "met"
    MISSED = "MISSED"
    OPEN = "open"
    """The limit is within the interval of the value: more has to be measured."""
    HINT = "–"
    """There is no limit; the value is for information."""
    FAILED = "NOT MEASURED"
    SKIPPED = "skipped"
    """The machine lacks what it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One line of the report. Times are medians and depend on the machine, unlike ratios."""

    name: str
    value: float | None
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    peer: float | None = None
    """The peer's value, in the same unit."""
    beside: str = ""
    """The name of the peer; or the reason why there is no value."""
    interval: tuple[float, float] | None = None
    """The value's 95 % interval, if it is one of a sample."""
    skipped: bool = False
    """True if the machine lacks what it takes; ``beside`` says what."""

    @property
    def ratio(self) -> float | None:
        """Return how many times better than the peer we are; ``None`` without both values."""
        if not self.value or not self.peer:
            return None
        ours, theirs = self.value, self.peer
        return ours / theirs if self.unit.endswith("/s") else theirs / ours

    @property
    def limit(self) -> str:
        """Return the limit in words; empty if there is none."""
        if self.at_most is not None:
            return f"≤ {_number(self.at_most)}"
        return "" if self.at_least is None else f"≥ {_number(self.at_least)}"

    @property
    def verdict(self) -> Verdict:
        """Return whether the limit is kept."""
        if self.value is None:
            return Verdict.SKIPPED if self.skipped else Verdict.FAILED
        if self.at_most is None and self.at_least is None:
            return Verdict.HINT
        low, high = self.interval or (self.value, self.value)
        least = -inf if self.at_least is None else self.at_least
        most = inf if self.at_most is None else self.at_most
        if least <= low and high <= most:
            return Verdict.MET
        return Verdict.MISSED if high < least or low > most else Verdict.OPEN

    def plain(self) -> dict[str, object]:
        """Return the measure as JSON-compatible data."""
        return {
            "name": self.name,
            "unit": self.unit,
            "value": self.value,
            "at_most": self.at_most,
            "at_least": self.at_least,
            "peer": self.peer,
            "beside": self.beside,
            "interval": self.interval,
            "ratio": None if self.ratio is None else round(self.ratio, 2),
            "verdict": self.verdict.name.lower(),
        }


HEAD = ("measure", "limit", "value", "peer", "ratio", "verdict", "")


def table(measures: Sequence[Measure]) -> str:
    """Return all measures as text, one per line."""
    rows = [HEAD, *map(_row, measures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:5], widths[1:5], strict=True)]
        cells += [cell.ljust(width) for cell, width in zip(row[5:], widths[5:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _row(each: Measure) -> tuple[str, ...]:
    return (
        each.name,
        each.limit,
        "" if each.value is None else f"{_number(each.value)} {each.unit}",
        "" if each.peer is None else f"{_number(each.peer)} {each.unit}",
        "" if each.ratio is None else f"{each.ratio:.2g} ×",
        each.verdict.value,
        each.beside,
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"
