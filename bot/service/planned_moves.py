"""What plans mean at a table: the move that one leads to, and when each of them ends."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.contract import Actor, Event, Move, Observation, Rules
from bot.engine.rounds import RoundScored
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
    rules: Rules[Any, Any],
    plans: tuple[Plan, ...],
    before: object,
    actor: Actor,
    events: Sequence[Event],
    after: object,
) -> tuple[Plan, ...]:
    """Return what is left of ``plans`` once ``actor`` has led from one state to another."""
    if not plans or any(isinstance(event, RoundScored) for event in events):
        return ()
    left = (_plan_after(rules, plan, before, actor, events, after) for plan in plans)
    return tuple(filter(None, left))


def _plan_after(
    rules: Rules[Any, Any],
    plan: Plan,
    before: object,
    actor: Actor,
    events: Sequence[Event],
    after: object,
) -> Plan | None:
    seen = rules.observe(after, plan.seat)
    if plan.reach is Reach.TURN and actor == plan.seat and plan.seat not in seen.to_act:
        return None
    if plan.reach is Reach.CHANGE and rules.ends_plans(
        rules.observe(before, plan.seat), seen, events
    ):
        return None
    possible = frozenset(rules.wishes(seen))
    wishes = tuple(wish for wish in plan.wishes if wish in possible)
    return replace(plan, wishes=wishes) if wishes else None
