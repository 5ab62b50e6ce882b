"""The rules of a round of Domino Squares: Blind: unseen rows, turned over piece by piece."""

from dataclasses import dataclass

from bot.domino.pieces import SQUARES, square
from bot.engine.contract import (
    NATURE,
    NOBODY,
    Actor,
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
from bot.engine.errors import NotYourTurn
from bot.engine.nature import Deal
from bot.games.squares.matching.rounds import PIECES, codes, first
from bot.games.squares.moves import TURN, TURN_ON, TURN_RIGHT, Lay, TurnPiece, lays
from bot.games.squares.rows import play
from bot.games.squares.rows.table import Pace, Row, RowsTable
from bot.games.squares.rows.timeout_move import timeout_move
from bot.games.squares.seen import SquareRowsSeen


@dataclass(frozen=True, slots=True)
class SquareRowsRules:
    """The rules of a round."""

    info: GameInfo

    def start(self, setup: Setup) -> RowsTable:
        """Return the table before the deal."""
        return RowsTable(setup, Shuffle(PIECES), first(setup), (Row(),) * setup.table)

    def to_act(self, state: RowsTable) -> Shuffle | frozenset[Seat]:
        """Return nature's shuffle, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: RowsTable, seat: Seat) -> tuple[Move, ...]:
        """Return ways to lay the turned piece, else face-up pieces, and turns (SQM-3, SQM-5).

        After a piece was laid, turning over the next one is automatic if there is no choice.
        """
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        if state.pending is not None:
            return lays((state.pending,), state.path)
        laying = lays(state.rows[seat].face_up, state.path)
        if _either_end(state):
            return (*laying, TURN, TURN_RIGHT)
        return (*laying, TURN_ON if state.pace.placed and not laying else TURN)

    def apply(self, state: RowsTable, actor: Actor, move: Move) -> Step[RowsTable]:
        """Apply a deal, or turn over or lay a piece."""
        asked = NATURE if state.awaits is not None else state.turn
        if actor != asked or state.outcome is not None:
            raise NotYourTurn
        match move:
            case TurnPiece(end=end):
                return play.turn_over(state, end)
            case Lay(piece=piece, cell=cell, turn=turn):
                return play.lay(state, piece, cell, turn)
            case Deal(order=order):
                return play.deal(state, tuple(square(code) for code in order))
            case _:
                raise TypeError(f"not a move of Domino Squares: Blind: {move!r}")

    def outcome(self, state: RowsTable) -> Outcome | None:
        """Return the round's result once it is over, else ``None``."""
        return state.outcome

    def leader(self, state: RowsTable) -> Seat | None:
        """Return the seat that led the round; ``None`` before the deal."""
        return state.leader

    def piece_locations(self, state: RowsTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every piece (SQ-I1): unseen ones in stocks, all others in public."""
        places: dict[str, tuple[str, ...]] = {}
        for seat, row in enumerate(state.rows):
            places[f"stock {seat}"] = codes(row.unseen)
            places[f"row {seat}"] = codes(row.turned)
        return {
            **places,
            "stock out": codes(state.aside),
            "turned over": codes((state.pending,) if state.pending else ()),
            "path": codes(tuple([laid.piece for laid in state.path.laid])),
        }

    def observe(self, state: RowsTable, seat: Seat | None) -> SquareRowsSeen:
        """Return everything but the pieces that were never turned over (SQM-6)."""
        asked = self.to_act(state)
        return SquareRowsSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            rows=tuple((None,) * len(row.unseen) + row.turned for row in state.rows),
            aside=len(state.aside),
            path=state.path,
            pending=state.pending,
            leader=state.leader,
            history=state.history,
            outcome=state.outcome,
        )

    def imagine(self, seen: SquareRowsSeen, rng: Rng) -> RowsTable:
        """Return a table with the unseen pieces in random order: nothing reveals them (SQM-6)."""
        state = self.start(seen.setup)
        if not seen.history:
            return state
        known = {laid.piece for laid in seen.path.laid}
        known.update(piece for row in seen.rows for piece in row if piece)
        hidden = [each for each in SQUARES if each not in known and each is not seen.pending]
        rng.shuffle(hidden)
        pieces = iter(hidden)
        rows = tuple(
            Row(
                tuple([next(pieces) for piece in row if piece is None]),
                tuple([piece for piece in row if piece is not None]),
            )
            for row in seen.rows
        )
        (turn,) = seen.to_act or (state.turn,)
        return RowsTable(
            seen.setup,
            seen.awaits,
            turn,
            rows,
            tuple(pieces),
            seen.path,
            seen.leader,
            seen.pending,
            Pace().after(*seen.history),
            seen.history,
            seen.outcome,
        )

    def timeout_move(self, seen: SquareRowsSeen) -> Move:
        """Return the play of a face-up piece if one fits, else turning over the left end."""
        return timeout_move(seen)


def _either_end(state: RowsTable) -> bool:
    """Return whether either end can be turned over: an option, and not in a first turn (SQM-5)."""
    seat = state.turn
    return (
        state.setup.options["eitherEnd"] == "on"
        and seat in state.pace.begun
        and len(state.rows[seat].pieces) > 1
    )
