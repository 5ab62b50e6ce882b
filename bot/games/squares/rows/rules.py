"""The rules of a round of Domino Squares: Blind: unseen rows, turned over piece by piece."""

from dataclasses import dataclass

from bot.domino.path import Path
from bot.domino.square_set import SQUARES, square
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Move, Rng, Seat, Setup, Shuffle, Step
from bot.engine.state_position import StateBelief
from bot.games.common.pieces import Row, codes, imagined_row
from bot.games.common.rules import BaseRules
from bot.games.squares.matching.scoring import PIECES, first
from bot.games.squares.moves import TURN, TURN_ON, TURN_RIGHT, Lay, TurnPiece, lays
from bot.games.squares.observation import SquareRowsSeen
from bot.games.squares.rows import table
from bot.games.squares.rows.table import RowsTable, TurnProgress


@dataclass(frozen=True, slots=True)
class SquareRowsRules(BaseRules[RowsTable, SquareRowsSeen]):
    """The rules of a round."""

    def start(self, setup: Setup) -> RowsTable:
        return RowsTable(setup, Shuffle(PIECES), first(setup), (Row(),) * setup.seat_count)

    def moves_of(self, state: RowsTable, seat: Seat) -> tuple[Move, ...]:
        """Return ways to lay the turned piece, else face-up pieces, and turns (SQM-3, SQM-5).

        After a piece was laid, turning over the next one is automatic if there is no choice.
        """
        if state.pending is not None:
            return lays((state.pending,), state.path)
        face_up = tuple([piece for piece in state.rows[seat].turned if piece.wild])
        laying = lays(face_up, state.path)
        if _either_end(state):
            return (*laying, TURN, TURN_RIGHT)
        return (*laying, TURN_ON if state.progress.placed and not laying else TURN)

    def carry_out(self, state: RowsTable, actor: Actor, move: Move) -> Step[RowsTable]:
        match move:
            case TurnPiece(end=end):
                return table.turn_over(state, end)
            case Lay(piece=piece, cell=cell, turn=turn):
                return table.lay(state, piece, cell, turn)
            case ShuffleResult(order=order):
                return table.deal(state, tuple(square(code) for code in order))
            case _:
                raise TypeError(f"not a move of Domino Squares: Blind: {move!r}")

    def timeout_risk(self, seen: SquareRowsSeen, move: Move) -> tuple[int, ...]:
        """Prefer the play of a face-up piece that fits, since turning one over may miss.

        It is the piece with the most pips, laid where the seat's own face-up pieces fit afterwards
        and those of others do not. Otherwise the left end is turned over. Pieces that were seen and
        are face down again are ignored: remembering them is the player's task (SQM-6).
        """
        match move:
            case Lay(piece=piece, cell=cell, turn=turn):
                path = seen.path.lay(piece, cell, turn)
                fitting = [_fitting(seen, seat, move, path) for seat in range(len(seen.rows))]
                own = sum(count for seat, count in enumerate(fitting) if seat == seen.seat)
                return 0, -piece.pips, -own, sum(fitting) - own
            case TurnPiece(end=end):
                return 1, end != "left"
            case _:
                return (2,)

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
            "path": codes(laid.piece for laid in state.path.laid),
        }

    def observe(self, state: RowsTable, seat: Seat | None) -> SquareRowsSeen:
        """Return everything but the pieces that were never turned over (SQM-6)."""
        turned = None if state.pending is None else state.turn
        counts = [len(row.pieces) + (seat == turned) for seat, row in enumerate(state.rows)]
        return SquareRowsSeen(
            *self.shared_view(state, seat, tuple(counts)),
            rows=tuple([row.seen for row in state.rows]),
            aside=len(state.aside),
            path=state.path,
            pending=state.pending,
            empty_turns=state.progress.idle,
            most_empty_turns=state.most_empty_turns,
        )

    def believe(self, seen: SquareRowsSeen) -> Belief:
        return StateBelief(self, seen, self._world)

    def _world(self, seen: SquareRowsSeen, rng: Rng) -> RowsTable:
        """Return a table with the unseen pieces in random order: nothing reveals them (SQM-6)."""
        known = {laid.piece for laid in seen.path.laid}
        known.update(piece for row in seen.rows for piece in row if piece)
        hidden = [each for each in SQUARES if each not in known and each is not seen.pending]
        rng.shuffle(hidden)
        pieces = iter(hidden)
        rows = tuple([imagined_row(row, pieces) for row in seen.rows])
        (turn,) = seen.to_act
        return RowsTable(
            seen.setup,
            None,
            turn,
            rows,
            tuple(pieces),
            seen.path,
            seen.pending,
            TurnProgress().after(*seen.history),
            leader=seen.leader,
            history=seen.history,
        )


def _either_end(state: RowsTable) -> bool:
    """Return whether either end can be turned over: an option, and not in a first turn (SQM-5)."""
    seat = state.turn
    return (
        state.setup.options["eitherEnd"] == "on"
        and seat in state.progress.begun
        and len(state.rows[seat].pieces) > 1
    )


def _fitting(seen: SquareRowsSeen, seat: Seat, move: Lay, path: Path) -> int:
    open_ones = [piece for piece in seen.lying(seat) if piece and piece is not move.piece]
    return sum(map(path.fits, open_ones))
