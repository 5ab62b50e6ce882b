"""Draws piles with the number of their bones: the stock, face down, and the removed bones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from renderers.ink import backs
from renderers.ink.canvas import Canvas
from renderers.ink.lettering import write
from renderers.ink.palette import SHADES, blend
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, sprite
from renderers.ink.theme import Theme

SHARE = 0.8  # the size of a pile's bones, as a share of that of the bones above
MARGIN = 0.42  # the felt around the piles, in units: half bones of the piles
APART = 0.9  # the felt between the two piles, in units
NUMBER = 0.6  # the height of the number on a pile, in units
LEAST = 3  # the most bones drawn in a pile; larger piles look the same
STEP = 0.1  # the offset of a bone of a pile, up and to the right, from the one under it, in units
WIDTH = SHARE * (2 * MARGIN + 2 * (1 + (LEAST - 1) * STEP) + APART + 1)
"""The width of the piles and the felt around them, in halves of the bones above or beside them."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The place of the piles: right from `left` and downwards from `top`, in pixels.

    The halves of the bones above or beside them are `bone` pixels wide.
    """

    bone: int
    left: int
    top: int

    @property
    def unit(self) -> int:
        """Half a bone of a pile, in pixels."""
        return round(SHARE * self.bone)

    @property
    def height(self) -> int:
        """The height of the piles and the felt around them, in pixels."""
        return round((2 + 2 * MARGIN + (LEAST - 1) * STEP) * self.unit)


def draw_stock(canvas: Canvas, pile: Pile, count: int) -> None:
    """Draw the bones that are left to draw, on the left, with their number on the top one."""
    if count:
        low = backs.back(canvas.theme, pile.unit, upright=True)
        high = backs.counted(canvas.theme, pile.unit, str(count), NUMBER)
        _stack(canvas, pile, 0, count, (low, _solid(low), _solid(high)))
    else:
        _stack(canvas, pile, 0, 1, [_outline(canvas.theme, pile.unit, "0", ticked=False)])


def draw_gone(canvas: Canvas, pile: Pile, count: int) -> None:
    """Draw the removed bones, beside the stock: outlines with their number and a tick."""
    low = _outline(canvas.theme, pile.unit, "", ticked=False)
    high = _outline(canvas.theme, pile.unit, str(count), ticked=True)
    _stack(canvas, pile, 1, max(1, count), (low, low, high))


def _stack(canvas: Canvas, pile: Pile, place: int, count: int, faces: Sequence[Sprite]) -> None:
    """Draw a pile at place 0 or 1; `faces` are its lowest bone, those between, and its top one."""
    unit = pile.unit
    x = pile.left + round((MARGIN + 0.5 + place * (1 + (LEAST - 1) * STEP + APART)) * unit)
    y = pile.top + round((MARGIN + (LEAST - 1) * STEP) * unit)
    count = min(count, LEAST)
    for n in range(count):
        face = faces[-1] if n == count - 1 else faces[min(n, 1)]
        canvas.put(face, x + round(n * STEP * unit), y - round(n * STEP * unit))


def _solid(face: Sprite) -> Sprite:
    """Return a bone without its shadow, to lie on other bones."""
    mask = face.picture.point([0] * (SHADES + 1) + [255] * (255 - SHADES))
    return Sprite(face.picture, mask, face.bleed)


@lru_cache(maxsize=64)
def _outline(theme: Theme, unit: int, text: str, *, ticked: bool) -> Sprite:
    """Return a bone's outline with a text in its middle, or above a tick if it is `ticked`."""
    size = SCALE * unit
    large, draw = blank((size, 2 * size), theme.outline)
    inset, line = 0.04 * size, max(1, round(0.035 * size))
    hollow = blend(theme.felt, theme.shadow, 0.19)
    box = (inset, inset, size - 1 - inset, 2 * size - 1 - inset)
    draw.rounded_rectangle(box, CORNER * size, fill=hollow, outline=theme.outline, width=line)
    if text:
        write(draw, size / 2, (0.62 if ticked else 1) * size, text, NUMBER * size, theme.felt_ink)
    if ticked:
        tick = [(0.3 * size, 1.36 * size), (0.45 * size, 1.52 * size), (0.72 * size, 1.18 * size)]
        draw.line(tick, fill=theme.felt_ink, width=round(0.08 * size), joint="curve")
    return sprite(large, theme, theme.felt)
