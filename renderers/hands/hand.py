"""Draws a hand: pieces standing in rows, the playable ones a little higher, with a mark.

Those that are planned have their place in the plan on a bright tag.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

from renderers.ink import sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.flags import plan_sign
from renderers.ink.sprites import Sprite, dimmed, playable_mark
from renderers.ink.themes import Theme
from renderers.scene.bones import HandBone, HandScene
from renderers.scene.squares import HandSquare

RAISE = 0.3  # the distance that a playable piece is raised, in units: halves of a piece's height
MARK = 2.12  # the distance from the top of a playable piece to the mark under it, in units
FOOT = 2.36
"""The distance from the top of a row to what is below it, in units, if pieces have no numbers."""
GAP = 0.36  # the felt between two rows, in units
OVERLAP = 0.2  # the part of a number's sign that lies on its piece, in units
MARGIN = 0.35  # the felt along the edges, in units
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
    """Returns whether a piece is ringed; ``None`` for a kind of which none is."""
    number: Callable[[Theme, int, int, bool], Sprite] | None = None
    """Returns the sign with a piece's number, bright if it can be played, for its lower edge."""
    foot: float = FOOT
    """The distance from the top of a row to what is below it, in units."""
    tag: float = 1.9
    """The distance from the top of a planned piece to its tag, in units; negative above it."""

    def across(self, count: int) -> float:
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
        self,
        pieces: Sequence[PieceT],
        kind: Kind[PieceT],
        longest: int,
        width: int,
        planned: Sequence[int | None] = (),
    ) -> None:
        self._kind: Kind[PieceT] = kind
        self._planned = planned or [None] * len(pieces)
        self._width = width
        self._rows: list[Sequence[PieceT]] = list(_rows(pieces, longest))
        self._unit = int(width / (kind.across(longest) + 2 * MARGIN))
        rows = max(1, len(self._rows))
        self.height = round(self._unit * (rows * (kind.foot + GAP) - GAP + 2 * MARGIN))

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the hand downwards from `top`, in pixels.

        If no piece can be played, it is not the owner's turn, and none is dimmed.
        """
        kind, unit = self._kind, self._unit
        if not self._rows:
            x, y = (self._width - kind.breadth * unit) // 2, top + self.height // 2 - unit
            canvas.put(kind.missing(canvas.theme, unit), x, y)
        waiting = not any(piece.playable for row in self._rows for piece in row)
        count = 0
        for number, row in enumerate(self._rows):
            y = top + round(unit * (MARGIN + (kind.foot + GAP) * number))
            left = (self._width - unit * kind.across(len(row))) / 2
            for place, piece in enumerate(row):
                x, count = round(left + place * kind.pitch * unit), count + 1
                self._put(canvas, piece, x, y, waiting, count)

    def _put(
        self, canvas: Canvas, piece: PieceT, x: int, y: int, waiting: bool, count: int
    ) -> None:
        kind, theme, unit = self._kind, canvas.theme, self._unit
        top = y + round(unit * (0 if piece.playable else RAISE / 2 if waiting else RAISE))
        face = kind.face if waiting or piece.playable else kind.dimmed
        canvas.put(face(theme, unit, piece), x, top)
        if kind.ringed is not None and kind.ringed(piece):
            canvas.put(sprites.ring_around(theme, unit, kind.breadth, 2), x, top)
        if kind.number is not None:
            sign = kind.number(theme, unit, count, piece.playable)
            middle = x + (kind.breadth * unit - sign.width) // 2
            canvas.put(sign, middle, top + 2 * unit - round(OVERLAP * unit))
        elif piece.playable:
            middle = x + (kind.breadth - 1) * unit // 2
            canvas.put(playable_mark(theme, unit), middle, y + round(MARK * unit))
        planned = self._planned[count - 1]
        if planned is not None:
            tag = plan_sign(theme, unit, planned)
            middle = x + (kind.breadth * unit - tag.width) // 2
            canvas.put(tag, middle, top + round(kind.tag * unit))


def bones_in_hand(scene: HandScene, width: int) -> Hand[HandBone]:
    longest = 7 if len(scene.bones) <= 14 else 10
    return Hand(scene.bones, BONES, longest, width, scene.planned)


def _rows(pieces: Sequence[PieceT], longest: int) -> Iterator[Sequence[PieceT]]:
    """Yield rows of nearly the same length, none longer than `longest`."""
    count, start = ceil(len(pieces) / longest), 0
    for row in range(count):
        end = start + ceil((len(pieces) - start) / (count - row))
        yield pieces[start:end]
        start = end
