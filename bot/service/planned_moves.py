"""What plans mean at a table: the move that one leads to, and when each of them ends."""

from dataclasses import replace
from typing import Any

from bot.engine.contract import Move, Observation
from bot.engine.replay import ReplayedMove
from bot.engine.rounds import RoundScored
from bot.engine.rules import Rules
from bot.model.plans import Plan, Reach


def planned_move(rules: Rules[Any, Any], seen: Observation, plan: Plan | None) -> Move | None:
    """Return the move of the first wish that can be played; ``None`` if its owner is to be asked.

    They are if no wish can be played, or if the first one that can leaves them a choice.
    """
    for wish in () if plan is None else plan.wishes:
        if moves := rules.granted(seen, wish):
            return moves[0] if len(moves) == 1 else None
    return None


def plans_after(
    rules: Rules[Any, Any], plans: tuple[Plan, ...], before: object, ply: ReplayedMove[Any]
) -> tuple[Plan, ...]:
    """Return what is left of ``plans`` after a log entry that led on from the state ``before``."""
    if not plans or any(isinstance(event, RoundScored) for event in ply.events):
        return ()
    left = []
    for plan in plans:
        seat, seen = plan.seat, rules.observe(ply.state, plan.seat)
        if plan.reach is Reach.TURN and ply.actor == seat and seat not in seen.to_act:
            continue
        if plan.reach is Reach.CHANGE and rules.ends_plans(
            rules.observe(before, seat), seen, ply.events
        ):
            continue
        possible = frozenset(rules.wishes(seen))
        if wishes := tuple(wish for wish in plan.wishes if wish in possible):
            left.append(replace(plan, wishes=wishes))
    return tuple(left)
