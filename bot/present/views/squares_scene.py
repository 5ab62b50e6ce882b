"""What all views of square pieces share: the path as a scene, and in words."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.domino.path import Cell, Path, Spot
from bot.domino.square import EAST, NORTH, SOUTH, WEST, Square
from bot.domino.square_set import SQUARES
from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.text.square_signs import WRITTEN
from bot.present.views.squares_names import face, name, place_letter, side, spoken
from renderers.scene.squares import LaidSquare, SquareSpot, SquaresScene

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
        SquareSpot(*spot.cell, place_letter(spot.mark))
        for spot in path.spots
        if shown is None or spot.cell in shown
    )
    return replace(without_places(path), spots=spots)


def without_places(path: Path) -> SquaresScene:
    """Return the path with its newest piece ringed, and no letters."""
    laid = tuple(LaidSquare(face(each.piece, each.turn), *each.cell) for each in path.laid)
    return SquaresScene(laid, path.ends, len(laid) - 1 if laid else None)


def final(path: Path) -> SquaresScene:
    """Return the path at the end of a round, as large as it can be."""
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
    """Name all pieces of the path, the newest first, and explain their signs.

    Signs on the pieces in ``also``, which were named before, are explained, too.
    """
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
    """Describe the open ends, with the places there and what a piece must match in each."""
    for index in path.ends:
        places = [_describe_place(path, spot, say) for spot in path.spots if spot.end == index]
        if places:
            piece = name(path.laid[index].piece)
            yield say("Open end {piece}: {places}.", piece=piece, places=", ".join(places))


def _describe_place(path: Path, spot: Spot, say: Words) -> str:
    """Name a free place, where it is, and what a piece must match there."""
    text, corners = _TOUCHING[spot.side]
    shown = path.laid[spot.end].symbols
    symbols = side(shown[corner] for corner in corners)
    return say(text, letter=place_letter(spot.mark), symbols=symbols)
