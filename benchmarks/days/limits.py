"""The numbers that have limits, for `make bench`: four usual people, a day a move."""

from collections.abc import Callable, Sequence

from benchmarks.days.carried_out import extra_milliseconds
from benchmarks.days.report import Line
from benchmarks.days.runs import MATCHES, played
from benchmarks.days.tables import LONG, PLANNED, Table, asked
from benchmarks.measures import Measure
from bot.engine.game_info import Length

MOST_DAYS = {0: 3.5, 1: 1.5, 3: 1.0}
"""The most days that a default match may take, by the moves that everybody plans."""
MOST_DAYS_FULL = dict(zip(LONG, (4, 4, 7, 12), strict=True))
"""The same for full matches in which everybody plans three."""
PLANS = {0: "nobody plans", 1: "everybody plans their next move", 3: "everybody plans three"}
REQUESTS_BEFORE = 4.85
"""Requests for each decision of a person in full matches among four, before there were plans."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure what the issue of plans promised; a quick run only sees whether it works."""
    lines = {each.table: each for each in played(asked(), 1 if quick else MATCHES)}
    return [*_days(lines), *_full(lines), *_traffic(lines), *_planning(lines, 40 if quick else 400)]


Lines = dict[Table, Line]


def _days(lines: Lines) -> list[Measure]:
    return [
        Measure(
            name=f"days of a default match among four, {PLANS[planned]}: the longest game",
            value=worst.median("days"),
            unit="days",
            at_most=MOST_DAYS[planned],
            beside=worst.table.game,
        )
        for planned in PLANNED
        for worst in [max(_defaults(lines, planned), key=lambda each: each.median("days"))]
    ]


def _full(lines: Lines) -> list[Measure]:
    return [
        Measure(
            name=f"days of a full match among four, {PLANS[3]}: {game}",
            value=lines[Table(game, 4, Length.FULL, 3)].median("days"),
            unit="days",
            at_most=most,
        )
        for game, most in MOST_DAYS_FULL.items()
    ]


def _traffic(lines: Lines) -> list[Measure]:
    plain, planned = _defaults(lines, 0), _defaults(lines, 3)
    share = _total(planned, _messages) / _total(plain, _messages)
    requests = _total(planned, _requests) / _total(planned, _decisions)
    before = _total(plain, _requests) / _total(plain, _decisions)
    return [
        Measure(
            name="messages in channels with plans of three, beside nobody planning",
            value=share,
            unit="×",
            at_most=0.4,
            beside="all games together",
        ),
        Measure(
            name="requests for each decision of a person, plans of three",
            value=requests,
            unit="requests",
            at_most=REQUESTS_BEFORE / 2,
            beside=f"{before:.1f} while nobody plans",
        ),
    ]


def _planning(lines: Lines, moves: int) -> list[Measure]:
    taps = [each.taps for line in _defaults(lines, 3) for each in line.lasted]
    return [
        Measure(
            name="taps from the open hand to a plan of three pieces",
            value=max(taps),
            unit="taps",
            at_most=4,
        ),
        Measure(
            name="CPU of a planned move beyond one that somebody makes",
            value=extra_milliseconds(moves),
            unit="ms",
            at_most=1,
        ),
    ]


def _defaults(lines: Lines, planned: int) -> list[Line]:
    found = (each for each in lines.values() if each.table.planned == planned)
    return [each for each in found if each.table.is_default]


def _total(lines: Sequence[Line], what: Callable[[Line], float]) -> float:
    return sum(map(what, lines))


def _messages(line: Line) -> float:
    return line.median("messages")


def _requests(line: Line) -> float:
    return line.median("requests")


def _decisions(line: Line) -> float:
    return line.median("decisions") * line.table.seats
