"""Draws a row of bones, some of them removable, with the stock and the removed bones.

Beside a short row there is room for these; otherwise they are below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from renderers.geometry.places import Heading, Units
from renderers.ink import backs, sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.flags import flag
from renderers.ink.palette import SHADES, hollow
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, sprite, whole, write
from renderers.ink.themes import Theme
from renderers.rows.lines import (
    LINE,
    MARGIN,
    RAISE,
    SIGN_HEIGHT,
    SIGN_WIDTH,
    Bracket,
    Lines,
    place_lines,
)
from renderers.scene.bones import PatienceScene

SHORT = 6  # the most bones of a row that leaves room for the piles beside it
FEWEST = 3  # the number of bones that a short row has room for, at least


def draw_patience(scene: PatienceScene, width: int, theme: Theme) -> Canvas:
    middles, count = tuple(middle for middle, _ in scene.middles), len(scene.bones)
    beside = not scene.close and not scene.room and count <= SHORT
    columns = scene.room or max(FEWEST, min(count, LINE))
    lines = place_lines(count, middles, scene.triples, columns, markable=scene.room > 0)
    across = lines.width + (PILES_WIDTH if beside else 0)
    unit = int(width / across)
    grid = Units(unit, (width - unit * across) / 2, 0)
    height = round(lines.height * unit)
    if beside:
        pile = Pile(unit, round(grid.left + lines.width * unit), 0)
        pile = replace(pile, top=round((MARGIN + RAISE + 1) * unit) - pile.height // 2)
    else:
        pile = Pile(unit, 0, height)
    below = not (scene.close or beside)
    canvas = Canvas(width, height + pile.height if below else height, theme)
    _draw_bones(canvas, scene, lines, grid)
    for (_, number), box in zip(scene.middles, lines.flags, strict=True):
        sign = flag(theme, unit, (str(number),), Heading.SOUTH, (box.width, box.height))
        canvas.put(sign, *grid.at(box))
    for part in lines.brackets:
        canvas.put(bracket(theme, unit, part), *grid.at(part.bar))
    for box in lines.signs:
        canvas.put(continuation_sign(theme, unit), *grid.at(box))
    if below:
        canvas.rule(height)
    if not scene.close:
        draw_stock(canvas, pile, scene.stock)
        draw_gone(canvas, pile, scene.gone)
    return canvas


def _draw_bones(canvas: Canvas, scene: PatienceScene, lines: Lines, grid: Units) -> None:
    theme, unit = canvas.theme, grid.unit
    if lines.holder is not None:
        canvas.put(place_holder(theme, unit, upright=True), *grid.at(lines.holder))
    for (high, low), box in zip(scene.bones, lines.bones, strict=True):
        canvas.put(sprites.bone(theme, unit, high, low, upright=True), *grid.at(box))
    for newest in scene.newest:
        canvas.put(sprites.ring(theme, unit, upright=True), *grid.at(lines.bones[newest]))


TOOTH = 0.16  # the length of a bracket's teeth, up to the bones, in units
BAR = 0.07  # the thickness of a bracket, in units
BLEED = 0.2  # the margin of a bracket's picture around its bar, in units


@lru_cache(maxsize=64)
def bracket(theme: Theme, unit: int, part: Bracket) -> Sprite:
    """Return a bar below bones with a tooth up to each; an open end has an arrowhead."""
    pad, size = round(BLEED * unit), SCALE * unit
    length, line = part.bar.width * size, whole(unit, BAR)
    edge = SCALE * pad
    large, draw = blank((round(length / SCALE + 2 * pad) * SCALE, 2 * edge), theme.flag)
    y, half = edge, line / 2
    draw.rectangle((edge - half, y - half, edge + length + half - 1, y + half - 1), fill=theme.flag)
    for tooth in part.teeth:
        x = edge + (tooth - part.bar.x) * size
        draw.rectangle((x - half, y - TOOTH * size, x + half - 1, y), fill=theme.flag)
    if part.open:
        reach = 0.13 * size
        x, way = (edge + length, 1) if part.open == "right" else (edge, 1)
        draw.polygon(
            [(x - way * reach, y - reach), (x + way * reach, y), (x - way * reach, y + reach)],
            fill=theme.flag,
        )
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=8)
def continuation_sign(theme: Theme, unit: int) -> Sprite:
    width, height = (SCALE * round(side * unit) for side in (SIGN_WIDTH, SIGN_HEIGHT))
    large, draw = blank((width, height), theme.outline)
    draw.polygon([(0, 0), (width - 1, height / 2), (0, height - 1)], fill=theme.outline)
    return sprite(large, theme, theme.felt)


SHARE = 0.8  # the size of a pile's bones, as a share of that of the bones above
PILE_MARGIN = 0.42  # the felt around the piles, in units: half bones of the piles
APART = 0.9  # the felt between the two piles, in units
NUMBER = 0.6  # the height of the number on a pile, in units
LEAST = 3  # the most bones drawn in a pile; larger piles look the same
STEP = 0.1  # the offset of a bone of a pile, up and to the right, from the one under it, in units
PILES_WIDTH = SHARE * (2 * PILE_MARGIN + 2 * (1 + (LEAST - 1) * STEP) + APART + 1)
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
        return round((2 + 2 * PILE_MARGIN + (LEAST - 1) * STEP) * self.unit)


def draw_stock(canvas: Canvas, pile: Pile, count: int) -> None:
    if count:
        low = backs.back(canvas.theme, pile.unit, upright=True)
        high = backs.numbered_back(canvas.theme, pile.unit, str(count), NUMBER)
        _stack(canvas, pile, 0, count, (low, _solid(low), _solid(high)))
    else:
        _stack(canvas, pile, 0, 1, [_outline(canvas.theme, pile.unit, "0", ticked=False)])


def draw_gone(canvas: Canvas, pile: Pile, count: int) -> None:
    low = _outline(canvas.theme, pile.unit, "", ticked=False)
    high = _outline(canvas.theme, pile.unit, str(count), ticked=True)
    _stack(canvas, pile, 1, max(1, count), (low, low, high))


def _stack(canvas: Canvas, pile: Pile, place: int, count: int, faces: Sequence[Sprite]) -> None:
    """Draw a pile at place 0 or 1; `faces` are its lowest bone, those between, and its top one."""
    unit = pile.unit
    x = pile.left + round((PILE_MARGIN + 0.5 + place * (1 + (LEAST - 1) * STEP + APART)) * unit)
    y = pile.top + round((PILE_MARGIN + (LEAST - 1) * STEP) * unit)
    count = min(count, LEAST)
    for n in range(count):
        face = faces[-1] if n == count - 1 else faces[min(n, 1)]
        canvas.put(face, x + round(n * STEP * unit), y - round(n * STEP * unit))


def _solid(face: Sprite) -> Sprite:
    mask = face.picture.point([0] * (SHADES + 1) + [255] * (255 - SHADES))
    return Sprite(face.picture, mask, face.bleed)


@lru_cache(maxsize=64)
def _outline(theme: Theme, unit: int, text: str, *, ticked: bool) -> Sprite:
    """Return a bone's outline with a text in its middle, or above a tick if it is `ticked`."""
    size = SCALE * unit
    large, draw = blank((size, 2 * size), theme.outline)
    inset, line = 0.04 * size, max(1, round(0.035 * size))
    box = (inset, inset, size - 1 - inset, 2 * size - 1 - inset)
    draw.rounded_rectangle(
        box, CORNER * size, fill=hollow(theme), outline=theme.outline, width=line
    )
    if text:
        write(draw, size / 2, (0.62 if ticked else 1) * size, text, NUMBER * size, theme.felt_ink)
    if ticked:
        tick = [(0.3 * size, 1.36 * size), (0.45 * size, 1.52 * size), (0.72 * size, 1.18 * size)]
        draw.line(tick, fill=theme.felt_ink, width=round(0.08 * size), joint="curve")
    return sprite(large, theme, theme.felt)
