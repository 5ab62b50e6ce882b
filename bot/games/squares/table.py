"""The state of a round of Domino Squares, its moves and its scoring."""

from msgspec.structs import replace

from bot.domino.counting import Sum
from bot.domino.path import Path
from bot.domino.square import Command, Square
from bot.domino.square_set import SQUARES, in_order
from bot.engine.contract import ALONE, Event, Outcome, Seat, Setup, Step
from bot.engine.seating import left_of, right_of
from bot.games.common.events import BLOCKED, DOMINO, Credit, Leads, Passed, Scored, with_credits
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import RoundState, with_events
from bot.games.squares.events import (
    AllPassed,
    Commanded,
    DrewPiece,
    Gave,
    PieceChosen,
    PieceLaid,
    Pieces,
    SquaresDealt,
    SquaresEnded,
    WayCalled,
)
from bot.games.squares.moves import Direction, Give, Lay
from bot.games.squares.observation import Task

OUT, ORDINARY, COMMAND = 10, 2, 3
"""The points for going out, and per ordinary and command piece in others' hands (SQ-14)."""


class SquaresTable(RoundState):
    """A round at one moment. It is a seat's turn also while others choose a piece to pass on."""

    task: Task = Task.TURN
    hands: tuple[Pieces, ...] = ()
    """The hands by seat, in the order in which the pieces came; empty before the deal."""
    pile: Pieces = SQUARES
    """The pieces that can be drawn, top first."""
    path: Path = Path()
    earned: tuple[int, ...] = ()
    """The points for laying pieces, by seat (SQ-13)."""
    drawn: Square | None = None
    """The piece just drawn by the seat whose turn it is, the last of its hand, if any."""
    way: Direction | None = None
    """The direction in which pieces are being passed, if they are (SQ-22)."""
    chosen: tuple[Square | None, ...] = ()
    """The piece each seat has chosen to pass on; they stay in the hands until all are passed."""

    def acting(self) -> frozenset[Seat]:
        if self.task is Task.HAND_ON:
            return frozenset([seat for seat in self.setup.seats if self.chosen[seat] is None])
        return ALONE[self.turn]


def ended(state: SquaresTable, before: tuple[Event, ...], out: Seat | None) -> Step[SquaresTable]:
    """Score the round and show all hands; ``out`` is the seat without pieces (SQ-14, SQ-15)."""
    given = () if out is None else (Credit((out,), Sum(bonus(state.hands, out))),)
    points = with_credits(state.earned, given)
    over = result(state.setup, state.leader, points, out)
    shown = tuple(map(in_order, state.hands))
    closing = SquaresEnded(over.reason, over.winners, shown, given, state.path, out, state.earned)
    events = (*before, closing)
    after = replace(state, outcome=over, history=state.history + events)
    return Step(after, events)


def result(setup: Setup, leader: Seat | None, points: tuple[int, ...], out: Seat | None) -> Outcome:
    """Return the result of a round that ended with these points; ``out`` has no pieces left."""
    reason = BLOCKED if out is None else DOMINO
    return Outcome((_winner(setup, leader, points, out),), points, reason)


def bonus(hands: tuple[Pieces, ...], out: Seat) -> tuple[int, ...]:
    """Return the terms of the bonus: 10, then each opponent's ordinary and command pieces (SQ-14).

    Pieces with a wild square count as ordinary; terms of 0 are left out.
    """
    terms = [OUT]
    for seat, hand in enumerate(hands):
        commands = sum(piece.command is not None for piece in hand)
        worth = (ORDINARY * (len(hand) - commands), COMMAND * commands)
        terms += [each for each in worth if each and seat != out]
    return tuple(terms)


def _winner(setup: Setup, leader: Seat | None, points: tuple[int, ...], out: Seat | None) -> Seat:
    """Return the round's winner, who decides the next leader (SQ-10): the most points.

    A tie goes to the seat that went out, else to the first tied seat clockwise from the leader.
    With the option ``roundWinner`` set to ``went-out``, the seat that went out always wins.
    """
    if out is not None and setup.options["roundWinner"] == "went-out":
        return out
    seats = setup.seats
    best = [seat for seat in seats if points[seat] == max(points)]
    if out in best:
        return out
    return min(best, key=lambda seat: (seat - (leader or 0)) % len(seats))


Events = tuple[Event, ...]

SIZES = {2: 7, 3: 7, 4: 6}
"""The number of pieces in a hand, by the number of players (SQ-9)."""


def deal(state: SquaresTable, pieces: Pieces) -> Step[SquaresTable]:
    """Deal the hands, lay the starter as it is spelled, and set the pile (SQ-9)."""
    seats = state.setup.seats
    size = SIZES[len(seats)]
    hands = dealt_hands(state.setup, pieces, size)
    starter, *pile = pieces[size * len(seats) :]
    events = (
        SquaresDealt(hands, tuple(map(len, hands)), len(pile), 0, starter),
        Leads(state.turn, by_lot=False),
    )
    return with_events(
        state,
        *events,
        awaits=None,
        hands=hands,
        pile=tuple(pile),
        path=Path().start(starter),
        earned=(0,) * len(seats),
        chosen=(None,) * len(seats),
    )


