"""What the views of all games with square pieces share: events in phrases and signs."""

from collections.abc import Sequence
from itertools import chain

from bot.domino.square import Command, Square
from bot.domino.square_set import square
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
from bot.present.text.seats import Reader, letter
from bot.present.text.square_signs import SIGNS
from bot.present.views.planning import SeenT
from bot.present.views.squares.path import face, name, sample
from bot.present.views.view import Options, View
from renderers.scene.bones import Scene
from renderers.scene.captions import Glyph, SeatSign, Sign, SquareSign


class SquarePiecesView(View[SeenT]):
    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        return sample(4 if wide else 2)

    def held(self, seen: SeenT, seat: Seat, say: Words) -> str:
        return say.count("{n} piece", "{n} pieces", seen.counts[seat])

    def piece_name(self, code: str) -> str:
        return name(square(code))

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
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
                return super().caption(event, later)

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        say = reader.say
        match event:
            case SquaresDealt(starter=starter):
                return say("The starter is {piece}", piece=bold(starter))
            case PieceLaid(seat, piece):
                own, other = N_("You played {piece}"), N_("{who} played {piece}")
                return reader.told(seat, own, other, piece=bold(piece))
            case Kept(seat):
                return reader.told(seat, N_("You kept the piece"), N_("{who} kept the piece"))
            case Stopped(seat):
                own = N_("You didn't play another piece")
                return reader.told(seat, own, N_("{who} didn't play another piece"))
            case Commanded():
                return _commanded(event, reader)
            case PieceReturned(seat, piece, up):
                own = N_("You turned over {piece}, which doesn't fit, so it goes to the right end")
                other = N_(
                    "{who} turned over {piece}, which doesn't fit, so it goes to the right end"
                )
                told = reader.told(seat, own, other, piece=bold(piece))
                return say("{told}, face up", told=told) if up else told
            case _:
                return _handed(event, reader)


_TO_LEFT = (
    N_("You chose left: everybody passes that way"),
    N_("{who} chose left: everybody passes that way"),
)
_TO_RIGHT = (
    N_("You chose right: everybody passes that way"),
    N_("{who} chose right: everybody passes that way"),
)


_COMMANDED = {
    Command.GIVE: N_("{sign} an opponent gets a piece"),
    Command.DRAW: N_("{sign} one more piece from the boneyard"),
    Command.AGAIN: N_("{sign} play again"),
    Command.ALL_PASS: N_("{sign} everybody passes a piece"),
}


def _commanded(event: Commanded, reader: Reader) -> str:
    sign = SIGNS[event.command.value]
    if event.command is not Command.SKIP:
        return reader.say(_COMMANDED[event.command], sign=sign)
    skipped = event.seat if event.skipped is None else event.skipped
    own, other = N_("{sign} you lose a turn"), N_("{sign} {who} loses a turn")
    return reader.told(skipped, own, other, sign=sign)


def _handed(event: Event, reader: Reader) -> str | None:
    say, me = reader.say, reader.seat
    match event:
        case Gave(seat, to, piece):
            who, whom = reader.name(seat), reader.name(to)
            if piece is None or me not in (seat, to):
                return say("{who} gave {whom} a piece", who=who, whom=whom)
            text = N_("You gave {whom} {piece}") if seat == me else N_("{who} gave you {piece}")
            return say(text, who=who, whom=whom, piece=bold(piece))
        case WayCalled(seat, way):
            return reader.told(seat, *(_TO_LEFT if way == "left" else _TO_RIGHT))
        case PieceChosen(seat):
            return reader.told(seat, N_("You've chosen"), N_("{who} has chosen"))
        case AllPassed(gave=gave, got=got):
            given, taken = (None, None) if me is None else (gave[me], got[me])
            if given is None or taken is None:
                return say("Everybody passed a piece")
            return say("You passed {given} and got {taken}", given=bold(given), taken=bold(taken))
        case _:
            return None


def bold(piece: Square) -> str:
    return f"**{name(piece)}**"
