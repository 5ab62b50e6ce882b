"""Rules of a round of Solitaire: a row of bones to be cleared."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from bot.domino.bone import DOUBLE_SIX, by_code
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Move, Rng, Seat, Setup, Shuffle, Step
from bot.engine.game_info import OptionValue
from bot.engine.state_position import StateBelief
from bot.games.common.pieces import codes
from bot.games.common.rules import BaseRules
from bot.games.solitaire.events import Added, Removed, RowLaid
from bot.games.solitaire.moves import DrawNext, Remove
from bot.games.solitaire.observation import SolitaireSeen
from bot.games.solitaire.table import SolitaireTable, closed, possible

FIRST = 3
"""Number of bones in the row at the beginning (SOLO-1)."""


@dataclass(frozen=True, slots=True)
class SolitaireRules(BaseRules[SolitaireTable, SolitaireSeen]):
    """The rules of a round of Solitaire."""

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
