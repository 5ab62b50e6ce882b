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


def draw_hand(scene: HandScene, width: int, theme: Theme) -> Canvas:
    """Draw a hand of bones, up to 7 in a row, or 10 if there are more than 14."""
    return draw_pieces(scene.bones, BONES, 7 if len(scene.bones) <= 14 else 10, width, theme)


def draw_pieces(
    pieces: Sequence[PieceT], kind: Kind[PieceT], longest: int, width: int, theme: Theme
) -> Canvas:
    """Draw a hand on felt of `width` pixels, as high as its rows of up to `longest` pieces need.

    If no piece can be played, it is not the owner's turn, and none is dimmed.
    """
    rows = list(_rows(pieces, longest))
    unit = int(width / (kind.across(longest) + 2 * MARGIN))
    height = round(unit * (ROW * max(0, len(rows) - 1) + FOOT + 2 * MARGIN))
    canvas = Canvas(width, height, theme)
    if not rows:
        at = (width - kind.breadth * unit) // 2, height // 2 - unit
        canvas.put(kind.missing(theme, unit), *at)
    waiting = not any(piece.playable for piece in pieces)
    for number, row in enumerate(rows):
        top = round(unit * (MARGIN + ROW * number))
        left = (width - unit * kind.across(len(row))) / 2
        for place, piece in enumerate(row):
            x = round(left + place * kind.pitch * unit)
            if waiting:
                y = top + round(RAISE / 2 * unit)
                canvas.put(kind.face(theme, unit, piece), x, y)
            elif piece.playable:
                y = top
                canvas.put(kind.face(theme, unit, piece), x, y)
                middle = x + (kind.breadth - 1) * unit // 2
                canvas.put(playable_mark(theme, unit), middle, top + round(MARK * unit))
            else:
                y = top + round(RAISE * unit)
                canvas.put(kind.dimmed(theme, unit, piece), x, y)
            if kind.ringed is not None and kind.ringed(piece):
                canvas.put(sprites.ring_around(theme, unit, kind.breadth, 2), x, y)
    return canvas


def _rows(pieces: Sequence[PieceT], longest: int) -> Iterator[Sequence[PieceT]]:
    """Yield rows of nearly the same length, none longer than `longest`."""
    count, start = ceil(len(pieces) / longest), 0
    for row in range(count):
        end = start + ceil((len(pieces) - start) / (count - row))
        yield pieces[start:end]
        start = end
