"""Domino Squares: Blind: rows that nobody has seen, turned over piece by piece."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.domino.path import Cell, Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES, square
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Move, Rng, Seat, Setup, Shuffle, Step, Value
from bot.engine.seating import left_of
from bot.games.common.events import Leads
from bot.games.common.pieces import Row, codes, dealt_hands, imagined_row, replaced, without
from bot.games.common.rules import BaseRules, RoundState
from bot.games.common.state_position import StateBelief
from bot.games.squares.events import PieceLaid, PieceReturned, Pieces, PieceTurned, SquaresDealt
from bot.games.squares.matching.table import PIECES, PIECES_EACH, closing, first
from bot.games.squares.moves import TURN, TURN_ON, TURN_RIGHT, Direction, Lay, TurnPiece, lays
from bot.games.squares.observation import SquareRowsSeen

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


def deal(state: RowsTable, pieces: Pieces) -> Step[RowsTable]:
    """Deal face-down rows, lay the starter as it is spelled, and set the rest aside (SQM-1)."""
    setup, count = state.setup, len(state.setup.seats)
    size = int(setup.options[PIECES_EACH])
    hands = dealt_hands(setup, pieces, size)
    starter, aside = pieces[size * count], pieces[size * count + 1 :]
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


@dataclass(frozen=True, slots=True)
class SquareRowsRules(BaseRules[RowsTable, SquareRowsSeen]):
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
                return turn_over(state, end)
            case Lay(piece=piece, cell=cell, turn=turn):
                return lay(state, piece, cell, turn)
            case ShuffleResult(order=order):
                return deal(state, tuple(square(code) for code in order))
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
