"""The state and the moves' effects in Domino Squares: Blind."""

from msgspec.structs import replace

from bot.domino.path import Cell, Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Event, Seat, Step, Value
from bot.engine.seating import left_of
from bot.games.common.events import Leads
from bot.games.common.pieces import Row, dealt_hands, replaced, without
from bot.games.common.rules import RoundState
from bot.games.squares.events import PieceLaid, PieceReturned, Pieces, PieceTurned, SquaresDealt
from bot.games.squares.matching.scoring import closing
from bot.games.squares.moves import Direction

TWO_TURNS = 2
"""The turns without a piece laid, for each seat, that end the round by default."""


class TurnProgress(Value):
    """The progress of turns, derived from the public events.

    Every turn ends with a miss, as long as the round goes on (SQM-2).
    """

    begun: frozenset[Seat] = frozenset()
    """The seats whose first turn is over (SQM-5)."""
    placed: bool = False
    idle: int = 0
    """The number of turns in a row, up to now, in which nothing was laid (SQM-4)."""

    def after(self, *events: Event) -> "TurnProgress":
        progress = self
        for event in events:
            match event:
                case PieceLaid():
                    progress = TurnProgress(progress.begun, placed=True)
                case PieceReturned(seat):
                    idle = 0 if progress.placed else progress.idle + 1
                    progress = TurnProgress(progress.begun | {seat}, placed=False, idle=idle)
                case _:
                    pass
        return progress


class RowsTable(RoundState):
    """A round at one moment."""

    rows: tuple[Row[Square], ...]
    """The rows of every seat of the match, by seat; pieces with a wild square stay face up."""
    aside: Pieces = SQUARES
    """The pieces out of play, in the order of the shuffle."""
    path: Path = Path()
    pending: Square | None = None
    """The turned piece that fits in several ways and waits for its owner's choice, if any."""
    progress: TurnProgress = TurnProgress()

    @property
    def most_empty_turns(self) -> int:
        """The turns in a row without a piece laid that end the round: two for each seat (SQM-4).

        With the option, there are as many for each seat as the longest row has pieces.
        """
        turns = TWO_TURNS
        if self.setup.options["blockedAfter"] == "every-row":
            turns = max(len(self.rows[seat].pieces) for seat in self.setup.seats)
        return turns * len(self.setup.seats)


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
    """Put a piece back, face up if wild, and end the turn, maybe the round (SQM-2, SQM-4)."""
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