def lay(state: SquaresTable, move: Lay) -> Step[SquaresTable]:
    """Lay a piece and score it, then carry out its command (SQ-13, SQ-17)."""
    seat, piece, earned = state.turn, move.piece, state.earned
    events: Events = (PieceLaid(seat, piece, move.cell, move.turn, state.path.mark(move.cell)),)
    points = sum(move.scores)
    if points:
        events += (Scored(seat, Sum(move.scores)),)
        earned = replaced(earned, seat, earned[seat] + points)
    hands = replaced(state.hands, seat, without(state.hands[seat], piece))
    path = state.path.lay(piece, move.cell, move.turn)
    after = replace(
        state, task=Task.TURN, hands=hands, path=path, earned=earned, drawn=None, way=None
    )
    return _carry_out(after, events, piece.command)


def _carry_out(state: SquaresTable, events: Events, command: Command | None) -> Step[SquaresTable]:
    """Carry out the command of the piece just laid; after a last piece, end the round (SQ-17)."""
    seat, seats = state.turn, state.setup.seats
    if not state.hands[seat] and not _draws_on(state, command):
        return ended(state, events, seat)
    match command:
        case Command.GIVE:
            return with_events(state, *events, Commanded(seat, command), task=Task.GIVE)
        case Command.DRAW if state.pile:
            return draw(state, (*events, Commanded(seat, command)))
        case Command.SKIP:
            skipped = left_of(seats, seat)
            commanded = (*events, Commanded(seat, command, skipped))
            return _passes_to(state, commanded, left_of(seats, skipped))
        case Command.AGAIN:
            return with_events(state, *events, Commanded(seat, command), task=Task.AGAIN)
        case Command.ALL_PASS:
            return with_events(state, *events, Commanded(seat, command), task=Task.WAY)
        case _:
            return _passes_to(state, events, left_of(seats, seat))


def _draws_on(state: SquaresTable, command: Command | None) -> bool:
    """Return whether a last piece still leads to a draw, the only command that needs no hand."""
    resolved = state.setup.options["lastCommand"] == "resolved-first"
    return resolved and command is Command.DRAW and bool(state.pile)


def draw(state: SquaresTable, before: Events = ()) -> Step[SquaresTable]:
    """Draw the top piece of the pile, which may be laid or kept (SQ-11, SQ-19)."""
    seat, (piece, *pile) = state.turn, state.pile
    events = (*before, DrewPiece(seat, piece, len(pile)))
    hands = replaced(state.hands, seat, (*state.hands[seat], piece))
    return with_events(state, *events, task=Task.DRAWN, hands=hands, pile=tuple(pile), drawn=piece)


def pass_turn(state: SquaresTable) -> Step[SquaresTable]:
    """Pass, as nothing can be drawn; passes of all in succession end the round (SQ-12, SQ-15)."""
    event = Passed(state.turn)
    others = len(state.setup.seats) - 1
    last = state.history[-others:]
    if all(isinstance(each, Passed) for each in last):
        return ended(state, (event,), None)
    return end_turn(state, event)


def give(state: SquaresTable, move: Give) -> Step[SquaresTable]:
    """Give a piece to an opponent; a player who gives the last one is out (SQ-18)."""
    seat, piece, to = state.turn, move.piece, move.to
    hands = replaced(state.hands, seat, without(state.hands[seat], piece))
    hands = replaced(hands, to, (*hands[to], piece))
    after = replace(state, task=Task.TURN, hands=hands)
    events = (Gave(seat, to, piece),)
    if not hands[seat]:
        return ended(after, events, seat)
    return _passes_to(after, events, left_of(state.setup.seats, seat))


def call_way(state: SquaresTable, way: Direction) -> Step[SquaresTable]:
    """Set the direction of passing and ask everybody to choose a piece (SQ-22)."""
    events = (WayCalled(state.turn, way),)
    return with_events(state, *events, task=Task.HAND_ON, way=way)


def pass_on(state: SquaresTable, seat: Seat, piece: Square) -> Step[SquaresTable]:
    """Record a seat's choice; the last one passes all pieces at once (SQ-22)."""
    chosen, way = replaced(state.chosen, seat, piece), state.way
    events: Events = (PieceChosen(seat),)
    if way is None or None in chosen:
        return with_events(state, *events, chosen=chosen)
    seats = state.setup.seats
    giver = right_of if way == "left" else left_of
    got = tuple(chosen[giver(seats, each)] for each in seats)
    hands = tuple(
        (*without(state.hands[each], gone), come)
        for each, gone, come in zip(seats, chosen, got, strict=True)
        if gone is not None and come is not None
    )
    after = replace(state, hands=hands, way=None, chosen=(None,) * len(seats))
    return _passes_to(after, (*events, AllPassed(way, chosen, got)), left_of(seats, state.turn))


def end_turn(state: SquaresTable, event: Event) -> Step[SquaresTable]:
    """End the turn with a knock, or without playing a (or another) piece (SQ-11, SQ-19, SQ-21)."""
    return _passes_to(state, (event,), left_of(state.setup.seats, state.turn))


def _passes_to(state: SquaresTable, events: Events, seat: Seat) -> Step[SquaresTable]:
    return with_events(state, *events, turn=seat, task=Task.TURN, drawn=None, way=None)
