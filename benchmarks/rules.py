"""Measures the rules alone: random games, and a long match replayed from its log.

python -m benchmarks.rules
"""

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from benchmarks.measures import Measure, table
from benchmarks.peers import DOMINOES, dominoes_playout, has_dominoes
from bot.cli.simulation import series
from bot.engine.contract import NATURE
from bot.engine.replay import playout, replay
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.tiling import Tiling
from bot.games.squares import DOMINO_SQUARES

SEATS = 4
SETUP = prepare(BLOCK.info, SEATS)
MOVES = 300
PLACED = 40


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure moves and rounds a second, and milliseconds for squares, a board and a replay."""
    turns, seconds = (2, 0.05) if quick else (7, 0.5)
    ways: dict[str, Callable[[Random], int]] = {"moves": _match, "rounds": _round}
    if has_dominoes():
        ways["peer"] = _peer
    rates: dict[str, list[float]] = {way: [] for way in ways}
    rng = Random(1)
    for _ in range(turns):  # taking turns, so that a slow moment of the machine hits all alike
        for way, work in ways.items():
            rates[way].append(_rate(work, rng, seconds))
    rate = {way: median(each) for way, each in rates.items()}
    peer = rate.get("peer")
    beside = f"{DOMINOES} is not installed" if peer is None else DOMINOES
    return [
        Measure(
            name="rules, random play, Block with 4",
            value=rate["moves"],
            unit="moves/s",
            at_least=150_000,
        ),
        Measure(
            name="rules, random rounds, Block with 4",
            value=rate["rounds"],
            unit="playouts/s",
            peer=peer,
            beside=beside,
        ),
        Measure(
            name=f"a random match of three rounds, Domino Squares with {SEATS}",
            value=_squares(rng, turns),
            unit="ms",
        ),
        Measure(
            name=f"legal moves on a board with {PLACED} dominoes, a hand of four",
            value=_legal_on_a_board(rng, turns),
            unit="ms",
            at_most=3,
        ),
        Measure(
            name=f"replay of a {MOVES}-move match from its log",
            value=_replay(quick=quick),
            unit="ms",
            at_most=10,
        ),
    ]


def _rate(work: Callable[[Random], int], rng: Random, seconds: float) -> float:
    """Return how much is done per second."""
    done, began = 0, perf_counter()
    while (took := perf_counter() - began) < seconds:
        done += work(rng)
    return done / took


def _match(rng: Random) -> int:
    """Play a whole match; return the number of moves, without nature's."""
    return _moves(playout(BLOCK, BLOCK.start(SETUP), rng))


def _round(rng: Random) -> int:
    """Play one round; return 1."""
    _moves(playout(BLOCK.game, BLOCK.game.start(SETUP), rng))
    return 1


def _peer(rng: Random) -> int:
    dominoes_playout(rng)
    return 1


def _moves(played: Iterable[tuple[object, ...]]) -> int:
    return sum(actor is not NATURE for actor, _, _ in played)


def _squares(rng: Random, matches: int) -> float:
    """Return the milliseconds for a whole match, the median of several."""
    setup, times = prepare(DOMINO_SQUARES.info, SEATS), []
    for _ in range(10 * matches):
        began = perf_counter()
        deque(playout(DOMINO_SQUARES, DOMINO_SQUARES.start(setup), rng), maxlen=0)
        times.append(perf_counter() - began)
    return 1000 * median(times)


def _legal_on_a_board(rng: Random, matches: int) -> float:
    """Return the milliseconds without cached results of the board, the median of several."""
    setup = prepare(DOUBLE_DOUBLE.info, 2)
    times: list[float] = []
    while len(times) < 10 * matches:
        for _, _, step in playout(DOUBLE_DOUBLE, DOUBLE_DOUBLE.start(setup), rng):
            state = step.state.round
            if len(state.tiling.laid) == PLACED and len(state.hands[state.turn]) == 4:
                anew = replace(state, tiling=Tiling(state.board, state.tiling.laid))
                began = perf_counter()
                DOUBLE_DOUBLE.game.legal_moves(anew, state.turn)
                times.append(perf_counter() - began)
    return 1000 * median(times)


def _replay(*, quick: bool) -> float:
    to_play = series("block", seats=SEATS, levels=["casual"], options=["target=1000"], seed="bench")
    log = to_play.play(1).record.log[:MOVES]
    times = []
    for _ in range(5 if quick else 100):
        began = perf_counter()
        deque(replay(BLOCK, to_play.setup, log), maxlen=0)
        times.append(perf_counter() - began)
    return 1000 * median(times)


if __name__ == "__main__":
    print(table(measure()))
