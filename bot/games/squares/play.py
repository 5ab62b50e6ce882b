"""The effects of the moves of Domino Squares."""

from msgspec.structs import replace

from bot.domino.counting import Sum
from bot.domino.path import Path
from bot.domino.square import Command, Square
from bot.engine.contract import Event, Seat, Step
from bot.engine.seating import left_of, right_of
from bot.games.common.events import Leads, Passed, Scored
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import with_events
from bot.games.squares.events import (
    AllPassed,
    Commanded,
    DrewPiece,
    Gave,
    PieceChosen,
    PieceLaid,
    Pieces,
    SquaresDealt,
    WayCalled,
)
from bot.games.squares.moves import Direction, Give, Lay
from bot.games.squares.observation import Task
from bot.games.squares.table import SquaresTable, ended

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
