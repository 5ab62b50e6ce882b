"""Rules of a round of Solitaire: a row of bones to be cleared."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domino.bone import Bone, by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import (
    NOBODY,
    Actor,
    Event,
    GameInfo,
    Move,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    to_act_alone,
)
from bot.engine.nature import Deal
from bot.engine.turns import check_asked
from bot.games.solitaire.seen import Added, DrawNext, Remove, Removed, RowLaid, SolitaireSeen
from bot.games.solitaire.table import SolitaireTable, closed, possible
from bot.games.solitaire.timeout_move import timeout_move

FIRST = 3
"""Number of bones in the row at the beginning (SOLO-1)."""
_SHUFFLE = Shuffle(tuple(each.code for each in DOUBLE_SIX))


@dataclass(frozen=True, slots=True)
class SolitaireRules:
    """The rules of a round of Solitaire."""

    info: GameInfo

    def start(self, setup: Setup) -> SolitaireTable:
        """Return the table before the shuffle."""
        return SolitaireTable(setup, _SHUFFLE)

    def to_act(self, state: SolitaireTable) -> Shuffle | frozenset[Seat]:
        """Return nature's task, the only player, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(0)

    def legal_moves(self, state: SolitaireTable, seat: Seat) -> tuple[Move, ...]:
        """Return the removals, and the draw if nothing has to be removed (SOLO-4)."""
        if state.awaits is not None or state.outcome is not None or seat != 0:
            return ()
        return possible(state)

    def apply(self, state: SolitaireTable, actor: Actor, move: Move) -> Step[SolitaireTable]:
        """Lay the first bones, remove some, or lay the next one."""
        check_asked(self.to_act(state), actor)
        row, stock, gone = state.row, state.stock, state.gone
        event: Event
        match move:
            case Deal(order=order):
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
        return closed(SolitaireTable(state.setup, None, row, stock, gone, history), event)

    def outcome(self, state: SolitaireTable) -> Outcome | None:
        """Return the round's result, or ``None`` while it goes on."""
        return state.outcome

    def leader(self, state: SolitaireTable) -> Seat | None:
        """Return the seat of the only player."""
        del state
        return 0

    def piece_locations(self, state: SolitaireTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (SOLO-I1)."""
        return {"row": _codes(state.row), "stock": _codes(state.stock), "gone": _codes(state.gone)}

    def observe(self, state: SolitaireTable, seat: Seat | None) -> SolitaireSeen:
        """Return all but the face-down bones."""
        asked = self.to_act(state)
        laid_now = state.history and isinstance(state.history[-1], Added)
        return SolitaireSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            row=state.row,
            stock=len(state.stock),
            gone=state.gone,
            newest=len(state.row) - 1 if laid_now else None,
            history=state.history,
            outcome=state.outcome,
        )

    def imagine(self, seen: SolitaireSeen, rng: Rng) -> SolitaireTable:
        """Return a table with the face-down bones in random order."""
        if not seen.history:
            return self.start(seen.setup)
        stock = [each for each in DOUBLE_SIX if each not in seen.row and each not in seen.gone]
        rng.shuffle(stock)
        return SolitaireTable(
            seen.setup, None, seen.row, tuple(stock), seen.gone, seen.history, seen.outcome
        )

    def timeout_move(self, seen: SolitaireSeen) -> Move:
        """Return a removal, of three bones if possible, else the move that draws."""
        return timeout_move(seen)


def _codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    return tuple(each.code for each in bones)
