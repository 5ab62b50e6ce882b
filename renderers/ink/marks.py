"""Marks for bones that can be played, a pointer, and for those that cannot, a greyed face."""

from functools import lru_cache

from renderers.ink.palette import SHADES, dim, palette_of
from renderers.ink.sprites import SCALE, Sprite, blank, bone, sprite
from renderers.ink.theme import Theme
from renderers.ink.themes import MOST_THEMES


@lru_cache(maxsize=64)
def playable_mark(theme: Theme, unit: int) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, round(0.3 * size)), theme.flag)
    x, high = size / 2, 0.24 * size
    draw.polygon([(x, 0), (x + high, high), (x - high, high)], fill=theme.flag)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=1024)
def dimmed(theme: Theme, unit: int, high: int, low: int) -> Sprite:
    """Return a standing bone that cannot be played: greyed, but as easy to read."""
    return greyed(theme, bone(theme, unit, high, low, upright=True))


def greyed(theme: Theme, bright: Sprite) -> Sprite:
    return Sprite(bright.picture.point(_dimming(theme)), bleed=bright.bleed)


@lru_cache(maxsize=MOST_THEMES)
def _dimming(theme: Theme) -> tuple[int, ...]:
    """Return for each index that of its dimmed colour; shadows stay."""
    palette = palette_of(theme)
    rgb = [palette.rgb[at : at + 3] for at in range(0, len(palette.rgb), 3)]
    faces = [palette.nearest(dim((r, g, b), theme)) for r, g, b in rgb[SHADES + 1 :]]
    return *range(SHADES + 1), *faces, *(0 for _ in range(256 - len(rgb)))
