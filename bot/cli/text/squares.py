"""Events with square pieces, as text for a terminal."""

from collections.abc import Iterator

from bot.domino.path import cell_name
from bot.engine.contract import Event, Seat
from bot.games.squares.events import (
    AllPassed,
    Commanded,
    DrewPiece,
    Gave,
    Kept,
    PieceChosen,
    PieceLaid,
    PieceReturned,
    Pieces,
    PieceTurned,
    SquaresDealt,
    SquaresEnded,
    Stopped,
    WayCalled,
)


def squares_text(event: Event) -> Iterator[str]:
    """Yield the event as one line or several; nothing if it has no square pieces."""
    match event:
        case SquaresDealt(hands, counts, pile, aside, starter):
            for seat, hand in enumerate(hands):
                yield f"seat {seat} has {_pieces(hand) if hand is not None else counts[seat]}"
            yield f"starter {starter}, {pile} in the pile, {aside} out of play"
        case PieceLaid(_, piece, cell, turn):
            top, right, low, left = piece.turned(turn)
            yield f"at {cell_name(cell)} lies [{top} {right} / {left} {low}]"
        case DrewPiece(seat, piece, left):
            yield f"seat {seat} draws {piece or 'a piece'}, {left} left"
        case Kept(seat):
            yield f"seat {seat} keeps it"
        case Stopped(seat):
            yield f"seat {seat} plays no further piece"
        case PieceTurned(seat, piece, end):
            yield f"seat {seat} turns over {piece} at the {end}"
        case PieceReturned(_, piece, face_up):
            yield f"{piece} goes to the right{', face up' if face_up else ''}"
        case SquaresEnded():
            yield from _end_text(event)
        case _:
            yield from _command_text(event)


def _command_text(event: Event) -> Iterator[str]:
    match event:
        case Commanded(_, command, None):
            yield f"command {command.value}"
        case Commanded(_, command, skipped):
            yield f"command {command.value}: seat {skipped} loses a turn"
        case Gave(seat, to, piece):
            yield f"seat {seat} gives {piece or 'a piece'} to seat {to}"
        case WayCalled(seat, way):
            yield f"seat {seat} says {way}"
        case PieceChosen(seat):
            yield f"seat {seat} has chosen"
        case AllPassed(way, gave):
            known = [f"seat {seat} {piece}" for seat, piece in enumerate(gave) if piece]
            yield f"all pass to the {way}{': ' if known else ''}{', '.join(known)}"
        case _:
            return


def _end_text(event: SquaresEnded) -> Iterator[str]:
    yield f"the round ends: {event.reason}"
    for seat, hand in enumerate(event.hands):
        yield f"seat {seat} holds {_pieces(hand)} = {sum(piece.pips for piece in hand)}"
    for credit in event.credits:
        yield f"{_seats(credit.seats)}: {credit.sum}"


def _pieces(pieces: Pieces) -> str:
    return " ".join(piece.code for piece in pieces) or "nothing"


def _seats(seats: tuple[Seat, ...]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
