"""Draws a row of bones, some of them removable, with the stock and the removed bones below it."""

from renderers.geometry.places import Heading
from renderers.geometry.units import Units
from renderers.ink import sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.ink.flags import small_flag
from renderers.ink.theme import Theme
from renderers.rows import brackets
from renderers.rows.lines import Lines, line_width, place_lines
from renderers.rows.piles import Pile, draw_gone, draw_stock
from renderers.scene.bones import PatienceScene

FEWEST = 6
"""A row of fewer bones is as large as one of so many: few bones don't become huge."""


def draw_patience(scene: PatienceScene, width: int, theme: Theme) -> Canvas:
    """Draw the row on felt as high as its lines need, and the piles below them."""
    middles = tuple(middle for middle, _ in scene.middles)
    lines = place_lines(len(scene.bones), middles, scene.triples, scene.room or 1)
    narrowest = 0 if scene.close or scene.room else line_width(FEWEST)
    unit = int(width / max(lines.width, narrowest))
    grid = Units(unit, (width - unit * lines.width) / 2, 0)
    below = round(lines.height * unit)
    pile = Pile(unit, width, below)
    canvas = Canvas(width, below if scene.close else below + pile.height, theme)
    _draw_bones(canvas, scene, lines, grid)
    for (_, number), box in zip(scene.middles, lines.flags, strict=True):
        canvas.put(small_flag(theme, unit, str(number), Heading.SOUTH), *grid.at(box))
    for part in lines.brackets:
        canvas.put(brackets.bracket(theme, unit, part), *grid.at(part.bar))
    for box in lines.signs:
        canvas.put(brackets.goes_on(theme, unit), *grid.at(box))
    if not scene.close:
        canvas.rule(below)
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
