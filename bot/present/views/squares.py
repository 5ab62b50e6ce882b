"""Domino Squares' table: a path of square pieces, from hands that only their owners see."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.domino.path import Cell
from bot.domino.square import Square
from bot.domino.square_set import in_order, square
from bot.engine.contract import Event, Move, Seat
from bot.engine.options import OptionValue
from bot.engine.seating import left_of, right_of
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.squares.events import AllPassed, PieceChosen, SquaresEnded
from bot.games.squares.moves import Direction, Give, Lay, PassDirection, PassOn
from bot.games.squares.observation import SquaresSeen, Task
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo, by_letter, letter, lettered
from bot.present.views import squares_moves, squares_scene
from bot.present.views.round_summary import arithmetic, credited, how_it_ended, scored_during_play
from bot.present.views.squares_events import phrase, signs
from bot.present.views.squares_names import (
    called,
    face,
    letter_at,
    name,
    number_of,
    numbered,
    piece_count,
)
from bot.present.views.view import Group, Places, RoundEndView, View
from renderers.scene.bones import Scene, TableAndHandScene
from renderers.scene.captions import Sign
from renderers.scene.squares import HandSquare, SquareHandScene, SquareRowsScene, SquareSeat

_QUESTIONS = {
    Task.DRAWN: N_("You drew {piece}. Play it or keep it."),
    Task.AGAIN: N_("You can play another piece, or stop."),
    Task.GIVE: N_("Give one of your pieces to an opponent."),
    Task.WAY: N_("Which way should everybody pass a piece?"),
    Task.HAND_ON: N_("Choose a piece to pass. Only the player who gets it will see it."),
}
ONE_OPPONENT = 2
"""With this many players, only one other can get a piece, so nobody is asked who does."""
_NOTHING_FITS = {
    Task.TURN: N_("None of your pieces fit."),
    Task.DRAWN: N_("You drew {piece}. It doesn't fit, so keep it."),
    Task.AGAIN: N_("None of your pieces fit, so stop here."),
}


class SquaresView(View[SquaresSeen], RoundEndView[SquaresEnded]):
    """The view for the game and those of its adaptations that have hands."""

    calls_by_name = True

    def table(self, seen: SquaresSeen, news: Sequence[Event]) -> Scene:
        """Return the path, with a letter in every place where a piece may lie."""
        del news
        return squares_scene.scene(seen.path)

    def hand(self, seen: SquaresSeen) -> Scene:
        """Return the path, and the numbered hand with playable pieces raised."""
        playable = {m.piece for m in seen.legal if isinstance(m, Lay | Give | PassOn)}
        return _with_hand(seen, playable, None)

    def opened(
        self, seen: SquaresSeen, held: Sequence[Sequence[str]], news: Sequence[Event]
    ) -> Scene:
        """Return the path, and every hand below it."""
        del news
        rows = tuple(
            SquareSeat(letter(seat), tuple(map(face, in_hand)), active=seat in seen.to_act)
            for seat, in_hand in enumerate(in_order(map(square, codes)) for codes in held)
        )
        return SquareRowsScene(squares_scene.without_places(seen.path), rows, shown=True)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        """Return the pieces that were laid, drawn or passed."""
        own = signs(event, later)
        return super().caption(event, later) if own is None else own

    def piece_name(self, code: str) -> str:
        """Name a piece by its symbols."""
        return name(square(code))

    def ended(self, over: SquaresEnded) -> Scene:
        """Return the path and all hands."""
        rows = tuple(
            SquareSeat(letter(seat), tuple(map(face, hand)), winner=seat in over.winners)
            for seat, hand in enumerate(over.hands)
        )
        return SquareRowsScene(squares_scene.final(over.path), rows, shown=True)

    def sample(
        self, codes: tuple[str, ...], options: Mapping[str, OptionValue], *, wide: bool = False
    ) -> Scene:
        """Return a path of a few pieces."""
        del codes, options
        return squares_scene.sample(4 if wide else 2)

    def describe_table(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Describe the open ends, how much everybody holds, the pile, and the path."""
        yield from squares_scene.describe_ends(seen.path, say)
        if seen.counts:
            held = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
            yield say("Pieces in hand: {counts}.", counts=held)
        if seen.pile:
            yield _pile(seen, say)
        yield from squares_scene.describe_path(seen.path, say)

    def describe_hand(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Describe the hand, the open ends, and the path."""
        playable = {m.piece for m in seen.legal if isinstance(m, Lay)}
        if held := [numbered(piece, seen.hand) for piece in in_order(seen.hand)]:
            yield say("Your pieces, upper row / lower row: {pieces}.", pieces="; ".join(held))
        else:
            yield say("Your hand is empty.")
        if seen.drawn:
            yield say("Just drawn: {bones}.", bones=numbered(seen.drawn, seen.hand))
        if numbers := [str(number_of(each, seen.hand)) for each in in_order(playable)]:
            yield say("You can play {bones}.", bones=say.listed(numbers))
        yield from squares_scene.describe_ends(seen.path, say)
        yield from squares_scene.describe_path(seen.path, say, seen.hand)

    def describe_end(self, over: SquaresEnded, say: Words) -> Iterator[str]:
        """Describe every hand, then the path."""
        for seat, hand in enumerate(over.hands):
            who = lettered(seat, say)
            held = "; ".join(map(name, hand))
            told = N_("{who} held {bones}.") if hand else N_("{who} has no pieces left.")
            yield say(told, who=who, bones=held)
        left = [piece for hand in over.hands for piece in hand]
        yield from squares_scene.describe_path(over.path, say, left)

    def held(self, seen: SquaresSeen, seat: Seat, say: Words) -> str:
        """Say how many pieces a seat holds."""
        return piece_count(seen.counts[seat], say)

    def facts(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Say how many pieces are in the boneyard."""
        if seen.pile:
            yield _pile(seen, say)

    def running(self, seen: SquaresSeen, seat: Seat) -> int:
        """Return the points that a seat made by laying pieces; 0 if laying makes none."""
        return seen.earned[seat] if seen.earned else 0

    def drew(self, who: str, draws: Sequence[DrawEvent], say: Words, *, mine: bool) -> str:
        """Say how many pieces, not bones, were drawn."""
        count = len(draws)
        if mine:
            return say.count("You drew a piece", "You drew {n} pieces", count)
        return say.count("{who} drew a piece", "{who} drew {n} pieces", count, who=who)

    def reported(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events without the choices of players, once everybody has passed a piece."""
        if not any(isinstance(each, AllPassed) for each in events):
            return events
        return [each for each in events if not isinstance(each, PieceChosen)]

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
        return phrase(event, table_info, say, me)

    def how_it_ended(
        self, over: SquaresEnded, table_info: TableInfo, say: Words, *, counted: bool
    ) -> str:
        """Say whether somebody went out or nobody can go on."""
        if over.earned and over.out is None:
            return say("**The boneyard is empty and everybody knocked.**")
        return how_it_ended(over, table_info, say, counted=counted)

    def arithmetic(self, over: SquaresEnded, table_info: TableInfo, say: Words) -> Iterator[str]:
        """Yield the pips in hands, or else the points made by laying, and the end's bonus."""
        if not over.earned:
            yield from arithmetic(over, table_info, say)
            return
        for seat, earned in enumerate(over.earned):
            yield scored_during_play(seat, earned, table_info, say)
        yield from credited(over, table_info, say)

    def question(self, seen: SquaresSeen, say: Words) -> str:
        """Say what the command, or a piece just drawn, asks for, and what signs on buttons mean."""
        if not seen.legal:
            return ""
        fits = any(isinstance(move, Lay) for move in seen.legal)
        asked = _QUESTIONS if fits else {**_QUESTIONS, **_NOTHING_FITS}
        piece = f"**{numbered(seen.drawn, seen.hand)}**" if seen.drawn else ""
        told = say(asked[seen.task], piece=piece) if seen.task in asked else ""
        return say.in_a_row(filter(None, (told, *squares_moves.lone_meanings(seen, say))))

    def move_name(self, move: Move, seen: SquaresSeen, say: Words) -> str:
        """Describe a move: “Piece 6 → F: 8 points (2 6) ⊘ skips Player B”."""
        return _move_name(move, seen, say, partial(lettered, say=say))

    def move_name_with_players(
        self, move: Move, seen: SquaresSeen, table_info: TableInfo, say: Words
    ) -> str:
        """Return the same with names: “Piece 6 → F: 8 points (2 6) ⊘ skips Bruno”."""
        return _move_name(move, seen, say, partial(table_info.short_name, say=say))

    def label(self, move: Move, seen: SquaresSeen, table_info: TableInfo, say: Words) -> str:
        """Return what a button says; it names people, and no piece that was chosen before."""
        who = partial(table_info.short_name, say=say)
        match move:
            case Lay() if squares_moves.is_alone(move, seen):
                return squares_moves.lone_name(move, seen, say)
            case Lay():
                return squares_moves.brief_place(move, seen, say)
            case Give(piece=piece, to=to) if len(seen.setup.seats) > ONE_OPPONENT:
                return who(to)
            case Give(piece=piece, to=to):
                return say("{bone} → {place}", bone=called(piece, seen.hand, say), place=who(to))
            case PassDirection():
                return _way(move, seen, who)
            case PassOn(piece=piece):
                taker = who(_passed_to(seen, seen.way))
                return say("{bone} → {place}", bone=called(piece, seen.hand, say), place=taker)
            case _:
                return self.move_name(move, seen, say)

    def spellings(self, move: Move, seen: SquaresSeen, say: Words) -> list[str]:
        """Return the piece alone, and with its place; a spelling counts if it fits one move."""
        return squares_moves.spellings(move, seen.path, seen.hand, say)

    def groups(self, seen: SquaresSeen, say: Words) -> list[Group]:
        """Group moves by piece, in the order of the hand."""
        return squares_moves.groups(seen.legal, seen.hand, say)

    def places(self, seen: SquaresSeen, ways: Sequence[Move], say: Words) -> Places | None:
        """Return the path with letters where the piece fits, or ask who can get the piece."""
        gifts = [move for move in ways if isinstance(move, Give)]
        if gifts:
            whom = say("Who gets **{piece}**?", piece=numbered(gifts[0].piece, seen.hand))
            told = " ".join(self.describe_table(seen, say))
            return Places(whom, _with_hand(seen, {gifts[0].piece}, ()), told, ())
        lays = [move for move in ways if isinstance(move, Lay)]
        return _lay_places(seen, lays, say) if lays else None


def _lay_places(seen: SquaresSeen, lays: Sequence[Lay], say: Words) -> Places:
    """Return the path and the hand, with letters where the piece fits."""
    piece = lays[0].piece
    bracketed = any("(" in squares_moves.brief_place(move, seen, say) for move in lays)
    question = (
        say("Where do you want to play **{bone}**?", bone=numbered(piece, seen.hand)),
        say("In brackets is what it will show on its outside.") if bracketed else "",
        squares_moves.meaning(piece, seen, say) if seen.earned else "",
    )
    cells = {move.cell for move in lays}
    letters = ", ".join(dict.fromkeys(letter_at(seen.path, move.cell) for move in lays))
    told = (
        *squares_scene.describe_ends(seen.path, say),
        *squares_scene.describe_path(seen.path, say),
    )
    return Places(
        say.in_a_row(filter(None, question)),
        _with_hand(seen, {piece}, cells),
        " ".join((say("It fits at {places}.", places=letters), *told)),
        (),
    )


def _with_hand(
    seen: SquaresSeen, playable: Container[Square], cells: Iterable[Cell] | None
) -> TableAndHandScene:
    """Return the path, with letters in those cells, or in all, and the numbered hand."""
    path = replace(squares_scene.scene(seen.path, cells), close=True)
    hand = tuple(HandSquare(face(each), each in playable) for each in in_order(seen.hand))
    return TableAndHandScene(path, SquareHandScene(hand))


def _move_name(move: Move, seen: SquaresSeen, say: Words, who: Callable[[Seat], str]) -> str:
    """Describe a move, with people as ``who`` calls them."""
    match move:
        case Lay():
            place = squares_moves.place_label(move, seen.path)
            if seen.earned:
                place = squares_moves.with_effect(move, seen, say, who)
            return squares_moves.lay_named(move, seen.hand, place, say)
        case Give(piece=piece, to=to):
            bone = called(piece, seen.hand, say)
            return say("{bone} → {place}", bone=bone, place=who(to))
        case PassDirection():
            return _way(move, seen, who)
        case _:
            return squares_moves.move_name(move, seen.hand, say)


def _way(move: PassDirection, seen: SquaresSeen, who: Callable[[Seat], str]) -> str:
    """Describe a direction with an arrow, and who sits there: “⬅ Bruno”."""
    to = who(_passed_to(seen, move.way))
    return f"⬅ {to}" if move.way == "left" else f"{to} ➡"


def _passed_to(seen: SquaresSeen, way: Direction | None) -> Seat:
    """Return the seat that gets the piece which the observer passes that way."""
    seats, mine = seen.setup.seats, seen.turn if seen.seat is None else seen.seat
    return left_of(seats, mine) if way == "left" else right_of(seats, mine)


def _pile(seen: SquaresSeen, say: Words) -> str:
    """Say how many pieces can be drawn."""
    return say.count("{n} piece in the boneyard.", "{n} pieces in the boneyard.", seen.pile)
