"""Square pieces in play as a scene and in words, and the places where one can be laid."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import cast

from bot.domino.path import Cell, Path, cell_name
from bot.domino.square import BLANK, WILD, Command, Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Move
from bot.engine.translatable import N_
from bot.games.common.moves import Draw, Pass
from bot.games.squares.moves import Done, Give, Lay, PassOn
from bot.present.i18n import Words
from bot.present.text.letters import letters
from bot.present.text.square_signs import SIGNS
from bot.present.views.view import Group, Places
from renderers.scene.squares import LaidSquare, SquareSpot, SquaresScene, Symbols

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
    """Return a piece's symbols after ``turn`` quarter turns clockwise."""
    printed = {BLANK: "", **SIGNS}
    shown = tuple(printed.get(symbol, symbol) for symbol in piece.turned(turn))
    return cast("Symbols", shown)


def name(piece: Square) -> str:
    """Return the name of a piece: ``0-2-6-6``, ``★-1-2-3``, ``⊘-3-5-6``."""
    return "-".join(SIGNS.get(symbol, symbol) for symbol in piece.symbols)


def scene(path: Path) -> SquaresScene:
    """Return the path with its newest piece ringed."""
    laid = tuple(LaidSquare(face(each.piece, each.turn), *each.cell) for each in path.laid)
    return SquaresScene(laid, path.ends, len(laid) - 1 if laid else None)


def sample(count: int = 4) -> SquaresScene:
    """Return a few pieces that fit together, taken from the set."""
    path, left = Path().start(SQUARES[0]), list(SQUARES[1:])
    while len(path.laid) < count and (fitting := [each for each in left if path.fits(each)]):
        piece = fitting[-1]
        way = path.ways(piece)[0]
        path = path.lay(piece, way.cell, way.turn)
        left.remove(piece)
    return replace(scene(path), newest=None, close=True)


def told(path: Path, say: Words, also: Iterable[Square] = ()) -> Iterator[str]:
    """Describe the two ends, the free places, all pieces in the order laid, and their signs.

    Signs on the pieces in ``also``, which were named before, are explained, too.
    """
    if path.laid:
        yield from _path_told(path, say)
    else:
        yield say("The table is empty.")
    pieces = (*also, *(each.piece for each in path.laid))
    signs = {sign: None for piece in pieces for sign in piece.symbols if sign in SIGNS}
    if signs:
        meant = ", ".join(f"{SIGNS[each]} {_spoken(each, say)}" for each in signs)
        yield say("Signs: {signs}.", signs=meant)


def _path_told(path: Path, say: Words) -> Iterator[str]:
    for index in path.ends:
        end = path.laid[index]
        shown = " ".join(_spoken(symbol, say) for symbol in end.symbols)
        yield say(
            "Open end at {cell}, clockwise from the top left: {symbols}.",
            cell=called(end.cell, say),
            symbols=shown,
        )
    places = say.listed(dict.fromkeys(called(spot.cell, say) for spot in path.spots))
    if path.spots:
        yield say("Free places: {places}.", places=places)
    laid = (f"{called(each.cell, say)} {name(each.piece)}" for each in path.laid)
    yield say("The path in the order played: {pieces}.", pieces=", ".join(laid))


def called(cell: Cell, say: Words) -> str:
    """Name a cell by the way to it from the starter: “N2 E1”."""
    name_ = cell_name(cell)
    if cell == (0, 0):
        return say("the starter")
    cut = next((at for at, sign in enumerate(name_) if sign in "ew"), len(name_))
    return " ".join(filter(None, (name_[:cut].upper(), name_[cut:].upper())))


def named(move: Move, say: Words, *, scoring: bool) -> str:
    """Describe a move with a piece; ``scoring`` says whether laying makes points."""
    match move:
        case Lay(piece=piece, cell=cell):
            where = called(cell, say)
            outside = value_label(move, say, scoring=scoring)
            return say("{bone} → {place}", bone=name(piece), place=f"{where} · {outside}")
        case PassOn(piece=piece):
            return say("Pass {piece}", piece=name(piece))
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


def spellings(move: Move, say: Words) -> list[str]:
    """Return the piece in codes, signs and words, alone and with its cell."""
    if not isinstance(move, Lay):
        return []
    at, code = cell_name(move.cell), move.piece.code
    words = "-".join(_spoken(symbol, say) for symbol in move.piece.symbols)
    pieces, ways = (code, name(move.piece), words), ("", f"@{at}", at)
    return [f"{piece}{way}" for piece in pieces for way in ways]


def value_label(move: Lay, say: Words, *, scoring: bool) -> str:
    """Return the symbols that a piece would show on its outside, and what they score."""
    shown = " ".join(SIGNS.get(symbol, symbol) for symbol in move.outside)
    if not scoring:
        return say("opposite side {symbols}", symbols=shown)
    made = sum(move.scores)
    return say.count("{n} point ({symbols})", "{n} points ({symbols})", made, symbols=shown)


def groups(legal: Sequence[Move], say: Words) -> list[Group]:
    """Group moves by piece, in the order of the hand."""
    found = []
    for key, moves in groupby(sorted(legal, key=_as_in_the_hand), key=_piece):
        group = tuple(moves)
        if key is None or (len(group) == 1 and isinstance(group[0], Give)):
            found += [Group((move,)) for move in group]
        else:
            found.append(Group(group, key.code, say("{bone} …", bone=name(key))))
    return found


def places(path: Path, ways: Sequence[Move], say: Words, *, scoring: bool) -> Places | None:
    """Return the path with a letter for each way to lay the piece; ``None`` if there is none."""
    lays = [move for move in ways if isinstance(move, Lay)]
    if not lays:
        return None
    signs = {move: letters(at) for at, move in enumerate(lays)}
    cells: dict[Cell, list[str]] = {}
    for move, sign in signs.items():
        cells.setdefault(move.cell, []).append(sign)
    spots = tuple(SquareSpot(*cell, tuple(at)) for cell, at in cells.items())
    alt = [f"{sign} {called(move.cell, say)}" for move, sign in signs.items()]
    return Places(
        say("Where do you want to play **{bone}**?", bone=name(lays[0].piece)),
        replace(scene(path), spots=spots),
        " ".join((say("Places: {places}.", places=", ".join(alt)), *told(path, say))),
        tuple(
            f"{sign} · {value_label(move, say, scoring=scoring)}" for move, sign in signs.items()
        ),
    )


def in_order(pieces: Iterable[Square]) -> list[Square]:
    """Return the pieces in the order of the set."""
    return sorted(pieces, key=_INDEX.__getitem__)


_INDEX = {piece: at for at, piece in enumerate(SQUARES)}


def _as_in_the_hand(move: Move) -> int:
    return _INDEX[move.piece] if isinstance(move, Lay | Give | PassOn) else len(_INDEX)


def _piece(move: Move) -> Square | None:
    return move.piece if isinstance(move, Lay | Give) else None


def _spoken(symbol: str, say: Words) -> str:
    return say(_SPOKEN.get(symbol, symbol))
