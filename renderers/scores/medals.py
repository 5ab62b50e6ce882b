"""Bones that show a place: their pips add up to it, and the first three have a metal edge.

`unit` is the side of half a bone in pixels.
"""

from functools import lru_cache

from renderers.ink.empty import place_holder
from renderers.ink.palette import dim
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, bone, sprite, whole
from renderers.ink.theme import Rgb, Theme

MOST = 18  # the highest place that two halves have pips for


def place_bone(theme: Theme, unit: int, place: int) -> Sprite:
    """Return a lying bone with as many pips as its place, or a blank one above `MOST`."""
    pips = place if place <= MOST else 0
    return bone(theme, unit, pips // 2, pips - pips // 2, upright=False)


def no_bone(theme: Theme, unit: int) -> Sprite:
    return place_holder(theme, unit, upright=False)


@lru_cache(maxsize=16)
def medal(theme: Theme, unit: int, place: int) -> Sprite:
    """Return the edge of gold, silver or bronze around the bone of place 1, 2 or 3."""
    metal, light = _metals(theme)[place - 1]
    pad = round(0.16 * unit)
    large, draw = blank((SCALE * 2 * (unit + pad), SCALE * (unit + 2 * pad)), metal)
    edge = SCALE * pad
    band, line = whole(unit, 0.09), whole(unit, 0.025)
    bands = ((band + line, theme.letter), (band, metal), (band // 2, light), (0, theme.letter))
    for out, colour in (*bands, (-line, None)):
        box = (edge - out, edge - out, large.width - 1 - edge + out, large.height - 1 - edge + out)
        fill = (*colour, 255) if colour else (0, 0, 0, 0)
        draw.rounded_rectangle(box, whole(unit, CORNER) + out, fill=fill)
    return sprite(large, theme, theme.letter, pad)


MEDALS = 3  # the number of places with a metal edge


def _metals(theme: Theme) -> tuple[tuple[Rgb, Rgb], ...]:
    silver = dim(theme.wild, theme)
    bronze = dim(theme.pips[6], theme)
    return ((theme.ring, theme.brass_light), (silver, theme.wild), (bronze, theme.brass_dark))
