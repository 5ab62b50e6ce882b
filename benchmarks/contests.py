"""Contests between levels of computers, and how their wins are counted.

A round or match counts 1 for its only winning side, and an equal part for each of several sides
that share it. If nobody wins, it counts an equal part for every side. A level's share is the sum of
the parts of the sides that it plays. Its levels take turns in all seats on the same deals.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import inf, sqrt
from random import Random
from statistics import NormalDist
from time import process_time
from typing import Any, Protocol

from bot.ai import Player, player
from bot.ai.players import Strong
from bot.engine.chance import MatchRandomness
from bot.engine.contract import NATURE, Lot, Outcome, Seat, Setup, Shuffle
from bot.engine.replay import find
from bot.engine.rounds import Rounds
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game

PROCESSES = 2
_MOST_DEALS = 32
"""The most deals between two looks at how much has been played."""
STRONG = "strong"
FOUR_SEATS = frozenset(
    {
        *("maltese-cross", "classic", "star", "lucky-draw", "duos", "partners", "puerto-rican"),
        *("cuban", "brazilian", "jamaican", "cut-throat", "kozel", "mexican-train"),
    }
)
"""Games that are usually played by four; others with several players by two."""
_Z = NormalDist().inv_cdf(0.975)
"""The half width of a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played for each contest."""

    games: int
    """The number of rounds or matches after which it ends; the last deal is always completed."""
    seconds: float = inf
    """The CPU seconds after which no new deals begin."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A round or match that was played."""

    levels: tuple[str, ...]
    """The level in each seat."""
    outcome: Outcome
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that score together."""
    times: tuple[float, ...]
    """The CPU seconds of each choice of a strong computer."""
    seconds: float
    """The CPU seconds of the whole game."""

    @property
    def winners(self) -> list[tuple[Seat, ...]]:
        """The sides that won; empty if nobody did."""
        return [side for side in self.sides if not set(side).isdisjoint(self.outcome.winners)]

    def part(self, level: str) -> float:
        """Return the part of the game that counts for a level, from 0 to 1."""
        winners = self.winners or self.sides
        return sum(self.levels[side[0]] == level for side in winners) / len(winners)


@dataclass(frozen=True, slots=True)
class Contest:
    """Levels that play rounds or matches of a game against each other."""

    game: str
    levels: tuple[str, ...]
    """A level for each seat; the first is the one whose share is counted."""
    rounds: bool = False
    """True for single rounds, false for whole matches."""
    at_least: float | None = None
    """The share of matches to be reached, in percent."""
    playouts: int | None = None
    """The playouts of the strong computer for a move; ``None`` for the game's own number."""

    def __call__(self, number: int, /) -> PlayedGame:
        """Play the game with that number, of the deal that it belongs to."""
        began, rules, setup = process_time(), self.rules, self.setup
        deal, at = divmod(number, len(self.seatings))
        levels = self.seatings[at]
        players = [Strong(self.playouts) if each == STRONG else player(each) for each in levels]
        outcome, choices = _play(rules, setup, players, f"{self.game}/{deal}")
        times = tuple(seconds for seat, seconds in choices if levels[seat] == STRONG)
        return PlayedGame(levels, outcome, setup.sides, times, process_time() - began)

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules of a round or of a match."""
        found = game(self.game)
        return found.game if self.rounds and isinstance(found, Rounds) else found

    @property
    def setup(self) -> Setup:
        """The setup, with the game's usual options."""
        return prepare(game(self.game).info, len(self.levels))

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """All different ways to rotate the levels around the table."""
        turned = (self.levels[at:] + self.levels[:at] for at in range(len(self.levels)))
        return tuple(dict.fromkeys(turned))

    @property
    def fair(self) -> float:
        """The share of the first level, in percent, if all were equally strong."""
        return 100 * self.levels.count(self.levels[0]) / len(self.levels)

    @property
    def title(self) -> str:
        """Who plays whom at what."""
        first, rest = self.levels[0], [each for each in self.levels if each != self.levels[0]]
        rivals = rest[0] if self.fair == 50 else f"{len(rest)} {rest[0]}"
        unit = "rounds" if self.rounds else "matches"
        return f"{first} against {rivals}, {unit} of {game(self.game).info.name}"


