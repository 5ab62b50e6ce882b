"""The blind game with square pieces: a path, and rows that lie face down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bot.domino.square import Square
from bot.domino.square_set import square
from bot.engine.contract import Event, Move, Seat
from bot.engine.options import OptionValue
from bot.engine.translatable import N_
from bot.games.squares.events import PieceTurned
from bot.games.squares.moves import Direction, Lay, TurnPiece
from bot.games.squares.observation import SquareRowsSeen
from bot.games.squares.rows.known_misses import surely_misses
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo, letter, lettered
from bot.present.views import squares_events, squares_moves, squares_scene
from bot.present.views.rows import describe_row
from bot.present.views.squares import SquaresView
from bot.present.views.squares_names import face, name, piece_count
from bot.present.views.view import View
from renderers.scene.bones import Scene
from renderers.scene.captions import Sign
from renderers.scene.squares import SquareRowsScene, SquareSeat

_SQUARES = SquaresView()
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


class SquaresBlindView(View[SquareRowsSeen]):
    """The view for rows of which their owners see no more than all the others."""

    has_private_copy = False

    def table(self, seen: SquareRowsSeen, news: Sequence[Event]) -> Scene:
        """Return the path, with letters where a piece turned over fits, and every row."""
        del news
        rows = tuple(_row(seen, seat) for seat in seen.setup.seats)
        fitting = {move.cell for move in seen.legal if isinstance(move, Lay)}
        cells = fitting if seen.pending is not None and fitting else None
        return SquareRowsScene(squares_scene.scene(seen.path, cells), rows)

    def hand(self, seen: SquareRowsSeen) -> Scene:
        """Return the table: nobody holds anything."""
        return self.table(seen, ())

    def opened(
        self, seen: SquareRowsSeen, held: Sequence[Sequence[str]], news: Sequence[Event]
    ) -> Scene:
        """Return the path, and every row face up."""
        del news
        rows = tuple(_row(seen, seat, held[seat]) for seat in seen.setup.seats)
        return SquareRowsScene(squares_scene.without_places(seen.path), rows, shown=True)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        """Return the same as in any game with square pieces."""
        return _SQUARES.caption(event, later)

    def piece_name(self, code: str) -> str:
        """Return the same as in any game with square pieces."""
        return _SQUARES.piece_name(code)

    def sample(
        self, codes: tuple[str, ...], options: Mapping[str, OptionValue], *, wide: bool = False
    ) -> Scene:
        """Return a path of a few pieces."""
        del codes, options
        return squares_scene.sample(4 if wide else 2)

    def describe_table(self, seen: SquareRowsSeen, say: Words) -> Iterator[str]:
        """Describe the open ends, every row, and the path."""
        yield from squares_scene.describe_ends(seen.path, say)
        for seat in seen.setup.seats:
            yield _describe_row(seen, seat, say("Row of {who}", who=lettered(seat, say)), say)
        yield from self.facts(seen, say)
        yield from squares_scene.describe_path(seen.path, say, _shown(seen))

    def describe_hand(self, seen: SquareRowsSeen, say: Words) -> Iterator[str]:
        """Describe the table: nobody holds anything."""
        return self.describe_table(seen, say)

    def facts(self, seen: SquareRowsSeen, say: Words) -> Iterator[str]:
        """Say how close the round is to being blocked, once a turn was empty."""
        if seen.empty_turns and seen.outcome is None:
            n, most = seen.empty_turns, seen.most_empty_turns
            yield say(
                "Turns in a row with no piece played: {n}. At {most}, the round is blocked.",
                n=n,
                most=most,
            )

    def held(self, seen: SquareRowsSeen, seat: Seat, say: Words) -> str:
        """Say how many pieces a seat has."""
        return piece_count(seen.counts[seat], say)

    def phrase(
        self,
        event: Event,
        table_info: TableInfo,
        say: Words,
        me: Seat | None,
        later: Sequence[Event] = (),
    ) -> str | None:
        """Describe an event with square pieces."""
        del later
        return squares_events.phrase(event, table_info, say, me)

    def waiting(
        self, event: Event, table_info: TableInfo, say: Words, me: Seat | None
    ) -> str | None:
        """Describe a piece that was turned over, while its place is still to be chosen."""
        return squares_events.waiting(event, table_info, say, me)

    def question(self, seen: SquareRowsSeen, say: Words) -> str:
        """Name the piece to be laid, or say that turning one over can only end the turn."""
        if not seen.legal or seen.seat is None:
            return ""
        if seen.pending is not None:
            fits = say("{piece} fits. Play it.", piece=f"**{name(seen.pending)}**")
            brackets = say("In brackets is what it will show on its outside.")
            return say.in_a_row((fits, brackets))
        ends = [each.end for each in seen.legal if isinstance(each, TurnPiece)]
        useless = [end for end in ends if surely_misses(seen, seen.seat, end)]
        return say.in_a_row(say(_CANNOT_FIT[end]) for end in useless)

    def move_name(self, move: Move, seen: SquareRowsSeen, say: Words) -> str:
        """Describe a move with the row, or with a piece of it."""
        match move:
            case TurnPiece(end=end) if seen.seat is not None:
                return say((_USELESS if surely_misses(seen, seen.seat, end) else _TURN)[end])
            case Lay():
                place = squares_moves.place_label(move, seen.path)
                return squares_moves.lay_named(move, (), place, say)
            case _:
                return squares_moves.move_name(move, (), say)

    def label(self, move: Move, seen: SquareRowsSeen, table_info: TableInfo, say: Words) -> str:
        """Return what a button says; the question names a piece that was turned over."""
        del table_info
        if isinstance(move, Lay) and seen.pending is not None:
            return squares_moves.place_label(move, seen.path)
        return self.move_name(move, seen, say)

    def spellings(self, move: Move, seen: SquareRowsSeen, say: Words) -> list[str]:
        """Return the same as in any game with square pieces, or the usual name of a turn."""
        if isinstance(move, TurnPiece):
            return [say(_TURN[move.end])]
        return squares_moves.spellings(move, seen.path, (), say)


def _row(seen: SquareRowsSeen, seat: Seat, held: Sequence[str] | None = None) -> SquareSeat:
    """Return a row as it lies, or face up if given what is ``held``."""
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
    """Return the end of the row from which the pending piece was turned over."""
    turned = (event.end for event in reversed(seen.history) if isinstance(event, PieceTurned))
    return next(turned, "left")


def _describe_row(seen: SquareRowsSeen, seat: Seat, whose: str, say: Words) -> str:
    """List a row from left to right, with the piece that was turned over where it lay."""
    lying = [None if each is None else name(each) for each in seen.lying(seat)]
    if seat in seen.to_act and seen.pending is not None:
        turned = say("{bone} turned over", bone=name(seen.pending))
        lying.insert(0 if _turned_at(seen) == "left" else len(lying), turned)
    return say("{whose} from left to right: {bones}.", whose=whose, bones=describe_row(lying, say))


def _shown(seen: SquareRowsSeen) -> list[Square]:
    """Return all pieces that lie face up in rows."""
    rows = (piece for seat in seen.setup.seats for piece in seen.lying(seat))
    return [each for each in (*rows, seen.pending) if each is not None]
