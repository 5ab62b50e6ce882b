"""Invariants of plans, computed from what is stored and from the rules alone."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Actor
from bot.engine.replay import returns_to
from bot.games import game
from bot.model.match import Match, Stage
from bot.model.plans import Reach


def planned_code(match: Match, state: Any, seat: int) -> str | None:
    """Return the move of the first wish that can be played, if it leaves no choice."""
    rules, plan = game(match.game), match.agenda.plan(seat)
    seen = rules.observe(state, seat)
    granted = [rules.granted(seen, wish) for wish in (plan.wishes if plan else ())]
    moves = next(filter(None, granted), ())
    assert {*moves} <= {*rules.legal_moves(state, seat)}
    return moves[0].code if len(moves) == 1 else None


def check_plans(
    before: Match, after: Match, state: Any, planning: Counter[tuple[int, int | None]]
) -> None:
    """Check plans after any change; ``planning`` counts those who are changing theirs."""
    rules = game(after.game)
    for plan in after.agenda.plans:
        assert after.stage is Stage.RUNNING
        assert after.seats[plan.seat].is_person_playing
        assert plan.wishes
        held = {each.piece for each in rules.wishes(rules.observe(state, plan.seat))}
        assert {each.piece for each in plan.wishes} <= held
        was = before.agenda.plan(plan.seat)
        if was is None or not ({*plan.wishes} <= {*was.wishes} and plan.reach is was.reach):
            assert planning[after.id, plan.seat], "a plan that nobody made"


def check_plans_after_move(
    before: Match, after: Match, states: Sequence[Any], last: tuple[Actor, str]
) -> None:
    """Check what is left of plans after a move; ``states`` are those before it and what follows."""
    plans = after.agenda.plans
    if returns_to(*last) is not None or getattr(states[0], "number", 0) != getattr(
        states[-1], "number", 0
    ):
        assert plans == (), "it has outlived its round"
    acting = {each.seat for each in after.agenda.clocks}
    acting_before: Any = game(after.game).to_act(states[0])
    mover = {*acting_before}
    for plan in plans:
        was = before.agenda.plan(plan.seat)
        assert was is not None
        assert plan.reach is was.reach
        assert [each for each in was.wishes if each in plan.wishes] == [*plan.wishes]
        is_over = plan.seat in mover and len(mover) == 1 and plan.seat not in acting
        assert not (is_over and plan.reach is Reach.TURN), "its turn is over"
