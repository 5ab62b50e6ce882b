"""The names of square pieces and of the places where they may be laid."""

from collections.abc import Iterable
from typing import cast

from bot.domino.path import Path
from bot.domino.square import BLANK, WILD, Command, Square
from bot.domino.square_set import in_order
from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.text.square_signs import SIGNS, WRITTEN
from renderers.scene.squares import Symbols

PLACE_LETTERS = "EFGHJKLMNPQRSTUVWXYZ"
"""The letter for each mark of a spot: none is a seat's (A to D) or looks like a digit (I, O)."""
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
    shown = tuple(printed.get(symbol, symbol) for symbol in piece.turned(turn))
    return cast("Symbols", shown)


def piece_count(pieces: int, say: Words) -> str:
    """Return how many pieces somebody has: “5 pieces”."""
    return say.count("{n} piece", "{n} pieces", pieces)


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
    """Return the name of a piece after its number in the hand: ``6 · ★★/4 3``.

    A piece that is not in the hand has no number.
    """
    number = number_of(piece, hand)
    return name(piece) if number is None else f"{number} · {name(piece)}"


def called(piece: Square, hand: Iterable[Square], say: Words) -> str:
    """Return what a button calls a piece: by its number in the picture of the hand, if any."""
    number = number_of(piece, hand)
    return name(piece) if number is None else say("Piece {number}", number=number)


def number_of(piece: Square, hand: Iterable[Square]) -> int | None:
    """Return the number of a piece in the picture of the hand, if it is there."""
    held = in_order(hand)
    return held.index(piece) + 1 if piece in held else None


def place_letter(mark: int) -> str:
    """Return the letter of a place, by its mark (:attr:`bot.domino.path.Spot.mark`)."""
    return PLACE_LETTERS[mark]


def letter_at(path: Path, cell: tuple[int, int]) -> str:
    """Return the letter of a free cell of the path."""
    return place_letter(path.mark(cell))


def spoken(symbol: str, say: Words) -> str:
    """Return what a symbol is called: “4”, “blank”, “draw one”."""
    return say(_SPOKEN.get(symbol, symbol))
