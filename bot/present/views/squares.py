"""Domino Squares' table: a path of square pieces, from hands that only their owners see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.domino.square_set import square
from bot.engine.contract import Event, Move, Seat
from bot.engine.options import OptionValue
from bot.engine.seating import left_of, right_of
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.squares.events import SquaresEnded
from bot.games.squares.moves import Give, Lay, PassDirection, PassOn
from bot.games.squares.observation import SquaresSeen, Task
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo, letter, lettered
from bot.present.views import squares_scene
from bot.present.views.round_summary import arithmetic, credited, how_it_ended
from bot.present.views.squares_events import phrase
from bot.present.views.view import Group, Places, RoundEndView, View
from renderers.scene.bones import Scene, TableAndHandScene
from renderers.scene.squares import HandSquare, SquareHandScene, SquareRowsScene, SquareSeat

_QUESTIONS = {
    Task.DRAWN: N_("You drew {piece}. Play it or keep it."),
    Task.AGAIN: N_("You can play another piece, or stop."),
    Task.GIVE: N_("Give one of your pieces to an opponent."),
    Task.WAY: N_("Which way should everybody pass a piece?"),
    Task.HAND_ON: N_("Choose a piece to pass. Only the player who gets it will see it."),
}
_NOTHING_FITS = {
    Task.TURN: N_("None of your pieces fit."),
    Task.DRAWN: N_("You drew {piece}. It doesn't fit, so keep it."),
    Task.AGAIN: N_("None of your pieces fit, so stop here."),
}


class SquaresView(View[SquaresSeen], RoundEndView[SquaresEnded]):
    """The view for the game and those of its adaptations that have hands."""

    max_direct_moves = 0
    calls_by_letter = True

    def table(self, seen: SquaresSeen, news: Sequence[Event]) -> Scene:
        """Return the path."""
        del news
        return squares_scene.scene(seen.path)

    def hand(self, seen: SquaresSeen) -> Scene:
        """Return the path, and the hand in the order of the set, with playable pieces raised."""
        playable = {m.piece for m in seen.legal if isinstance(m, Lay | Give | PassOn)}
        hand = SquareHandScene(
            tuple(
                HandSquare(squares_scene.face(p), p in playable)
                for p in squares_scene.in_order(seen.hand)
            )
        )
        return TableAndHandScene(replace(squares_scene.scene(seen.path), close=True), hand)

    def opened(
        self, seen: SquaresSeen, held: Sequence[Sequence[str]], news: Sequence[Event], room: int
    ) -> Scene:
        """Return the path, and every hand below it."""
        del news
        rows = tuple(
            SquareSeat(
                letter(seat), tuple(map(squares_scene.face, in_hand)), active=seat in seen.to_act
            )
            for seat, in_hand in enumerate(
                squares_scene.in_order(map(square, codes)) for codes in held
            )
        )
        return SquareRowsScene(squares_scene.scene(seen.path), rows, room)

    def called(self, code: str) -> str:
        """Name a piece by its symbols."""
        return squares_scene.name(square(code))

    def ended(self, over: SquaresEnded) -> Scene:
        """Return the path and all hands."""
        rows = tuple(
            SquareSeat(
                letter(seat), tuple(map(squares_scene.face, hand)), winner=seat in over.winners
            )
            for seat, hand in enumerate(over.hands)
        )
        table = replace(squares_scene.scene(over.path), newest=None, ends=(), close=True)
        return SquareRowsScene(table, rows)

    def sample(self, codes: tuple[str, ...], options: Mapping[str, OptionValue]) -> Scene:
        """Return a path of a few pieces."""
        del codes, options
        return squares_scene.sample()

    def table_told(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Describe how much everybody holds, the pile, and the path."""
        for seat in seen.setup.seats:
            if seen.counts:
                held, who = seen.counts[seat], lettered(seat, say)
                yield say.count("{who} holds {n} piece.", "{who} holds {n} pieces.", held, who=who)
        if seen.pile:
            yield _pile(seen, say)
        yield from squares_scene.told(seen.path, say)

    def hand_told(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Describe the hand, then the path."""
        playable = {m.piece for m in seen.legal if isinstance(m, Lay)}
        held = [
            say("{bone} (can be played)", bone=squares_scene.name(piece))
            if piece in playable
            else squares_scene.name(piece)
            for piece in squares_scene.in_order(seen.hand)
        ]
        if held:
            yield say(
                "Your pieces, each clockwise from the top left: {pieces}.", pieces="; ".join(held)
            )
        else:
            yield say("Your hand is empty.")
        yield from squares_scene.told(seen.path, say, seen.hand)

    def ended_told(self, over: SquaresEnded, say: Words) -> Iterator[str]:
        """Describe the path and every hand."""
        yield from squares_scene.told(over.path, say)
        for seat, hand in enumerate(over.hands):
            who = lettered(seat, say)
            held = "; ".join(squares_scene.name(piece) for piece in hand)
            told = N_("{who} held {bones}.") if hand else N_("{who} has no pieces left.")
            yield say(told, who=who, bones=held)

    def held(self, seen: SquaresSeen, seat: Seat, say: Words) -> str:
        """Say how many pieces a seat holds."""
        return say.count("{n} piece", "{n} pieces", seen.counts[seat])

    def facts(self, seen: SquaresSeen, say: Words) -> Iterator[str]:
        """Say how many pieces are in the pile."""
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

    def phrase(
        self, event: Event, table_info: TableInfo, say: Words, me: Seat | None
    ) -> str | None:
        """Describe an event with square pieces."""
        return phrase(event, table_info, say, me)

    def how_it_ended(
        self, over: SquaresEnded, table_info: TableInfo, say: Words, *, counted: bool
    ) -> str:
        """Say whether somebody went out or nobody can go on."""
        if over.earned and over.out is None:
            return say("**The pile is empty and everybody knocked.**")
        return how_it_ended(over, table_info, say, counted=counted)

    def arithmetic(self, over: SquaresEnded, table_info: TableInfo, say: Words) -> Iterator[str]:
        """Yield the pips in hands, or else the points made by laying, and the end's bonus."""
        if not over.earned:
            yield from arithmetic(over, table_info, say)
            return
        for seat, earned in enumerate(over.earned):
            who = table_info.name(seat, say)
            yield say.count(
                "{who} scored {n} point during play",
                "{who} scored {n} points during play",
                earned,
                who=who,
            )
        yield from credited(over, table_info, say)

    def question(self, seen: SquaresSeen, say: Words) -> str:
        """Say what the command, or a piece just drawn, asks for."""
        if not seen.legal:
            return ""
        fits = any(isinstance(move, Lay) for move in seen.legal)
        asked = _QUESTIONS if fits else {**_QUESTIONS, **_NOTHING_FITS}
        piece = f"**{squares_scene.name(seen.drawn)}**" if seen.drawn else ""
        return say(asked[seen.task], piece=piece) if seen.task in asked else ""

    def named(self, move: Move, seen: SquaresSeen, say: Words) -> str:
        """Describe a move: “0-2-6-6 → N1 …”, with its cell and what it shows outwards."""
        if isinstance(move, Give):
            whom = lettered(move.to, say)
            return say("{bone} → {place}", bone=squares_scene.name(move.piece), place=whom)
        if isinstance(move, PassDirection):
            return _way(move, seen, say)
        return squares_scene.named(move, say, scoring=bool(seen.earned))

    def spellings(self, move: Move, seen: SquaresSeen, say: Words) -> list[str]:
        """Return the piece alone, and with its cell; a spelling counts if it fits only one move."""
        del seen
        return squares_scene.spellings(move, say)

    def groups(self, seen: SquaresSeen, say: Words) -> list[Group]:
        """Group moves by piece, in the order of the hand."""
        return squares_scene.groups(seen.legal, say)

    def places(self, seen: SquaresSeen, ways: Sequence[Move], say: Words) -> Places | None:
        """Return the path with its free cells lettered, or the players who can get the piece."""
        gifts = [move for move in ways if isinstance(move, Give)]
        if gifts:
            labels = tuple(lettered(move.to, say) for move in gifts)
            whom = say("Who gets **{piece}**?", piece=squares_scene.name(gifts[0].piece))
            return Places(
                whom, squares_scene.scene(seen.path), " ".join(self.table_told(seen, say)), labels
            )
        return squares_scene.places(seen.path, ways, say, scoring=bool(seen.earned))


def _way(move: PassDirection, seen: SquaresSeen, say: Words) -> str:
    """Describe a direction with an arrow, and who sits there: “⬅ Player B”."""
    seats, mine = seen.setup.seats, seen.turn
    if move.way == "left":
        return f"⬅ {lettered(left_of(seats, mine), say)}"
    return f"{lettered(right_of(seats, mine), say)} ➡"


def _pile(seen: SquaresSeen, say: Words) -> str:
    """Say how many pieces can be drawn."""
    return say.count("{n} piece in the pile.", "{n} pieces in the pile.", seen.pile)
