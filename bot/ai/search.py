"""Judging moves by playing them out in worlds that agree with what the seat sees.

A world is a position sampled from the seat's belief. Every move is tried in the same worlds, each
round is played to its end, and its result counts as the chance to win the match that it leaves. So
partners, totals, eliminations and penalties are all taken into account, and what others' passes and
draws have revealed limits the worlds.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bot.engine.contract import Move, Observation, Outcome, Rng, Seat
from bot.engine.rules import Rules

POINT_WORTH = 0.0005
"""The chance to win that a point is worth; it decides between moves with about equal chances."""
MOST_MOVES, MOST_ALIKE = 8, 3
"""The most moves that are judged, and the most of them that a plain player likes equally."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move with what came of it in the sampled worlds."""

    move: Move
    chance: float
    """The average chance to win the match after the round, from 0 to 1."""
    points: float
    """The average points that the round brings the seat beyond any other side; penalties count
    against it."""
    worlds: int
    standard_error: float = 0
    """That of the difference between the best chance and this one; 0 for the best."""

    @property
    def worth(self) -> float:
        """What moves are compared by: the chance to win and, a little, the points."""
        return self.chance + POINT_WORTH * self.points


@dataclass(frozen=True, slots=True)
class Judgement:
    """The moves of a seat that were judged, the best first."""

    moves: tuple[JudgedMove, ...]

    @property
    def best(self) -> JudgedMove:
        return self.moves[0]

    def of(self, code: str) -> JudgedMove:
        """Return the move with that code; raises ``KeyError`` if it was not judged."""
        for each in self.moves:
            if each.move.code == code:
                return each
        raise KeyError(code)


def judge(
    rules: Rules[Any, Any],
    seen: Observation,
    rng: Rng,
    playouts: int,
    *,
    keep: Collection[str] = (),
) -> Judgement:
    """Judge the legal moves of the seat of ``seen`` with about ``playouts`` rounds played out.

    If there are many, only those that look promising are judged. The worse half is dropped after
    each of several stages with equally many playouts, so most of these compare the best. Moves
    whose codes are in ``keep`` are always judged and never dropped. The same observation, random
    source and number give the same judgement on every machine.

    Raises ``ValueError`` if no world agrees with what was seen.
    """
    trials = [_Trial(move) for move in promising(rules, seen, rng, keep)]
    worlds = _Worlds(rules, seen, rng)
    dropped: list[_Trial] = []
    stages = max(1, (len(trials) - 1).bit_length())
    for stage in range(1, stages + 1):
        worlds.try_out(trials, max(1, playouts // (stages * len(trials))))
        trials.sort(key=lambda trial: trial.judged.worth, reverse=True)
        if stage < stages:
            worse = trials[(len(trials) + 1) // 2 :]
            dropped += [trial for trial in worse if trial.move.code not in keep]
            trials = [trial for trial in trials if trial not in dropped]
    dropped.sort(key=lambda trial: (len(trial.chances), trial.judged.worth), reverse=True)
    best = trials[0]
    return Judgement(tuple(trial.compared_with(best) for trial in [*trials, *dropped]))


def promising(
    rules: Rules[Any, Any], seen: Observation, rng: Rng, keep: Collection[str] = ()
) -> list[Move]:
    """Return the legal moves worth judging: all if they are few, else what a plain player likes.

    Among moves that it likes equally, a few are picked at random. Those in ``keep`` are added.
    """
    if len(seen.legal) <= MOST_MOVES:
        return list(seen.legal)
    moves = list(seen.legal)
    rng.shuffle(moves)
    alike: dict[tuple[int, ...], list[Move]] = {}
    for move in moves:
        alike.setdefault(rules.preference(seen, move), []).append(move)
    liked = [move for like in sorted(alike, reverse=True) for move in alike[like][:MOST_ALIKE]]
    chosen = liked[:MOST_MOVES]
    return chosen + [move for move in seen.legal if move.code in keep and move not in chosen]


@dataclass(slots=True, eq=False)
class _Trial:
    """A move with its results in one world after another."""

    move: Move
    chances: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    @property
    def judged(self) -> JudgedMove:
        return JudgedMove(self.move, fmean(self.chances), fmean(self.points), len(self.chances))

    def compared_with(self, best: "_Trial") -> JudgedMove:
        """Return the move with its standard error, from the worlds in which both were tried."""
        lead = [one - own for one, own in zip(best.chances, self.chances, strict=False)]
        error = stdev(lead) / sqrt(len(lead)) if len(lead) > 1 else 1.0
        return replace(self.judged, standard_error=0 if best is self else error)


class _Worlds:
    def __init__(self, rules: Rules[Any, Any], seen: Any, rng: Rng) -> None:  # noqa: ANN401
        self._rules, self._seen, self._rng = rules, seen, rng
        self._belief = rules.believe(seen)
        self._seat: Seat = seen.seat
        self._others = tuple(side[0] for side in seen.setup.sides if self._seat not in side)

    def try_out(self, trials: list[_Trial], count: int) -> None:
        rng = self._rng
        for _ in range(count):
            world = self._belief.sample(rng)
            for trial in trials:
                position = world.copy()
                position.push(trial.move)
                result = position.play_out(rng)
                trial.chances.append(self._rules.win_chances(self._seen, result)[self._seat])
                trial.points.append(self._margin(result))

    def _margin(self, result: Outcome) -> float:
        points = result.points
        own = points[self._seat]
        if self._rules.info.penalties:
            return min((points[seat] for seat in self._others), default=0) - own
        return own - max((points[seat] for seat in self._others), default=0)
