"""Describe events with square pieces in phrases."""

from collections.abc import Sequence
from itertools import chain

from bot.domino.square import Command, Square
from bot.engine.contract import Event, Seat
from bot.engine.translatable import N_
from bot.games.squares.events import (
    AllPassed,
    Commanded,
    DrewPiece,
    Gave,
    Kept,
    PieceChosen,
    PieceLaid,
    PieceReturned,
    PieceTurned,
    SquaresDealt,
    Stopped,
    WayCalled,
)
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo, letter
from bot.present.text.square_signs import SIGNS
from bot.present.views.squares_names import face, name
from renderers.scene.captions import Glyph, SeatSign, Sign, SquareSign


def signs(event: Event, later: Sequence[Event]) -> tuple[Sign, ...] | None:
    """Return the signs of an event, told before ``later``; ``None`` if it has none of its own."""
    match event:
        case PieceLaid(piece=piece, turn=turn):
            return (SquareSign(face(piece, turn)),)
        case PieceTurned(piece=piece):
            laid = any(isinstance(each, PieceLaid) for each in later)
            return () if laid else (SquareSign(face(piece)),)
        case DrewPiece(piece=Square() as piece):
            return Glyph.TAKEN, SquareSign(face(piece))
        case Gave(to=to, piece=Square() as piece):
            return SquareSign(face(piece)), Glyph.TO, SeatSign(letter(to))
        case WayCalled(way=way):
            return (Glyph.TAKEN if way == "left" else Glyph.TO,)
        case AllPassed(gave=gave):
            given = ((seat, piece) for seat, piece in enumerate(gave) if piece)
            each = ((SeatSign(letter(seat)), SquareSign(face(piece))) for seat, piece in given)
            return tuple(chain.from_iterable(each))
        case Kept() | Stopped() | PieceReturned():
            return (Glyph.NOTHING,)
        case _:
            return None


def phrase(event: Event, table_info: TableInfo, say: Words, me: Seat | None) -> str | None:
    """Describe an event to everybody or to ``me``; ``None`` if it is not reported here."""
    match event:
        case SquaresDealt(starter=starter):
            return say("The starter is {piece}", piece=_bold(starter))
        case PieceLaid(seat, piece):
            text = N_("You played {piece}") if seat == me else N_("{who} played {piece}")
            return say(text, who=table_info.name(seat, say), piece=_bold(piece))
        case Kept(seat):
            text = N_("You kept the piece") if seat == me else N_("{who} kept the piece")
            return say(text, who=table_info.name(seat, say))
        case Stopped(seat):
            text = (
                N_("You didn't play another piece")
                if seat == me
                else N_("{who} didn't play another piece")
            )
            return say(text, who=table_info.name(seat, say))
        case Commanded():
            return _commanded(event, table_info, say, me)
        case PieceReturned(seat, piece, up):
            own = N_("You turned over {piece}, which doesn't fit, so it goes to the right end")
            other = N_("{who} turned over {piece}, which doesn't fit, so it goes to the right end")
            who = table_info.name(seat, say)
            told = say(own if seat == me else other, who=who, piece=_bold(piece))
            return say("{told}, face up", told=told) if up else told
        case _:
            return _handed(event, table_info, say, me)


def waiting(event: Event, table_info: TableInfo, say: Words, me: Seat | None) -> str | None:
    """Describe a piece that was turned over, while its place is still to be chosen."""
    if not isinstance(event, PieceTurned):
        return None
    text = (
        N_("You turned over {piece}, which fits")
        if event.seat == me
        else N_("{who} turned over {piece}, which fits")
    )
    return say(text, who=table_info.name(event.seat, say), piece=_bold(event.piece))


_TO_LEFT = (
    N_("{who} chose left: everybody passes that way"),
    N_("You chose left: everybody passes that way"),
)
_TO_RIGHT = (
    N_("{who} chose right: everybody passes that way"),
    N_("You chose right: everybody passes that way"),
)


def _commanded(event: Commanded, table_info: TableInfo, say: Words, me: Seat | None) -> str:
    sign = SIGNS[event.command.value]
    match event.command:
        case Command.SKIP:
            skipped = event.seat if event.skipped is None else event.skipped
            own, other = N_("{sign} you lose a turn"), N_("{sign} {who} loses a turn")
            text = own if skipped == me else other
            return say(text, sign=sign, who=table_info.name(skipped, say))
        case Command.GIVE:
            return say("{sign} an opponent gets a piece", sign=sign)
        case Command.DRAW:
            return say("{sign} one more piece from the boneyard", sign=sign)
        case Command.AGAIN:
            return say("{sign} play again", sign=sign)
        case Command.ALL_PASS:
            return say("{sign} everybody passes a piece", sign=sign)


def _handed(event: Event, table_info: TableInfo, say: Words, me: Seat | None) -> str | None:
    """Describe pieces that go from hand to hand."""
    match event:
        case Gave(seat, to, piece):
            who, whom = table_info.name(seat, say), table_info.name(to, say)
            if piece is None or me not in (seat, to):
                return say("{who} gave {whom} a piece", who=who, whom=whom)
            text = N_("You gave {whom} {piece}") if seat == me else N_("{who} gave you {piece}")
            return say(text, who=who, whom=whom, piece=_bold(piece))
        case WayCalled(seat, way):
            texts = _TO_LEFT if way == "left" else _TO_RIGHT
            return say(texts[seat == me], who=table_info.name(seat, say))
        case PieceChosen(seat):
            text = N_("You've chosen") if seat == me else N_("{who} has chosen")
            return say(text, who=table_info.name(seat, say))
        case AllPassed(gave=gave, got=got):
            given, taken = (None, None) if me is None else (gave[me], got[me])
            if given is None or taken is None:
                return say("Everybody passed a piece")
            return say("You passed {given} and got {taken}", given=_bold(given), taken=_bold(taken))
        case _:
            return None


def _bold(piece: Square) -> str:
    return f"**{name(piece)}**"
