"""Square pieces, the places where they may be laid, and their path: named, drawn and described."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import cast

from bot.domino.path import Cell, Path
from bot.domino.square import BLANK, EAST, NORTH, SOUTH, WEST, WILD, Command, Square
from bot.domino.square_set import SQUARES, in_order
from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.text.letters import LETTERS
from bot.present.text.square_signs import SIGNS, WRITTEN
from renderers.scene.squares import LaidSquare, SquareSpot, SquaresScene, Symbols

_BETWEEN_DIGITS = "\N{NO-BREAK SPACE}"
_SPOKEN = {
    BLANK: N_("blank"),
    WILD: N_("wild"),
    Command.GIVE.value: N_("give one"),
    Command.DRAW.value: N_("draw one"),
    Command.SKIP.value: N_("skip"),
    Command.AGAIN.value: N_("play again"),
    Command.ALL_PASS.value: N_("all pass one"),
}
"""What squares without a number are called in descriptions."""


def face(piece: Square, turn: int = 0) -> Symbols:
    """Return a piece's symbols for a picture, after ``turn`` quarter turns clockwise."""
    printed = {BLANK: "", **SIGNS}
    return cast("Symbols", tuple(printed.get(each, each) for each in piece.turned(turn)))


def name(piece: Square) -> str:
    """Return a piece as it is drawn in a hand, the upper row first: ``★★/4 3``, ``0 2/6 6``."""
    top_left, top_right, low_right, low_left = piece.symbols
    return f"{side((top_left, top_right))}/{side((low_left, low_right))}"


def side(symbols: Iterable[str]) -> str:
    """Return symbols side by side, with a space only between two digits."""
    first, second = (WRITTEN.get(symbol, symbol) for symbol in symbols)
    between = _BETWEEN_DIGITS if first.isdigit() and second.isdigit() else ""
    return f"{first}{between}{second}"


def numbered(piece: Square, hand: Iterable[Square]) -> str:
    """Return a piece's name after its number, if it is in the hand: ``6 · ★★/4 3``."""
    number = number_of(piece, hand)
    return name(piece) if number is None else f"{number} · {name(piece)}"


def called(piece: Square, hand: Iterable[Square], say: Words) -> str:
    """Return what a button calls a piece: by its number in the picture of the hand, if any."""
    number = number_of(piece, hand)
    return name(piece) if number is None else say("Piece {number}", number=number)


def number_of(piece: Square, hand: Iterable[Square]) -> int | None:
    held = in_order(hand)
    return held.index(piece) + 1 if piece in held else None


def letter_at(path: Path, cell: Cell) -> str:
    return LETTERS[path.mark(cell)]


def spoken(symbol: str, say: Words) -> str:
    return say(_SPOKEN.get(symbol, symbol))


_TOUCHING = {
    NORTH: (N_("{letter} above it ({symbols})"), (0, 1)),
    EAST: (N_("{letter} to its right ({symbols})"), (1, 2)),
    SOUTH: (N_("{letter} below it ({symbols})"), (3, 2)),
    WEST: (N_("{letter} to its left ({symbols})"), (0, 3)),
}
"""For each side of an end, the place there in words, and what the end shows, as one reads it."""


def scene(path: Path, cells: Iterable[Cell] | None = None) -> SquaresScene:
    """Return the path, its newest piece ringed, with letters in its free ``cells``, or in all."""
    shown = None if cells is None else set(cells)
    spots = tuple(
        SquareSpot(*spot.cell, LETTERS[spot.mark])
        for spot in path.spots
        if shown is None or spot.cell in shown
    )
    return replace(without_places(path), spots=spots)


def without_places(path: Path) -> SquaresScene:
    laid = tuple(LaidSquare(face(each.piece, each.turn), *each.cell) for each in path.laid)
    return SquaresScene(laid, path.ends, len(laid) - 1 if laid else None)


def final(path: Path) -> SquaresScene:
    return replace(without_places(path), newest=None, ends=(), close=True)


def sample(count: int) -> SquaresScene:
    """Return so many pieces side by side that fit together: as large as the picture allows."""
    path = Path().start(SQUARES[0])
    for _ in range(count - 1):
        laid = {each.piece for each in path.laid}
        beside = [
            (piece, way)
            for piece in SQUARES[1:]
            for way in path.ways(piece)
            if way.cell[1] == path.laid[0].cell[1] and piece not in laid
        ]
        piece, way = beside[-1]
        path = path.lay(piece, way.cell, way.turn)
    return replace(without_places(path), newest=None, close=True)


def describe_path(path: Path, say: Words, also: Iterable[Square] = ()) -> Iterator[str]:
    """Name the path's pieces, newest first, and explain the signs on them and on ``also``."""
    if path.laid:
        laid = ", ".join(name(each.piece) for each in reversed(path.laid))
        yield say("The path, newest piece first: {pieces}.", pieces=laid)
    else:
        yield say("The table is empty.")
    pieces = (*also, *(each.piece for each in path.laid))
    signs = {sign: None for piece in pieces for sign in piece.symbols if sign in WRITTEN}
    if signs:
        meant = ", ".join(f"{WRITTEN[each]} {spoken(each, say)}" for each in signs)
        yield say("Signs: {signs}.", signs=meant)


def describe_ends(path: Path, say: Words) -> Iterator[str]:
    for index in path.ends:
        end, places = path.laid[index], []
        for spot in path.spots:
            if spot.end == index:
                text, corners = _TOUCHING[spot.side]
                symbols = side(end.symbols[corner] for corner in corners)
                places.append(say(text, letter=LETTERS[spot.mark], symbols=symbols))
        if places:
            told = ", ".join(places)
            yield say("Open end {piece}: {places}.", piece=name(end.piece), places=told)
