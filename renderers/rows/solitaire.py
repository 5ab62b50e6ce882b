"""Draws a row of bones, some of them removable, with the stock and the removed bones.

Beside a short row there is room for these; otherwise they are below it.
"""

from dataclasses import replace
from functools import lru_cache

from renderers.geometry.places import Heading, Units
from renderers.ink import sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.flags import flag
from renderers.ink.sprites import SCALE, Sprite, blank, sprite, whole
from renderers.ink.theme import Theme
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
from renderers.rows.piles import WIDTH, Pile, draw_gone, draw_stock
from renderers.scene.bones import PatienceScene

SHORT = 6  # the most bones of a row that leaves room for the piles beside it
FEWEST = 3  # the number of bones that a short row has room for, at least


def draw_patience(scene: PatienceScene, width: int, theme: Theme) -> Canvas:
    """Draw the row on felt as high as its lines need, and the piles."""
    middles, count = tuple(middle for middle, _ in scene.middles), len(scene.bones)
    beside = not scene.close and not scene.room and count <= SHORT
    columns = scene.room or max(FEWEST, min(count, LINE))
    lines = place_lines(count, middles, scene.triples, columns, markable=scene.room > 0)
    across = lines.width + (WIDTH if beside else 0)
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
        canvas.put(goes_on(theme, unit), *grid.at(box))
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
def goes_on(theme: Theme, unit: int) -> Sprite:
    """Return the sign that a line continues, for its end and for the start of the next line."""
    width, height = (SCALE * round(side * unit) for side in (SIGN_WIDTH, SIGN_HEIGHT))
    large, draw = blank((width, height), theme.outline)
    draw.polygon([(0, 0), (width - 1, height / 2), (0, height - 1)], fill=theme.outline)
    return sprite(large, theme, theme.felt)
