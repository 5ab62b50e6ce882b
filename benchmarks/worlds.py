"""How many worlds a second are sampled from what a seat sees and played out.

A decision is an observation with a choice, taken from matches between steady computers. For each,
the belief is built once, as a strong computer does, and some worlds are sampled and played out. All
of that counts, in CPU time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.measures import Measure
from benchmarks.peers import DOMINOES, dominoes_playout, has_dominoes
from bot.ai import player
from bot.engine.contract import Move, Observation, Seat
from bot.engine.replay import after_nature, find, playout
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import game
from bot.games.block import BLOCK

_BY_DECISION = 100
"""The number of worlds for each decision, about as many as a strong computer samples for a move."""
_SETUP = prepare(BLOCK.info, 4)
_TIMES_PEER = 2
"""The least number of rounds, as a multiple of the peer's."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The worlds a second that a game has to reach."""

    game: str
    seats: int
    at_least: float


PACES = (
    Pace("block", 4, 12_000),
    Pace("lucky-draw", 4, 8_000),
    Pace("maltese-cross", 4, 8_000),
    Pace("squares", 2, 4_000),
    Pace("double-double", 2, 1_500),
    Pace("memory", 2, 3_000),
)


def measure_worlds(pace: Pace, *, decisions: int, seconds: float) -> Measure:
    """Measure the worlds of a game."""
    rules = game(pace.game)
    return Measure(
        name=f"worlds played out, {rules.info.name} with {pace.seats}",
        value=_worlds(rules, _decisions(rules, pace.seats, decisions), seconds),
        unit="worlds/s",
        at_least=pace.at_least,
    )


def measure_rounds(*, turns: int, seconds: float) -> Measure:
    """Measure random rounds with shuffle and deal, in turns with the package ``dominoes``."""
    rng = Random(1)
    ways: list[Callable[[Random], None]] = [_random_round]
    if has_dominoes():
        ways.append(dominoes_playout)
    rates: list[list[float]] = [[] for _ in ways]
    for _ in range(turns):
        for way, found in zip(ways, rates, strict=True):
            found.append(_rate(way, rng, seconds))
    ours, *theirs = map(median, rates)
    return Measure(
        name="rounds played out from the shuffle, Block with 4",
        value=ours,
        unit="rounds/s",
        at_least=_TIMES_PEER * theirs[0] if theirs else None,
        peer=theirs[0] if theirs else None,
        beside=DOMINOES if theirs else f"{DOMINOES} is not installed",
    )


def _decisions(rules: Rules[Any, Any], seats: int, wanted: int) -> list[Observation]:
    """Return observations of whole matches, evenly spread over them."""
    rng, steady = Random(1), player("steady")
    found: list[Observation] = []

    def choose(state: Any, seat: Seat, legal: tuple[Move, ...]) -> Move:  # noqa: ANN401
        seen = rules.observe(state, seat)
        if len(legal) > 1:
            found.append(seen)
        return find(rules, state, seat, steady.choose(rules, seen, rng))

    while len(found) < 4 * wanted:
        for _ in playout(rules, rules.start(prepare(rules.info, seats)), rng, choose):
            pass
    return [found[at * len(found) // wanted] for at in range(wanted)]


def _worlds(rules: Rules[Any, Any], decisions: list[Observation], seconds: float) -> float:
    """Return the worlds of a second, each decision with equally many."""
    rng, worlds, began = Random(1), 0, process_time()
    while (took := process_time() - began) < seconds:
        for seen in decisions:
            belief = rules.believe(seen)
            for _ in range(_BY_DECISION):
                belief.sample(rng).play_out(rng)
        worlds += _BY_DECISION * len(decisions)
    return worlds / took


def _random_round(rng: Random) -> None:
    """Shuffle, deal and play out a round of Block with four."""
    rules = BLOCK.game
    rules.position(after_nature(rules, rules.start(_SETUP), rng), rng).play_out(rng)


def _rate(work: Callable[[Random], None], rng: Random, seconds: float) -> float:
    """Return how often something is done per second of CPU time."""
    done, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        work(rng)
        done += 1
    return done / took
