"""Choosing a move whose points nobody knows in advance, by trying all moves in imagined worlds."""

from typing import Any

from bot.engine.contract import Event, Move, Observation, Rng, Rules, Seat
from bot.games.common.events import PointsEvent

_WORLDS = 8
"""The most worlds imagined for one choice."""


def best_by_sampling(rules: Rules[Any, Any], seen: Observation, rng: Rng, *, ahead: int = 1) -> str:
    """Return the code of the move that seems to score most, with ties broken at random.

    All moves are tried in one world after another, each imagined from what the seat sees. After
    each world, the best third stays, plus all tied with the best score above 0. A move that scores
    nothing but lets the seat move again is worth the points of its next move, which is chosen the
    same way from what the seat would see by then; ``ahead`` is the number of such moves to look
    ahead.
    """
    left = [(0, move) for move in seen.legal]
    rng.shuffle(left)
    for _ in range(_WORLDS):
        if len(left) == 1:
            break
        world = rules.imagine(seen, rng)
        left = [
            (before + _earned(rules, world, move, rng, seat=seen.seat, ahead=ahead), move)
            for before, move in left
        ]
        left.sort(key=lambda each: each[0], reverse=True)
        best = left[0][0]
        level = sum(total == best for total, _ in left) if best else 0
        del left[max(level, (len(left) + 2) // 3) :]
    return left[0][1].code


def _earned(
    rules: Rules[Any, Any], world: object, move: Move, rng: Rng, *, seat: Seat | None, ahead: int
) -> int:
    """Return the points of the move in that world, or else of the seat's next move."""
    if seat is None:
        return 0
    step = rules.apply(world, seat, move)
    at_once = earned(step.events, seat)
    if at_once or not ahead:
        return at_once
    then: Observation = rules.observe(step.state, seat)
    if not then.legal:
        return 0
    code = best_by_sampling(rules, then, rng, ahead=ahead - 1)
    following = next(each for each in then.legal if each.code == code)
    return _earned(rules, step.state, following, rng, seat=seat, ahead=ahead - 1)


def earned(events: tuple[Event, ...], seat: Seat) -> int:
    """Return the points that a seat's plays made in these events, without the end of a round."""
    return sum(
        event.points for event in events if isinstance(event, PointsEvent) and event.seat == seat
    )
