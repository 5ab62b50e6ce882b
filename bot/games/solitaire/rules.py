"""A round of Solitaire, a row of bones to be cleared: its state, what is seen of it, its rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from msgspec.structs import replace

from bot.domino.bone import DOUBLE_SIX, Bone, by_code
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Move, Outcome, Rng, Seat, Setup, Shuffle, Step
from bot.engine.options import OptionValue
from bot.games.common.pieces import codes
from bot.games.common.rules import BaseRules, RoundSeen, RoundState
from bot.games.common.state_position import StateBelief
from bot.games.solitaire.events import STUCK, WON, Added, Removed, RowEnded, RowLaid
from bot.games.solitaire.moves import DRAW_NEXT, DRAW_ON, DrawNext, Remove

_REMOVE: dict[tuple[Bone, int, bool], Remove] = {
    (bone, at, triple): Remove(bone.code + "+" * triple, bone=bone, at=at, triple=triple)
    for bone in DOUBLE_SIX
    for at in range(1, len(DOUBLE_SIX) - 1)
    for triple in (False, True)
}
"""Every removal, created only once, so that listing legal moves creates no objects."""


class SolitaireTable(RoundState):
    row: tuple[Bone, ...] = ()
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Face-down bones, the next one first."""
    gone: tuple[Bone, ...] = ()


@dataclass(frozen=True, slots=True)
class SolitaireSeen(RoundSeen):
    """A round as its player sees it, without face-down bones; those in the row count as held."""

    row: tuple[Bone, ...]
    stock: int
    gone: tuple[Bone, ...]
    newest: int
    """Number of bones, at the right end of the row, that were laid since the last removal; 0 at the
    beginning."""


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


FIRST = 3
"""Number of bones in the row at the beginning (SOLO-1)."""


@dataclass(frozen=True, slots=True)
class SolitaireRules(BaseRules[SolitaireTable, SolitaireSeen]):
    def start(self, setup: Setup) -> SolitaireTable:
        return SolitaireTable(setup, Shuffle(codes(DOUBLE_SIX)), turn=0, leader=0)

    def moves_of(self, state: SolitaireTable, seat: Seat) -> tuple[Move, ...]:
        """Return the removals, and the draw if nothing has to be removed (SOLO-4)."""
        return possible(state)

    def carry_out(self, state: SolitaireTable, actor: Actor, move: Move) -> Step[SolitaireTable]:
        row, stock, gone = state.row, state.stock, state.gone
        event: Event
        match move:
            case ShuffleResult(order=order):
                bones = tuple(by_code(code) for code in order)
                row, stock = bones[:FIRST], bones[FIRST:]
                event = RowLaid(row, len(stock))
            case DrawNext():
                row, stock = (*row, stock[0]), stock[1:]
                event = Added(row[-1], len(stock))
            case Remove(at=at, triple=triple):
                first, after = (at - 1, at + 2) if triple else (at, at + 1)
                event = Removed(row[first:after], first, triple)
                row, gone = row[:first] + row[after:], gone + event.bones
            case _:
                raise TypeError(f"not a move of Solitaire: {move!r}")
        history = (*state.history, event)
        table = SolitaireTable(
            state.setup, None, 0, row, stock, gone, leader=state.leader, history=history
        )
        return closed(table, event)

    def timeout_risk(self, seen: SolitaireSeen, move: Move) -> tuple[int, ...]:
        """Prefer the leftmost removal of three bones, then of one, then the move that draws.

        Bones removed from the row no longer count against the player (SOLO-5).
        """
        match move:
            case Remove(at=at, triple=triple):
                return 0, not triple, at
            case _:
                return (1,)

    def piece_locations(self, state: SolitaireTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (SOLO-I1)."""
        return {"row": codes(state.row), "stock": codes(state.stock), "gone": codes(state.gone)}

    def observe(self, state: SolitaireTable, seat: Seat | None) -> SolitaireSeen:
        laid = takewhile(lambda event: isinstance(event, Added), reversed(state.history))
        return SolitaireSeen(
            *self.shared_view(state, seat, (len(state.row),)),
            row=state.row,
            stock=len(state.stock),
            gone=state.gone,
            newest=sum(1 for _ in laid),
        )

    def believe(self, seen: SolitaireSeen) -> Belief:
        return StateBelief(self, seen, self._world)

    def _world(self, seen: SolitaireSeen, rng: Rng) -> SolitaireTable:
        stock = [each for each in DOUBLE_SIX if each not in seen.row and each not in seen.gone]
        rng.shuffle(stock)
        return SolitaireTable(
            seen.setup,
            None,
            0,
            seen.row,
            tuple(stock),
            seen.gone,
            leader=seen.leader,
            history=seen.history,
        )


# These are counts of solvers that know the order of all bones (tests/games/patience.py), which
# tests/games/test_solitaire.py compares with thousands of deals.
_WINNABLE = {
    ("same-number", "on"): 29,
    ("pairwise", "on"): 33,
    ("same-number", "off"): 66,
    ("pairwise", "off"): 69,
}


def winnable(options: Mapping[str, OptionValue]) -> int:
    """Return how many of a hundred deals can be won with these options, rounded."""
    return _WINNABLE[str(options["triple"]), str(options["mustRemove"])]
