"""Choosing where nobody knows what a move will earn: moves contend in imagined worlds."""

from __future__ import annotations

from typing import Any

from bot.engine.contract import Event, Move, Observation, Rng, Rules, Seat
from bot.games.events import Earning

_WORLDS = 8
"""No more than these are imagined for one choice."""


def foremost(rules: Rules[Any], seen: Observation, rng: Rng, *, ahead: int = 1) -> str:
    """The code of the move that seems to earn most; among equals it goes by chance.

    All moves are tried in one world after the other, each imagined out of what the seat sees. After
    each world the best third stays, and who has earned as much as the best. A move that earns
    nothing, but after which the same seat goes on, is worth what its next move earns, chosen in
    this same way out of what the seat would see by then; ``ahead`` is how many moves are looked
    ahead so.
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
    rules: Rules[Any], world: object, move: Move, rng: Rng, *, seat: Seat | None, ahead: int
) -> int:
    """What the move earns its seat in that world, or else the move after it."""
    if seat is None:
        return 0
    step = rules.apply(world, seat, move)
    at_once = earned(step.events, seat)
    if at_once or not ahead:
        return at_once
    then: Observation = rules.observe(step.state, seat)
    if not then.legal:
        return 0
    code = foremost(rules, then, rng, ahead=ahead - 1)
    following = next(each for each in then.legal if each.code == code)
    return _earned(rules, step.state, following, rng, seat=seat, ahead=ahead - 1)


def earned(events: tuple[Event, ...], seat: Seat) -> int:
    """The points that a seat has made in these events, before any round ended."""
    return sum(
        event.points for event in events if isinstance(event, Earning) and event.seat == seat
    )
