"""Measures the time and the size of the animated replay of a match with sixty moves.

    python -m benchmarks.films

One random match of every game for several players, cut after its sixtieth move if it is longer. The
bot spends this time in a thread of its own, beside the event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measures import Measure, table
from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.engine.replay import playout
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.engine.story import Story
from bot.games import CATALOGUE
from bot.model.match import Occupant
from bot.model.preferences import NO_THEME
from bot.present.i18n import ENGLISH
from bot.present.screen import Animation
from bot.present.screens.lookback.replay import animation_screen
from bot.present.text.seats import TableInfo

MOVES = 60
TIMES = 3
"""Repetitions of each film."""


@dataclass(frozen=True, slots=True)
class Made:
    """The measurements of a film."""

    game: str
    seconds: float
    megabytes: float


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the slowest film of a match of sixty moves, and the largest."""
    games = [rules for rules in CATALOGUE if rules.info.max_seats > 1]
    films = [_made(rules, 1 if quick else TIMES) for rules in (games[:2] if quick else games)]
    slowest = max(films, key=lambda each: each.seconds)
    largest = max(films, key=lambda each: each.megabytes)
    return [
        Measure(
            name=f"animated replay of {MOVES} moves, the slowest game",
            value=slowest.seconds,
            unit="s",
            at_most=1.5,
            beside=slowest.game,
        ),
        Measure(
            name=f"animated replay of {MOVES} moves, the largest",
            value=largest.megabytes,
            unit="MB",
            at_most=4,
            beside=largest.game,
        ),
    ]


def _made(rules: Rules[Any, Any], times: int) -> Made:
    seats = min(rules.info.max_seats, 4)
    log = _log(rules, seats)
    sitters = tuple(Occupant(seat, 101 + seat) for seat in range(seats))
    company = TableInfo(1, rules.info, prepare(rules.info, seats).options, 101, sitters)
    took = []
    for _ in range(times):
        began = perf_counter()
        story = Story(rules, prepare(rules.info, seats), log)
        parts = animation_screen(company, story, ENGLISH).parts
        (data,) = (each.paint(NO_THEME) for each in parts if isinstance(each, Animation))
        took.append(perf_counter() - began)
    return Made(rules.info.name, median(took), len(data) / 1e6)


def _log(rules: Rules[Any, Any], seats: int) -> Sequence[Entry]:
    """Return the log of a random match up to its sixtieth move."""
    log: list[Entry] = []
    moves = 0
    for actor, move, _ in playout(rules, rules.start(prepare(rules.info, seats)), Random(1)):
        moves += actor is not NATURE
        if moves > MOVES:
            break
        log.append((actor, move.code))
    return log


if __name__ == "__main__":
    print(table(measure()))
