"""What moves with square pieces are called, how they are grouped, and how they are typed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from bot.domino.path import Path, cell_name
from bot.domino.square import SOUTH, WEST, Command, Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Move, Seat
from bot.engine.seating import left_of
from bot.engine.translatable import N_
from bot.games.common.pieces import Draw, Pass
from bot.games.squares.moves import Done, Give, Lay, PassOn
from bot.games.squares.observation import SquaresSeen
from bot.present.i18n import Words
from bot.present.text.square_signs import SIGNS
from bot.present.views.squares.path import (
    called,
    letter_at,
    name,
    number_of,
    numbered,
    side,
    spoken,
)
from bot.present.views.view import Group

_EFFECTS = {
    Command.GIVE: N_("{sign} give one"),
    Command.DRAW: N_("{sign} draw one"),
    Command.AGAIN: N_("{sign} play again"),
    Command.ALL_PASS: N_("{sign} all pass one"),
}
_MEANINGS = {
    Command.GIVE: N_("{sign} means that you give a piece away."),
    Command.DRAW: N_("{sign} means that you draw a piece."),
    Command.SKIP: N_("{sign} means that the next player loses a turn."),
    Command.AGAIN: N_("{sign} means that you play again."),
    Command.ALL_PASS: N_("{sign} means that everybody passes a piece on."),
}
_ORDER = {piece: at for at, piece in enumerate(SQUARES)}


def move_name(move: Move, hand: Sequence[Square], say: Words) -> str:
    match move:
        case PassOn(piece=piece):
            return say("Pass {piece}", piece=numbered(piece, hand))
        case Done(code="keep"):
            return say("Keep it")
        case Done():
            return say("Stop here")
        case Draw():
            return say("Draw a piece")
        case Pass():
            return say("Knock")
        case _:
            return move.code


def lay_named(move: Lay, hand: Sequence[Square], place: str, say: Words) -> str:
    return say("{bone} → {place}", bone=called(move.piece, hand, say), place=place)


def place_label(move: Lay, path: Path) -> str:
    return f"{letter_at(path, move.cell)} ({outside(move, path)})"


def scoring_place(move: Lay, path: Path, say: Words) -> str:
    """Name a place, with the points made there: “F: 12 points”."""
    letter = letter_at(path, move.cell)
    return say.count("{place}: {n} point", "{place}: {n} points", sum(move.scores), place=letter)


def is_alone(move: Lay, seen: SquaresSeen) -> bool:
    return sum(isinstance(e, Lay) and e.piece == move.piece for e in seen.legal) == 1


def lone_name(move: Lay, seen: SquaresSeen, say: Words) -> str:
    """Name the only way to lay a piece, with its command's sign: “Piece 3 → H: 7 points ⊘”."""
    place, command = letter_at(seen.path, move.cell), carried_out(move.piece, seen)
    if seen.earned:
        place = scoring_place(move, seen.path, say)
        place += f" {SIGNS[command.value]}" if command else ""
    return lay_named(move, seen.hand, place, say)


def with_effect(move: Lay, seen: SquaresSeen, say: Words, who: Callable[[Seat], str]) -> str:
    """Name a place with all that follows (SQ-14, SQ-17): “F: 8 points (2 6) ⊘ skips Bruno”."""
    effect, command = "", carried_out(move.piece, seen)
    if command is Command.SKIP:
        skipped = who(left_of(seen.setup.seats, seen.turn))
        effect = say("{sign} skips {who}", sign=SIGNS[command.value], who=skipped)
    elif command is not None:
        effect = say(_EFFECTS[command], sign=SIGNS[command.value])
    elif len(seen.hand) == 1:
        effect = say("· goes out")
    return f"{scoring_place(move, seen.path, say)} ({outside(move, seen.path)}) {effect}".rstrip()


def brief_place(move: Lay, seen: SquaresSeen, say: Words) -> str:
    """Return what the button of a place says: “F: 8 points”, or just “F (2 6)” without points.

    What is outside is added if two ways at the place score the same. What a command does is said
    above the buttons (:func:`meaning`).
    """
    if not seen.earned:
        return place_label(move, seen.path)
    alike = [
        sum(each.scores)
        for each in seen.legal
        if isinstance(each, Lay) and (each.piece, each.cell) == (move.piece, move.cell)
    ]
    place = scoring_place(move, seen.path, say)
    told_apart = alike.count(sum(move.scores)) == 1
    return place if told_apart else f"{place} ({outside(move, seen.path)})"


def carried_out(piece: Square, seen: SquaresSeen) -> Command | None:
    """Return the command that follows when a piece is laid; ``None`` if the turn just ends.

    On a last piece, the game's option decides (SQ-17); nothing can be drawn from an empty pile.
    """
    command = piece.command
    draws = command is Command.DRAW and seen.pile > 0
    if len(seen.hand) == 1 and not (
        draws and seen.setup.options.get("lastCommand") == "resolved-first"
    ):
        return None
    return None if command is Command.DRAW and not draws else command


def meaning(piece: Square, seen: SquaresSeen, say: Words) -> str:
    """Say in a sentence what the command of a piece will do; empty if it does nothing."""
    command = carried_out(piece, seen)
    return "" if command is None else say(_MEANINGS[command], sign=SIGNS[command.value])


def outside(move: Lay, path: Path) -> str:
    """Return what a piece would show on its outside, as one reads it from left or from above."""
    spot = next(each for each in path.spots if each.cell == move.cell)
    shown = move.outside
    return side(reversed(shown) if spot.side in {SOUTH, WEST} else shown)


def spellings(move: Move, path: Path, hand: Sequence[Square], say: Words) -> list[str]:
    if isinstance(move, PassOn):
        return [say("Pass {piece}", piece=each) for each in _spelled(move.piece, hand, say)]
    if not isinstance(move, Lay):
        return []
    letter, shown, at = letter_at(path, move.cell), outside(move, path), cell_name(move.cell)
    places = ("", letter, f"→{letter}", f"{letter}{shown}", f"{letter}({shown})", f"@{at}", at)
    return [f"{piece}{place}" for piece in _spelled(move.piece, hand, say) for place in places]


def _spelled(piece: Square, hand: Sequence[Square], say: Words) -> Iterator[str]:
    if number := number_of(piece, hand):
        yield str(number)
    yield from (piece.code, name(piece))
    yield "-".join(SIGNS.get(symbol, symbol) for symbol in piece.symbols)
    yield "-".join(spoken(symbol, say) for symbol in piece.symbols)


def groups(legal: Sequence[Move], hand: Sequence[Square], say: Words) -> list[Group]:
    found = []
    for key, moves in groupby(sorted(legal, key=_index), key=_piece):
        group = tuple(moves)
        if key is None or (len(group) == 1 and isinstance(group[0], Give)):
            found += [Group((move,)) for move in group]
        else:
            found.append(Group(group, key.code, say("{bone} …", bone=called(key, hand, say))))
    return found


def _index(move: Move) -> int:
    return _ORDER[move.piece] if isinstance(move, Lay | Give | PassOn) else len(_ORDER)


def _piece(move: Move) -> Square | None:
    return move.piece if isinstance(move, Lay | Give) else None
