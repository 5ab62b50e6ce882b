"""Draws a row of bones, some of them removable, with the stock and the removed bones.

Beside a short row there is room for these; otherwise they are below it.
"""

from dataclasses import replace

from renderers.geometry.places import Heading
from renderers.geometry.units import Units
from renderers.ink import sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.ink.flags import flag
from renderers.ink.theme import Theme
from renderers.rows import brackets
from renderers.rows.lines import LINE, MARGIN, RAISE, Lines, place_lines
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
        canvas.put(brackets.bracket(theme, unit, part), *grid.at(part.bar))
    for box in lines.signs:
        canvas.put(brackets.goes_on(theme, unit), *grid.at(box))
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
