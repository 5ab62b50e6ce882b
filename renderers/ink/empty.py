"""The outline of a missing bone, for an empty table or an empty hand."""

from functools import lru_cache

from renderers.ink.palette import blend
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, sprite
from renderers.ink.theme import Theme


@lru_cache(maxsize=16)
def place_holder(theme: Theme, unit: int, upright: bool) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, 2 * size) if upright else (2 * size, size), theme.outline)
    inset, line = 0.04 * size, max(1, round(0.035 * size))
    box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
    hollow = blend(theme.felt, theme.shadow, 0.19)
    radius = (CORNER - 0.04) * size
    draw.rounded_rectangle(box, radius, fill=hollow, outline=theme.outline, width=line)
    x, y, reach = large.width / 2, large.height / 2, 0.3 * size
    cross = (x - reach, y, x + reach, y) if upright else (x, y - reach, x, y + reach)
    draw.line(cross, fill=theme.outline, width=line)
    return sprite(large, theme, theme.felt)
