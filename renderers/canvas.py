"""The felt that sprites are put on, and the PNG made of it."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.palette import palette_of
from renderers.sprites import Sprite
from renderers.theme import Theme

LEVEL = 4
"""The zlib level: about as small as the best and several times faster."""


class Canvas:
    """A table of `width` by `height` pixels, in palette indices."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.width = width
        self.height = height
        self.theme = theme
        self._image = _felt(width, height, theme).copy()

    def shade(self, shadow: Sprite, x: int, y: int) -> None:
        """Lay a shadow around what will stand at (x, y). All shadows come before all sprites."""
        box = _box(shadow, x, y)
        self._image.paste(ImageChops.lighter(self._image.crop(box), shadow.picture), box)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a sprite at (x, y)."""
        self._image.paste(sprite.picture, _box(sprite, x, y), sprite.mask)

    def png(self) -> bytes:
        """The picture as the bytes of a PNG with one byte a pixel."""
        self._image.putpalette(palette_of(self.theme).rgb)
        out = io.BytesIO()
        self._image.save(out, "PNG", compress_level=LEVEL)
        return out.getvalue()


def _box(sprite: Sprite, x: int, y: int) -> tuple[int, int, int, int]:
    left, top = x - sprite.bleed, y - sprite.bleed
    return left, top, left + sprite.picture.width, top + sprite.picture.height


@lru_cache(maxsize=8)
def _felt(width: int, height: int, theme: Theme) -> Image.Image:
    """Bare felt with a narrow rail around it."""
    palette = palette_of(theme)
    rail = max(2, round(width / 150))
    line = max(1, rail // 4)
    felt = Image.new("L", (width, height), palette.nearest(theme.rail))
    draw = ImageDraw.Draw(felt)
    for inset, colour in ((rail - line, theme.rail_line), (rail, theme.felt)):
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, rail, fill=palette.nearest(colour))
    return felt
