"""The state of a round of Solitaire, and its legal moves."""

from msgspec.structs import replace

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Event, Move, Outcome, Setup, Step
from bot.games.common.rules import RoundState
from bot.games.solitaire.events import STUCK, WON, Added, RowEnded
from bot.games.solitaire.moves import DRAW_NEXT, DRAW_ON, Remove

_REMOVE: dict[tuple[Bone, int, bool], Remove] = {
    (bone, at, triple): Remove(bone.code + "+" * triple, bone=bone, at=at, triple=triple)
    for bone in DOUBLE_SIX
    for at in range(1, len(DOUBLE_SIX) - 1)
    for triple in (False, True)
}
"""Every removal, created only once, so that listing legal moves creates no objects."""


class SolitaireTable(RoundState):
    """The state of a round."""

    row: tuple[Bone, ...] = ()
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Face-down bones, the next one first."""
    gone: tuple[Bone, ...] = ()


def removals(setup: Setup, row: tuple[Bone, ...]) -> list[Remove]:
    """Return the removals: a bone between two that share a number, alone or (if allowed) all 3."""
    found = []
    for at in range(1, len(row) - 1):
        left, middle, right = row[at - 1 : at + 2]
        if shared := {left.high, left.low} & {right.high, right.low}:
            found.append(_REMOVE[middle, at, False])
            if any(map(middle.has, shared)) or (
                setup.options["triple"] == "pairwise"
                and all(middle.has(each.high) or middle.has(each.low) for each in (left, right))
            ):
                found.append(_REMOVE[middle, at, True])
    return found


def possible(state: SolitaireTable) -> tuple[Move, ...]:
    """Return the player's moves; none when the round is over.

    After a draw, more follow by themselves until something can be removed (SOLO-4).
    """
    found = removals(state.setup, state.row)
    if not state.stock or (found and state.setup.options["mustRemove"] == "on"):
        return tuple(found)
    goes_on = not found and bool(state.history) and isinstance(state.history[-1], Added)
    return (*found, DRAW_ON if goes_on else DRAW_NEXT)


def closed(state: SolitaireTable, event: Event) -> Step[SolitaireTable]:
    """End the round when nothing can be done: won if the row is empty, else lost (SOLO-5)."""
    if possible(state):
        return Step(state, (event,))
    left = len(state.row)
    winners, reason = ((), STUCK) if left else ((0,), WON)
    draws = sum(isinstance(each, Added) for each in state.history)
    ended = RowEnded(reason, winners, state.row, len(state.gone), draws)
    outcome = Outcome(winners, (left,), reason, tally=left)
    over = replace(state, history=(*state.history, ended), outcome=outcome)
    return Step(over, (event, ended))
