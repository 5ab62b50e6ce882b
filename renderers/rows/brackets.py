"""Brackets under neighbouring bones of a row, and the sign that a line continues.

`unit` is half a bone in pixels.
"""

from functools import lru_cache

from renderers.ink.sprites import SCALE, Sprite, blank, sprite, whole
from renderers.ink.theme import Theme
from renderers.rows.lines import SIGN_HEIGHT, SIGN_WIDTH, Bracket

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
