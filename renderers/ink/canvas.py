"""The felt that sprites are put on."""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from renderers.ink.palette import SHADES, palette_of
from renderers.ink.png import Packing, palette_png
from renderers.ink.sprites import Sprite
from renderers.ink.theme import Rgb, Theme

_PACKING = Packing(level=5, memory=4, differences=False)
"""Level 6 takes a third longer for a twentieth less; differences make soft shadows larger."""


class Canvas:
    """A table of `width` by `height` pixels, in palette indices."""

    def __init__(
        self, width: int, height: int, theme: Theme, ground: Image.Image | None = None
    ) -> None:
        """Start with bare felt, or with a picture of that size to draw on, in palette indices."""
        self.theme = theme
        self._felt = ground or _felt(width, height, theme)

    @property
    def picture(self) -> Image.Image:
        """The picture drawn so far, in palette indices."""
        return self._felt

    def fill(self, box: tuple[int, int, int, int], colour: Rgb) -> None:
        """Paint a box of left, top, right and bottom, in pixels, in one of the theme's colours."""
        self._felt.paste(_index(self.theme, colour), box)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a sprite at (x, y), in pixels."""
        left, top = x - sprite.bleed, y - sprite.bleed
        picture = sprite.picture
        box = (left, top, left + picture.width, top + picture.height)
        if sprite.mask is None:
            picture = ImageChops.lighter(self._felt.crop(box), picture)
        self._felt.paste(picture, box, sprite.mask)

    def rule(self, y: int) -> None:
        """Draw a line across the felt from rail to rail, at height `y`."""
        rail = _rail(self._felt.width)
        box = (rail, y, self._felt.width - rail, y + max(1, rail // 5))
        self._felt.paste(_index(self.theme, self.theme.seam), box)

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG."""
        palette = palette_of(self.theme).rgb
        return palette_png(self._felt, self._felt.width, 8, palette, _PACKING)


def lengthened(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """Return a canvas's `picture` with felt added below, so that it is `height` pixels high."""
    if picture.height == height:
        return picture
    longer = _felt(picture.width, height, theme)
    drawn = picture.crop((0, 0, picture.width, picture.height - edge(picture.width)))
    longer.paste(drawn, (0, 0))
    return longer


def border(width: int) -> int:
    """Return how far the rail, its shadow and its rounded corners reach into a picture."""
    return 2 * _rail(width) + 4 * max(1, width // 600)


def _rail(width: int) -> int:
    """Return the width of the rail around the felt, in pixels."""
    return max(3, round(width / 100))


def edge(width: int) -> int:
    """Return the width of the rail and its shadow, in pixels."""
    return _rail(width) + 4 * max(1, width // 600)


@lru_cache(maxsize=512)
def _index(theme: Theme, colour: Rgb) -> int:
    return palette_of(theme).nearest(colour)


def _felt(width: int, height: int, theme: Theme) -> Image.Image:
    """Return bare felt in a narrow rail that casts a shadow on it, to draw on."""
    foot = 2 * edge(width)
    steps = width // 4
    tall = _tall_felt(width, max(height + foot, ceil((height + foot) / steps) * steps), theme)
    felt = tall.crop((0, 0, width, height))
    felt.paste(tall.crop((0, tall.height - foot, width, tall.height)), (0, height - foot))
    return felt


@lru_cache(maxsize=16)
def _tall_felt(width: int, height: int, theme: Theme) -> Image.Image:
    """Return felt that pictures of any smaller height are cut from."""
    palette = palette_of(theme)
    rail, step = _rail(width), max(1, width // 600)
    dark, wood, light = (
        palette.nearest(c) for c in (theme.rail_dark, theme.rail, theme.rail_light)
    )
    bands = [(0, dark), (step, wood), (rail // 3, light), (rail // 3 + step, wood)]
    bands.append((rail - step, dark))
    bands += [(rail + n * step, (3 - n) * SHADES // 4) for n in range(3)]
    felt = Image.new("L", (width, height), dark)
    draw = ImageDraw.Draw(felt)
    for inset, index in (*bands, (rail + 4 * step, 0)):
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, rail, fill=index)
    return felt
