"""The effects of the moves of Domino Squares: Blind."""

from msgspec.structs import replace

from bot.domino.path import Cell, Path
from bot.domino.square import Square
from bot.engine.contract import Event, Seat, Step
from bot.engine.seating import left_of
from bot.games.common.events import Leads
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.row import Row
from bot.games.squares.events import PieceLaid, PieceReturned, Pieces, PieceTurned, SquaresDealt
from bot.games.squares.matching.scoring import closing
from bot.games.squares.moves import Direction
from bot.games.squares.rows.table import RowsTable

SIZE = 9
"""The number of pieces in a row (SQM-1)."""


def deal(state: RowsTable, pieces: Pieces) -> Step[RowsTable]:
    """Deal face-down rows, lay the starter as it is spelled, and set the rest aside (SQM-1)."""
    setup, count = state.setup, len(state.setup.seats)
    hands = dealt_hands(setup, pieces, SIZE)
    starter, aside = pieces[SIZE * count], pieces[SIZE * count + 1 :]
    events = (
        SquaresDealt((None,) * setup.seat_count, tuple(map(len, hands)), 0, len(aside), starter),
        Leads(state.turn, by_lot=False),
    )
    after = replace(
        state,
        awaits=None,
        rows=tuple(map(Row, hands)),
        aside=aside,
        path=Path().start(starter),
        leader=state.turn,
        history=events,
    )
    return Step(after, events)


def turn_over(state: RowsTable, end: Direction) -> Step[RowsTable]:
    """Turn over a piece: lay it if there is one way, ask if several, else it is a miss (SQM-2)."""
    seat = state.turn
    piece, row = state.rows[seat].split(end)
    turned = PieceTurned(seat, piece, end)
    ways = state.path.ways(piece)
    if not ways:
        return _miss(state, row, turned)
    opened = replace(state, rows=replaced(state.rows, seat, row), pending=piece)
    if len(ways) == 1:
        return lay(opened, piece, ways[0].cell, ways[0].turn, turned)
    return Step(replace(opened, history=(*state.history, turned)), (turned,))


def lay(state: RowsTable, piece: Square, cell: Cell, turn: int, *before: Event) -> Step[RowsTable]:
    """Lay a piece, just turned or face up; its owner goes on, or is out (SQM-2, SQM-3)."""
    seat = state.turn
    row = state.rows[seat]
    if piece is not state.pending:
        row = Row(row.unseen, without(row.turned, piece))
    events = (*before, PieceLaid(seat, piece, cell, turn, state.path.mark(cell)))
    after = replace(
        state,
        rows=replaced(state.rows, seat, row),
        path=state.path.lay(piece, cell, turn),
        pending=None,
        progress=state.progress.after(*events),
        history=(*state.history, *events),
    )
    return Step(after, events) if row.pieces else _ended(after, events, out=seat)


def _miss(state: RowsTable, row: Row[Square], turned: PieceTurned) -> Step[RowsTable]:
    """Put back a piece that does not fit and end the turn (SQM-2), maybe the round (SQM-4).

    It goes to the right end of the row, face up if it has a wild square.
    """
    seat, piece, seats = state.turn, turned.piece, state.setup.seats
    events = (turned, PieceReturned(seat, piece, piece.wild))
    after = replace(
        state,
        turn=left_of(seats, seat),
        rows=replaced(state.rows, seat, row.put_back(piece)),
        progress=state.progress.after(*events),
        history=(*state.history, *events),
    )
    over = after.progress.idle == after.most_empty_turns
    return _ended(after, events, out=None) if over else Step(after, events)


def _ended(state: RowsTable, events: tuple[Event, ...], out: Seat | None) -> Step[RowsTable]:
    """Score the round and turn over all rows (SQM-4)."""
    hands = tuple(row.pieces for row in state.rows)
    ended, outcome = closing(state.setup, hands, state.path, out)
    over = replace(
        state,
        rows=tuple(Row((), hand) for hand in hands),
        history=(*state.history, ended),
        outcome=outcome,
    )
    return Step(over, (*events, ended))
