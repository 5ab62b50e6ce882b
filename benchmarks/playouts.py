"""Measures random matches of every game, with Block in the same run for comparison.

python -m benchmarks.playouts
"""

from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measures import Measure, table
from bot.engine.contract import NATURE
from bot.engine.replay import playout
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.blind.rules import BlindRules
from bot.games.block import BLOCK
from bot.games.connecting.rules import Connecting

TIMES_BLOCK = 2
"""The most that a move of a game with lines or trees may take, as a multiple of a move of Block.

There is no limit where a piece can be put in dozens of places.
"""


@dataclass(frozen=True, slots=True)
class _Pace:
    """The time of a move in microseconds, and of a match in milliseconds."""

    move: float
    match: float


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the microseconds of a move in each game, with the most seats it allows."""
    turns, seconds = (2, 0.02) if quick else (5, 0.2)
    rng = Random(1)
    paces: dict[str, list[_Pace]] = {rules.info.id: [] for rules in CATALOGUE}
    for _ in range(turns):  # taking turns, so that a slow moment of the machine hits all alike
        for rules in CATALOGUE:
            paces[rules.info.id].append(_pace(rules, rng, seconds))
    block = _move(paces[BLOCK.info.id])
    return [
        Measure(
            name=f"a move of {rules.info.name} with {rules.info.max_seats}, random play",
            value=_move(paces[rules.info.id]),
            unit="µs",
            at_most=TIMES_BLOCK * block if _on_lines(rules) else None,
            peer=block,
            beside=f"Block; a match {median(p.match for p in paces[rules.info.id]):.1f} ms",
        )
        for rules in CATALOGUE
    ]


def _on_lines(rules: Rules[Any, Any]) -> bool:
    return isinstance(getattr(rules, "game", rules), Connecting | BlindRules)


def _move(paces: list[_Pace]) -> float:
    return median(pace.move for pace in paces)


def _pace(rules: Rules[Any, Any], rng: Random, seconds: float) -> _Pace:
    """Play whole matches for at least ``seconds``; nature's moves are not counted."""
    setup = prepare(rules.info, rules.info.max_seats)
    moves, matches, began = 0, 0, perf_counter()
    while (took := perf_counter() - began) < seconds or not matches:
        moves += sum(actor is not NATURE for actor, *_ in playout(rules, rules.start(setup), rng))
        matches += 1
    return _Pace(1e6 * took / moves, 1e3 * took / matches)


if __name__ == "__main__":
    print(table(measure()))
