"""Draws a hand: pieces standing in rows, the playable ones a little higher, with a mark."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

from renderers.ink import sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.ink.marks import dimmed, playable_mark
from renderers.ink.sprites import Sprite
from renderers.ink.theme import Theme
from renderers.scene.bones import HandBone, HandScene
from renderers.scene.squares import HandSquare

RAISE = 0.3
"""The distance that a playable piece is raised, in units: halves of a piece's height."""
MARK = 2.12
"""The distance from the top of a playable piece to the mark under it, in units."""
ROW = 2.72
"""The height of a row in units: the piece, the raise with the mark in it, a gap."""
FOOT = 2.36
"""The distance from the top of the last row to the margin, in units."""
MARGIN = 0.35
"""The felt along the edges, in units."""
PieceT = TypeVar("PieceT", HandBone, HandSquare)


@dataclass(frozen=True, slots=True)
class Kind(Generic[PieceT]):
    """A kind of pieces, each `breadth` units wide and `pitch` units from the next."""

    breadth: int
    pitch: float
    face: Callable[[Theme, int, PieceT], Sprite]
    dimmed: Callable[[Theme, int, PieceT], Sprite]
    missing: Callable[[Theme, int], Sprite]
    ringed: Callable[[PieceT], bool] | None = None
    """Whether a piece is to stand out; ``None`` for a kind of which none does."""

    def across(self, count: int) -> float:
        """Return the width of a row, in units."""
        return count * self.pitch - (self.pitch - self.breadth)


BONES: Kind[HandBone] = Kind(
    1,
    1.26,
    lambda theme, unit, bone: sprites.bone(theme, unit, bone.high, bone.low, upright=True),
    lambda theme, unit, bone: dimmed(theme, unit, bone.high, bone.low),
    lambda theme, unit: place_holder(theme, unit, upright=True),
    lambda bone: bone.drawn,
)


class Hand(Generic[PieceT]):
    """A hand in rows of up to `longest` pieces, for a picture of `width` pixels.

    `height` is the height it takes in pixels.
    """

    def __init__(
        self, pieces: Sequence[PieceT], kind: Kind[PieceT], longest: int, width: int
    ) -> None:
        self._kind: Kind[PieceT] = kind
        self._width = width
        self._rows: list[Sequence[PieceT]] = list(_rows(pieces, longest))
        self._unit = int(width / (kind.across(longest) + 2 * MARGIN))
        self.height = round(self._unit * (ROW * max(0, len(self._rows) - 1) + FOOT + 2 * MARGIN))

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the hand downwards from `top`, in pixels.

        If no piece can be played, it is not the owner's turn, and none is dimmed.
        """
        kind, unit = self._kind, self._unit
        if not self._rows:
            x, y = (self._width - kind.breadth * unit) // 2, top + self.height // 2 - unit
            canvas.put(kind.missing(canvas.theme, unit), x, y)
        waiting = not any(piece.playable for row in self._rows for piece in row)
        for number, row in enumerate(self._rows):
            y = top + round(unit * (MARGIN + ROW * number))
            left = (self._width - unit * kind.across(len(row))) / 2
            for place, piece in enumerate(row):
                self._put(canvas, piece, round(left + place * kind.pitch * unit), y, waiting)

    def _put(self, canvas: Canvas, piece: PieceT, x: int, y: int, waiting: bool) -> None:
        kind, theme, unit = self._kind, canvas.theme, self._unit
        if waiting:
            top = y + round(RAISE / 2 * unit)
            canvas.put(kind.face(theme, unit, piece), x, top)
        elif piece.playable:
            top = y
            canvas.put(kind.face(theme, unit, piece), x, top)
            middle = x + (kind.breadth - 1) * unit // 2
            canvas.put(playable_mark(theme, unit), middle, y + round(MARK * unit))
        else:
            top = y + round(RAISE * unit)
            canvas.put(kind.dimmed(theme, unit, piece), x, top)
        if kind.ringed is not None and kind.ringed(piece):
            canvas.put(sprites.ring_around(theme, unit, kind.breadth, 2), x, top)


def bones_in_hand(scene: HandScene, width: int) -> Hand[HandBone]:
    """Return a hand of bones, up to 7 in a row, or 10 if there are more than 14."""
    return Hand(scene.bones, BONES, 7 if len(scene.bones) <= 14 else 10, width)


def _rows(pieces: Sequence[PieceT], longest: int) -> Iterator[Sequence[PieceT]]:
    """Yield rows of nearly the same length, none longer than `longest`."""
    count, start = ceil(len(pieces) / longest), 0
    for row in range(count):
        end = start + ceil((len(pieces) - start) / (count - row))
        yield pieces[start:end]
        start = end
