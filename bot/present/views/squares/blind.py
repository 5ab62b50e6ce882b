"""The blind game with square pieces: a path, and rows that lie face down."""

from collections.abc import Iterator, Sequence
from typing import Literal

from bot.domino.square_set import square
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.squares.events import PieceTurned
from bot.games.squares.moves import Direction, Lay, TurnPiece
from bot.games.squares.observation import SquareRowsSeen
from bot.present.i18n import Words
from bot.present.text.seats import Reader, letter, lettered
from bot.present.views.hands import describe_row
from bot.present.views.squares import moves as squares_moves, path as squares_path
from bot.present.views.squares.events import SquarePiecesView, bold
from bot.present.views.squares.path import face, name
from bot.present.views.view import Hands
from renderers.scene.bones import Scene
from renderers.scene.squares import SquareRowsScene, SquareSeat

_TURN: dict[Direction, str] = {
    "left": N_("Turn over the left piece"),
    "right": N_("Turn over the right piece"),
}
_USELESS: dict[Direction, str] = {
    "left": N_("Left piece: can't fit"),
    "right": N_("Right piece: can't fit"),
}
_CANNOT_FIT: dict[Direction, str] = {
    "left": N_("The left piece can't fit now: turning it over only ends your turn."),
    "right": N_("The right piece can't fit now: turning it over only ends your turn."),
}


class SquaresBlindView(SquarePiecesView[SquareRowsSeen]):
    """The view for rows of which their owners see no more than all the others."""

    seen_type = SquareRowsSeen
    has_private_copy = False

    def table(self, seen: SquareRowsSeen, events: Sequence[Event]) -> Scene:
        rows = tuple(_row(seen, seat) for seat in seen.setup.seats)
        fitting = {move.cell for move in seen.legal if isinstance(move, Lay)}
        cells = fitting if seen.pending is not None and fitting else None
        return SquareRowsScene(squares_path.scene(seen.path, cells), rows)

    def all_hands(self, seen: SquareRowsSeen, held: Hands, events: Sequence[Event]) -> Scene:
        rows = tuple(_row(seen, seat, held[seat]) for seat in seen.setup.seats)
        return SquareRowsScene(squares_path.without_places(seen.path), rows, shown=True)

    def describe_table(self, seen: SquareRowsSeen, say: Words) -> Iterator[str]:
        yield from squares_path.describe_ends(seen.path, say)
        for seat in seen.setup.seats:
            yield _describe_row(seen, seat, say("Row of {who}", who=lettered(seat, say)), say)
        yield from self.facts(seen, say)
        rows = (each for seat in seen.setup.seats for each in seen.lying(seat))
        shown = [each for each in (*rows, seen.pending) if each is not None]
        yield from squares_path.describe_path(seen.path, say, shown)

    def facts(self, seen: SquareRowsSeen, say: Words) -> Iterator[str]:
        if seen.empty_turns and seen.outcome is None:
            n, most = seen.empty_turns, seen.most_empty_turns
            yield say(
                "Turns in a row with no piece played: {n}. At {most}, the round is blocked.",
                n=n,
                most=most,
            )

    def waiting(self, event: Event, reader: Reader) -> str | None:
        if not isinstance(event, PieceTurned):
            return None
        own, other = (
            N_("You turned over {piece}, which fits"),
            N_("{who} turned over {piece}, which fits"),
        )
        return reader.told(event.seat, own, other, piece=bold(event.piece))

    def question(self, seen: SquareRowsSeen, say: Words) -> str:
        if not seen.legal or seen.seat is None:
            return ""
        if seen.pending is not None:
            fits = say("{piece} fits. Play it.", piece=f"**{name(seen.pending)}**")
            brackets = say("In brackets is what it will show on its outside.")
            return say.in_a_row((fits, brackets))
        ends = [each.end for each in seen.legal if isinstance(each, TurnPiece)]
        useless = [end for end in ends if seen.surely_misses(seen.seat, end)]
        return say.in_a_row(say(_CANNOT_FIT[end]) for end in useless)

    def move_name(self, move: Move, seen: SquareRowsSeen, say: Words) -> str:
        match move:
            case TurnPiece(end=end) if seen.seat is not None:
                return say((_USELESS if seen.surely_misses(seen.seat, end) else _TURN)[end])
            case Lay():
                place = squares_moves.place_label(move, seen.path)
                return squares_moves.lay_named(move, (), place, say)
            case _:
                return squares_moves.move_name(move, (), say)

    def label(self, move: Move, seen: SquareRowsSeen, reader: Reader) -> str:
        """Return what a button says; the question names a piece that was turned over."""
        if isinstance(move, Lay) and seen.pending is not None:
            return squares_moves.place_label(move, seen.path)
        return self.move_name(move, seen, reader.say)

    def spellings(self, move: Move, seen: SquareRowsSeen, say: Words) -> list[str]:
        if isinstance(move, TurnPiece):
            return [say(_TURN[move.end])]
        return squares_moves.spellings(move, seen.path, (), say)


def _row(seen: SquareRowsSeen, seat: Seat, held: Sequence[str] | None = None) -> SquareSeat:
    row = seen.lying(seat) if held is None else tuple(map(square, held))
    lying = [None if each is None else face(each) for each in row]
    active = seat in seen.to_act
    if active and seen.pending is not None:
        lying.insert(0 if _turned_at(seen) == "left" else len(lying), face(seen.pending))
    fronts: tuple[Literal["left", "right"], ...] = ("left",)
    if seen.setup.options["eitherEnd"] == "on":
        fronts = ("left", "right")
    return SquareSeat(letter(seat), tuple(lying), active, fronts=fronts)


def _turned_at(seen: SquareRowsSeen) -> Direction:
    turned = (event.end for event in reversed(seen.history) if isinstance(event, PieceTurned))
    return next(turned, "left")


def _describe_row(seen: SquareRowsSeen, seat: Seat, whose: str, say: Words) -> str:
    """List a row from left to right, with the piece that was turned over where it lay."""
    lying = [None if each is None else name(each) for each in seen.lying(seat)]
    if seat in seen.to_act and seen.pending is not None:
        turned = say("{bone} turned over", bone=name(seen.pending))
        lying.insert(0 if _turned_at(seen) == "left" else len(lying), turned)
    return say("{whose} from left to right: {bones}.", whose=whose, bones=describe_row(lying, say))
