"""Domino Squares' table: a path of square pieces, from hands that only their owners see."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.domino.path import Cell
from bot.domino.square import Square
from bot.domino.square_set import in_order, square
from bot.engine.contract import Event, Move, Seat
from bot.engine.planning import Wish
from bot.engine.seating import left_of, right_of
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.common.pieces import codes
from bot.games.common.planning import MOST
from bot.games.squares.events import AllPassed, PieceChosen, SquaresEnded
from bot.games.squares.moves import Direction, Give, Lay, PassDirection, PassOn, lays
from bot.games.squares.observation import SquaresSeen, Task
from bot.present.i18n import Words
from bot.present.text.seats import Reader, by_letter, letter, lettered
from bot.present.views.hands import arithmetic, credited, how_it_ended, scored_during_play
from bot.present.views.planning import named
from bot.present.views.squares import moves as squares_moves, path as squares_path
from bot.present.views.squares.events import SquarePiecesView
from bot.present.views.squares.path import called, face, letter_at, name, number_of, numbered
from bot.present.views.view import Group, Hands, Places, RoundEndView, without_settled
from renderers.scene.bones import Scene, TableAndHandScene
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


class SquaresView(SquarePiecesView[SquaresSeen], RoundEndView[SquaresEnded]):
    """The view for the game and those of its adaptations that have hands."""

    seen_type = SquaresSeen
    end_type = SquaresEnded
    calls_by_name = True
    until_change = N_(
        "It holds until somebody passes or is down to two, or until you get a new piece."
    )

    def table(self, seen: SquaresSeen, events: Sequence[Event]) -> Scene:
        return squares_path.scene(seen.path)

    def hand(self, seen: SquaresSeen) -> Scene:
        playable = {m.piece for m in seen.legal if isinstance(m, Lay | Give | PassOn)}
        return _with_hand(seen, playable, None)

    def in_hand(self, seen: SquaresSeen) -> Sequence[str]:
        return codes(in_order(seen.hand))

    def all_hands(self, seen: SquaresSeen, held: Hands, events: Sequence[Event]) -> Scene:
        rows = tuple(
            SquareSeat(letter(seat), tuple(map(face, in_hand)), active=seat in seen.to_act)
            for seat, in_hand in enumerate(in_order(map(square, codes)) for codes in held)
        )
        return SquareRowsScene(squares_path.without_places(seen.path), rows, shown=True)

    def ended(self, over: SquaresEnded) -> Scene:
        rows = tuple(
            SquareSeat(letter(seat), tuple(map(face, hand)), winner=seat in over.winners)
            for seat, hand in enumerate(over.hands)
        )
        return SquareRowsScene(squares_path.final(over.path), rows, shown=True)

    def describe_table(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        yield from squares_path.describe_ends(seen.path, say)
        if seen.counts:
            held = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
            yield say("Pieces in hand: {counts}.", counts=held)
        if seen.pile:
            yield _pile(seen, say)
        yield from squares_path.describe_path(seen.path, say)

    def describe_hand(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        playable = {m.piece for m in seen.legal if isinstance(m, Lay)}
        if held := [numbered(piece, seen.hand) for piece in in_order(seen.hand)]:
            yield say("Your pieces, upper row / lower row: {pieces}.", pieces="; ".join(held))
        else:
            yield say("Your hand is empty.")
        if seen.drawn:
            yield say("Just drawn: {bones}.", bones=numbered(seen.drawn, seen.hand))
        if numbers := [str(number_of(each, seen.hand)) for each in in_order(playable)]:
            yield say("You can play {bones}.", bones=say.listed(numbers))
        yield from squares_path.describe_ends(seen.path, say)
        yield from squares_path.describe_path(seen.path, say, seen.hand)

    def describe_end(self, over: SquaresEnded, say: Words) -> Iterator[str]:
        for seat, hand in enumerate(over.hands):
            who = lettered(seat, say)
            held = "; ".join(map(name, hand))
            told = N_("{who} held {bones}.") if hand else N_("{who} has no pieces left.")
            yield say(told, who=who, bones=held)
        left = [piece for hand in over.hands for piece in hand]
        yield from squares_path.describe_path(over.path, say, left)

    def facts(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        if seen.pile:
            yield _pile(seen, say)

    def running(self, seen: SquaresSeen, seat: Seat) -> int:
        """Return the points that a seat made by laying pieces; 0 if laying makes none."""
        return seen.earned[seat] if seen.earned else 0

    def drew(self, seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
        say, count = reader.say, len(draws)
        if seat == reader.seat:
            return say.count("You drew a piece", "You drew {n} pieces", count)
        who = reader.name(seat)
        return say.count("{who} drew a piece", "{who} drew {n} pieces", count, who=who)

    def reported(self, events: Sequence[Event]) -> Sequence[Event]:
        return without_settled(events, PieceChosen, AllPassed)

    def how_it_ended(self, over: SquaresEnded, reader: Reader, *, counted: bool) -> str:
        if over.earned and over.out is None:
            return reader.say("**The boneyard is empty and everybody knocked.**")
        return how_it_ended(over, reader, counted=counted)

    def arithmetic(self, over: SquaresEnded, reader: Reader) -> Iterator[str]:
        if not over.earned:
            yield from arithmetic(over, reader)
            return
        for seat, earned in enumerate(over.earned):
            yield scored_during_play((seat,), earned, reader)
        yield from credited(over.credits, reader)

    def question(self, seen: SquaresSeen, say: Words) -> str:
        if not seen.legal:
            return ""
        fits = any(isinstance(move, Lay) for move in seen.legal)
        questions = _QUESTIONS if fits else {**_QUESTIONS, **_NOTHING_FITS}
        piece = f"**{numbered(seen.drawn, seen.hand)}**" if seen.drawn else ""
        told = say(questions[seen.task], piece=piece) if seen.task in questions else ""
        meanings = (
            squares_moves.meaning(each.piece, seen, say)
            for each in seen.legal
            if isinstance(each, Lay) and seen.earned and squares_moves.is_alone(each, seen)
        )
        return say.in_a_row((told, *dict.fromkeys(meanings)))

    def move_name(self, move: Move, seen: SquaresSeen, say: Words) -> str:
        """Describe a move: “Piece 6 → F: 8 points (2 6) ⊘ skips Player B”."""
        return _move_name(move, seen, say, partial(lettered, say=say))

    def move_name_with_players(self, move: Move, seen: SquaresSeen, reader: Reader) -> str:
        return _move_name(move, seen, reader.say, reader.short_name)

    def label(self, move: Move, seen: SquaresSeen, reader: Reader) -> str:
        """Return what a button says; it names people, and no piece that was chosen before."""
        say, who = reader.say, reader.short_name
        match move:
            case Lay() if squares_moves.is_alone(move, seen):
                return squares_moves.lone_name(move, seen, say)
            case Lay():
                return squares_moves.brief_place(move, seen, say)
            case Give(to=to) if len(seen.setup.seats) > ONE_OPPONENT:
                return who(to)
            case PassOn(piece=piece):
                taker = who(_passed_to(seen, seen.way))
                return say("{bone} → {place}", bone=called(piece, seen.hand, say), place=taker)
            case _:
                return self.move_name_with_players(move, seen, reader)

    def wish_name(self, wish: Wish, seen: SquaresSeen, say: Words) -> str:
        """Describe a wish: “Piece 6”, or “Piece 6 → F: 8 points” while its place is free."""
        piece = square(wish.piece)
        ways = lays((piece,), seen.path)
        way = next((each for each in ways if each.code == wish.code), None)
        if way is None:
            place = MOST if wish.place == MOST else ""
            return named(called(piece, seen.hand, say), place, say)
        place = squares_moves.brief_place(way, replace(seen, legal=ways), say)
        return squares_moves.lay_named(way, seen.hand, place, say)

    def spellings(self, move: Move, seen: SquaresSeen, say: Words) -> list[str]:
        return squares_moves.spellings(move, seen.path, seen.hand, say)

    def groups(self, seen: SquaresSeen, say: Words) -> list[Group]:
        return squares_moves.groups(seen.legal, seen.hand, say)

    def places(self, seen: SquaresSeen, ways: Sequence[Move], say: Words) -> Places | None:
        gifts = [move for move in ways if isinstance(move, Give)]
        if gifts:
            whom = say("Who gets **{piece}**?", piece=numbered(gifts[0].piece, seen.hand))
            told = " ".join(self.describe_table(seen, say))
            return Places(whom, _with_hand(seen, {gifts[0].piece}, ()), told, ())
        lays = [move for move in ways if isinstance(move, Lay)]
        return _lay_places(seen, lays, say) if lays else None


def _lay_places(seen: SquaresSeen, lays: Sequence[Lay], say: Words) -> Places:
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
        *squares_path.describe_ends(seen.path, say),
        *squares_path.describe_path(seen.path, say),
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
    path = replace(squares_path.scene(seen.path, cells), close=True)
    hand = tuple(HandSquare(face(each), each in playable) for each in in_order(seen.hand))
    return TableAndHandScene(path, SquareHandScene(hand))


def _move_name(move: Move, seen: SquaresSeen, say: Words, who: Callable[[Seat], str]) -> str:
    match move:
        case Lay():
            place = squares_moves.place_label(move, seen.path)
            if seen.earned:
                place = squares_moves.with_effect(move, seen, say, who)
            return squares_moves.lay_named(move, seen.hand, place, say)
        case Give(piece=piece, to=to):
            bone = called(piece, seen.hand, say)
            return say("{bone} → {place}", bone=bone, place=who(to))
        case PassDirection(way=way):
            taker = who(_passed_to(seen, way))
            return f"⬅ {taker}" if way == "left" else f"{taker} ➡"
        case _:
            return squares_moves.move_name(move, seen.hand, say)


def _passed_to(seen: SquaresSeen, way: Direction | None) -> Seat:
    seats, own = seen.setup.seats, seen.turn if seen.seat is None else seen.seat
    return left_of(seats, own) if way == "left" else right_of(seats, own)


def _pile(seen: SquaresSeen, say: Words) -> str:
    return say.count("{n} piece in the boneyard.", "{n} pieces in the boneyard.", seen.pile)
