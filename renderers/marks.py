"""What tells a bone that can be played from one that cannot: a pointer, and a greyed face."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.palette import blend, palette_of
from renderers.sprites import SCALE, Sprite, bone, sprite
from renderers.theme import Theme

DIMMING = 0.36
"""How much of the felt shows through a bone that cannot be played, from 0 to 1."""


@lru_cache(maxsize=8)
def playable_mark(theme: Theme, unit: int) -> Sprite:
    """The pointer under a playable bone, one unit wide."""
    size = SCALE * unit
    large = Image.new("RGBA", (size, round(0.3 * size)), (*theme.flag, 0))
    x, high = size / 2, 0.24 * size
    ImageDraw.Draw(large).polygon([(x, 0), (x + high, high), (x - high, high)], fill=theme.flag)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=256)
def dim(theme: Theme, unit: int, high: int, low: int) -> Sprite:
    """A standing bone with some felt showing through it."""
    bright = bone(theme, unit, True, high, low)
    palette = palette_of(theme)
    colours = [palette.rgb[at : at + 3] for at in range(0, len(palette.rgb), 3)]
    dimmed = [palette.nearest(blend((r, g, b), theme.felt, DIMMING)) for r, g, b in colours]
    lut = dimmed + [0] * (256 - len(dimmed))
    return Sprite(bright.picture.point(lut), bright.mask)