def usual_seats(game_id: str) -> int:
    """Return the number of players at which a game is measured."""
    return 4 if game_id in FOUR_SEATS else 2


def seated(game_id: str, one: str, other: str) -> Contest:
    """Return the contest of two levels, in turn around the table, at the usual number of seats."""
    return Contest(game_id, (one, other) * (usual_seats(game_id) // 2))


def with_company() -> Iterator[str]:
    """Yield the ids of the games that several can play."""
    for rules in CATALOGUE:
        if rules.info.max_seats > 1:
            yield rules.info.id


@dataclass(frozen=True, slots=True)
class Share:
    """A level's share of games, in percent, with its 95 % interval (Wilson).

    The interval treats games on the same deals as independent.
    """

    games: int
    value: float
    low: float
    high: float
    decided: int
    """The number of games with exactly one winning side."""
    of_decided: float
    """The share of those, in percent."""

    def __str__(self) -> str:
        """Return the interval, and beside it the share of decided games."""
        return (
            f"{self.low:.1f}–{self.high:.1f}; {self.of_decided:.1f} % of {self.decided} decided"
            f" of {self.games}"
        )


def share(games: Sequence[PlayedGame], level: str) -> Share:
    """Return the share of ``level`` in games of which there is at least one."""
    value = sum(each.part(level) for each in games) / len(games)
    decided = [each for each in games if len(each.winners) == 1]
    won = sum(each.part(level) for each in decided)
    low, high = wilson(value, len(games))
    of_decided = 100 * won / len(decided) if decided else 0.0
    return Share(len(games), 100 * value, 100 * low, 100 * high, len(decided), of_decided)


def wilson(value: float, games: int) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a share between 0 and 1."""
    weight = _Z * _Z / games
    middle = (value + weight / 2) / (1 + weight)
    half = _Z * sqrt(value * (1 - value) / games + weight / (4 * games)) / (1 + weight)
    return middle - half, middle + half


def workers() -> Executor:
    """Return the processes that play."""
    return ProcessPoolExecutor(PROCESSES)


class Playable(Protocol):
    """What can be played again and again: calling it with a number plays that game.

    A deal is played once in every seating, by consecutive numbers.
    """

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """All ways to seat the levels."""

    def __call__(self, number: int, /) -> PlayedGame:
        """Play the game with that number."""


def played(pool: Executor, playable: Playable, effort: Effort) -> list[PlayedGame]:
    """Play one deal after another in all seatings, until the effort is made."""
    games: list[PlayedGame] = []
    seatings, deals, spent = len(playable.seatings), 1, 0.0
    while len(games) < effort.games and spent < effort.seconds:
        left = -(-(effort.games - len(games)) // seatings)
        numbers = range(len(games), len(games) + seatings * min(deals, left))
        found = list(pool.map(playable, numbers))
        games += found
        spent += sum(each.seconds for each in found)
        if spent < effort.seconds / 4:
            deals = min(2 * deals, _MOST_DEALS)
    return games


def _play(
    rules: Rules[Any, Any], setup: Setup, players: Sequence[Player], deal: str
) -> tuple[Outcome, list[tuple[Seat, float]]]:
    """Play to the end; return the outcome, and the CPU seconds of each choice with its seat.

    The same deal gives the same shuffles.
    """
    chance, rng = MatchRandomness(hashlib.sha256(deal.encode()).digest(), ()), Random(deal)
    state, chances, choices = rules.start(setup), count(), []
    while asked := rules.to_act(state):
        if isinstance(asked, Shuffle | Lot):
            state = rules.apply(state, NATURE, chance.answer(asked, next(chances))).state
            continue
        seat = min(asked)
        move, *others = rules.legal_moves(state, seat)
        if others:
            seen, began = rules.observe(state, seat), process_time()
            code = players[seat].choose(rules, seen, rng)
            choices.append((seat, process_time() - began))
            move = find(rules, state, seat, code)
        state = rules.apply(state, seat, move).state
    outcome = rules.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{rules.info.id} stopped without an outcome")
    return outcome, choices
