"""The rules of a round of Domino Squares: pieces score when laid, and some carry commands."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domino.pieces import SQUARES, square
from bot.domino.square import Square
from bot.engine.contract import (
    NOBODY,
    Actor,
    GameInfo,
    Move,
    Nature,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    as_seen_by,
)
from bot.engine.nature import Deal
from bot.engine.seating import left_of
from bot.engine.turns import check_asked
from bot.games.moves import Draw, Pass
from bot.games.squares import play
from bot.games.squares.deal_sampling import imagine
from bot.games.squares.moves import KEEP, Done, Give, Lay, PassOn, Way
from bot.games.squares.seen import SquaresSeen
from bot.games.squares.table import SquaresTable, acting, possible
from bot.games.squares.timeout_move import timeout_move

_SHUFFLE = Shuffle(tuple(piece.code for piece in SQUARES))


@dataclass(frozen=True, slots=True)
class SquaresRules:
    """The rules of a round."""

    info: GameInfo

    def start(self, setup: Setup) -> SquaresTable:
        """Return the table before the deal; the oldest leads, later the winner's left (SQ-10)."""
        before = setup.previous
        leader = setup.seniority[0] if before is None else left_of(setup.seats, before.winners[0])
        return SquaresTable(setup, _SHUFFLE, leader, leader)

    def to_act(self, state: SquaresTable) -> Shuffle | frozenset[Seat]:
        """Return nature's shuffle, every seat still to choose, one seat, or nobody."""
        return acting(state)

    def legal_moves(self, state: SquaresTable, seat: Seat) -> tuple[Move, ...]:
        """Return the moves that the seat may make now."""
        asked = acting(state)
        return possible(state, seat) if isinstance(asked, frozenset) and seat in asked else ()

    def apply(self, state: SquaresTable, actor: Actor, move: Move) -> Step[SquaresTable]:
        """Apply the move."""
        asked = acting(state)
        check_asked(asked, actor)
        match move:
            case Lay():
                return play.lay(state, move)
            case Draw():
                return play.draw(state)
            case Pass():
                return play.pass_turn(state)
            case Done():
                return (play.keep if move == KEEP else play.stop)(state)
            case Give():
                return play.give(state, move)
            case Way(way=way):
                return play.call_way(state, way)
            case PassOn(piece=piece) if not isinstance(actor, Nature):
                return play.pass_on(state, actor, piece)
            case Deal(order=order):
                return play.deal(state, tuple(square(code) for code in order))
            case _:
                raise TypeError(f"not a move of Domino Squares: {move!r}")

    def outcome(self, state: SquaresTable) -> Outcome | None:
        """Return the round's result once it is over, else ``None``."""
        return state.outcome

    def leader(self, state: SquaresTable) -> Seat | None:
        """Return the seat that leads the round."""
        return state.leader

    def piece_locations(self, state: SquaresTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every piece (SQ-I1)."""
        hands = {f"hand {seat}": _codes(hand) for seat, hand in enumerate(state.hands)}
        path = _codes(laid.piece for laid in state.path.laid)
        return {**hands, "stock": _codes(state.pile), "path": path}

    def observe(self, state: SquaresTable, seat: Seat | None) -> SquaresSeen:
        """Return the seat's own hand and all public facts (SQ-18, SQ-22, GEN-14)."""
        asked = acting(state)
        own = None if seat is None or not state.hands else seat
        return SquaresSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            hand=() if own is None else state.hands[own],
            counts=tuple(map(len, state.hands)),
            pile=len(state.pile),
            aside=0,
            path=state.path,
            task=state.task,
            turn=state.turn,
            drawn=state.drawn if own == state.turn else None,
            way=state.way,
            chosen=None if own is None else state.chosen[own],
            leader=state.leader,
            earned=state.earned,
            history=as_seen_by(state.history, seat),
            outcome=state.outcome,
        )

    def imagine(self, seen: SquaresSeen, rng: Rng) -> SquaresTable:
        """Return a table that agrees with everything seen and with its history."""
        return imagine(seen, rng) if seen.history else self.start(seen.setup)

    def timeout_move(self, seen: SquaresSeen) -> Move:
        """Return the best-scoring play that does not affect others, else a move without a play."""
        return timeout_move(seen)


def _codes(pieces: Iterable[Square]) -> tuple[str, ...]:
    return tuple([each.code for each in pieces])
