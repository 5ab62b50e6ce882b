"""Hints: the best move for a person, and one reason for it.

Like computers, hints get only what the seat sees. A reason compares the best move with the
second-best in worlds that agree with it, and knows nothing of any game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean
from typing import Any

from bot.ai.search import Judgement, judge
from bot.engine.analysis import (
    BestOnAverage,
    BetterPoints,
    Certainty,
    Hint,
    KeepsPlaying,
    LeavesStuck,
    LittleBetween,
    OnlyMove,
    Reason,
    Scores,
    Share,
    WinsAtOnce,
    WinsRound,
)
from bot.engine.contract import Move, Observation, Position, Rng, Seat
from bot.engine.rules import Rules
from bot.games import game
from bot.games.common.pieces import Draw, Pass

WORLDS = 200
"""The most worlds in which reasons are looked for."""
PLAYOUTS_PER_WORLD = 5
"""One such world for this many playouts, so that reasons never cost much more than the move."""
LEAST_GAIN = 0.1
"""The least difference between two shares that makes a reason."""
LEAST_POINTS = 0.5
"""The least difference between two averages of points that makes a reason."""
CLEAR, LIKELY = 3.0, 1.0
"""The standard errors by which the best move leads, at least, if it is clear or likely."""


def hint_in(game_id: str, seen: Observation, rng: Rng, playouts: int | None = None) -> Hint:
    """Return :func:`hint` in the game with that id; rules cannot go to another process, ids can."""
    return hint(game(game_id), seen, rng, playouts)


def hint(rules: Rules[Any, Any], seen: Observation, rng: Rng, playouts: int | None = None) -> Hint:
    """Return the best move of the seat of ``seen``, judged with about that many playouts.

    ``None`` stands for the game's own number. The same observation, random source and number give
    the same hint on every machine. Raises ``ValueError`` if no world agrees with what was seen.
    """
    playouts = rules.info.playouts if playouts is None else playouts
    judgement = judge(rules, seen, rng, playouts)
    best, *others = judgement.moves
    return Hint(
        best.move.code,
        best.chance,
        _certainty(judgement),
        others[0].move.code if others else None,
        reason(rules, seen, rng, judgement, min(WORLDS, max(1, playouts // PLAYOUTS_PER_WORLD))),
    )


def _certainty(judgement: Judgement) -> Certainty:
    if len(judgement.moves) == 1:
        return Certainty.CLEAR
    best, second = judgement.moves[:2]
    lead = best.chance - second.chance
    if lead > CLEAR * second.standard_error:
        return Certainty.CLEAR
    return Certainty.LIKELY if lead > LIKELY * second.standard_error else Certainty.CLOSE


def reason(
    rules: Rules[Any, Any],
    seen: Any,  # noqa: ANN401 - the game's own observation
    rng: Rng,
    judgement: Judgement,
    worlds: int,
    *,
    wins: bool = True,
) -> Reason:
    """Return why the best move is better than the second-best, as seen in that many worlds.

    Without ``wins``, it is no reason that the round is won more often.
    """
    if len(judgement.moves) == 1:
        return OnlyMove()
    best, second = judgement.moves[:2]
    comparison = _Comparison(rules, seen)
    if rules.info.scoring_plays:
        points = comparison.points_at_once(rng, best.move, second.move)
        if points is not None:
            return Scores(points)
    for _ in range(worlds):
        comparison.add(rng, best.move, second.move)
    if comparison.only_best_wins_at_once:
        return WinsAtOnce()
    shares: list[Share] = [*comparison.stuck(), comparison.playing()]
    if wins:
        shares.append(comparison.winning())
    most = max(shares, key=_gain)
    if _gain(most) >= max(LEAST_GAIN, sqrt(2 / worlds)):  # else it may be by chance
        return most
    better = best.points - second.points
    if better >= LEAST_POINTS and len(seen.setup.seats) > 1:
        return BetterPoints(better)
    return LittleBetween() if _certainty(judgement) is Certainty.CLOSE else BestOnAverage()


def _gain(reason: Share) -> float:
    return reason.share - reason.otherwise


@dataclass(frozen=True, slots=True)
class _Consequence:
    wins_at_once: bool
    stuck: Seat | None
    """The opponent who is next and can only draw or pass, if any."""
    plays_on: bool
    wins: bool


class _Comparison:
    """The best and the second-best move, tried in the same worlds."""

    def __init__(self, rules: Rules[Any, Any], seen: Any) -> None:  # noqa: ANN401
        self._belief = rules.believe(seen)
        self._seat: Seat = seen.seat
        self._side = next(side for side in seen.setup.sides if self._seat in side)
        self._best: list[_Consequence] = []
        self._second: list[_Consequence] = []
        self._both = (self._best, self._second)

    def points_at_once(self, rng: Rng, best: Move, second: Move) -> int | None:
        """Return the points that the best move scores at once, if it surely scores more."""
        found = []
        for _ in range(3):  # points that depend on hidden pieces differ between worlds
            world = self._belief.sample(rng)
            found.append([self._scored(world.copy(), move) for move in (best, second)])
        points, other = found[0]
        return points if points > other and all(each == found[0] for each in found) else None

    def _scored(self, position: Position, move: Move) -> int:
        """Return the points that a move scores, without those for the end of a round."""
        before = position.earned[self._seat]
        position.push(move)
        return position.earned[self._seat] - before

    def add(self, rng: Rng, best: Move, second: Move) -> None:
        world = self._belief.sample(rng)
        self._best.append(self._tried(world.copy(), best, rng))
        self._second.append(self._tried(world, second, rng))

    def _tried(self, position: Position, move: Move, rng: Rng) -> _Consequence:
        position.push(move)
        result = position.outcome()
        if result is not None:
            wins = self._seat in result.winners
            return _Consequence(wins, None, plays_on=False, wins=wins)
        following = position.seat
        stuck = following not in self._side and not _can_play(position)
        ending = position.copy().play_out(rng)
        while position.seat not in {None, self._seat}:
            moves = position.moves()
            position.push(moves[rng.randrange(len(moves))])
        return _Consequence(
            wins_at_once=False,
            stuck=following if stuck else None,
            plays_on=position.seat is not None and _can_play(position),
            wins=self._seat in ending.winners,
        )

    @property
    def only_best_wins_at_once(self) -> bool:
        surely = [all(each.wins_at_once for each in found) for found in self._both]
        return surely == [True, False]

    def stuck(self) -> Sequence[LeavesStuck]:
        seats = sorted({each.stuck for each in self._best if each.stuck is not None})
        return [LeavesStuck(seat, *self._shares(partial(_is_stuck, seat))) for seat in seats]

    def playing(self) -> KeepsPlaying:
        return KeepsPlaying(*self._shares(lambda each: each.plays_on))

    def winning(self) -> WinsRound:
        return WinsRound(*self._shares(lambda each: each.wins))

    def _shares(self, is_so: Callable[[_Consequence], bool]) -> tuple[float, float]:
        one, other = (fmean(map(is_so, found)) for found in self._both)
        return one, other


def _is_stuck(seat: Seat, found: _Consequence) -> bool:
    return found.stuck == seat


def _can_play(position: Position) -> bool:
    return not all(isinstance(move, Draw | Pass) for move in position.moves())
