"""The felt that sprites are put on."""

from functools import cached_property, lru_cache

from PIL import Image

from renderers.ink.bare_felt import Rows, bare_felt, rail, rail_and_shadow
from renderers.ink.palette import palette_of
from renderers.ink.png import Packing, pack, palette_png
from renderers.ink.sprites import Sprite
from renderers.ink.theme import Rgb, Theme

_PACKING = Packing(level=5, memory=8)  # level 6 takes a third longer for a twentieth less
Ink = Sprite | int  # a sprite, or the palette index of an even colour
Box = tuple[int, int, int, int]  # left, top, right and bottom, in pixels


class Canvas:
    """A table of `width` by `height` pixels, in palette indices."""

    def __init__(
        self, width: int, height: int, theme: Theme, ground: Image.Image | None = None
    ) -> None:
        """Start with bare felt, or with a picture of that size, in palette indices."""
        self.width = width
        self.height = height
        self.theme = theme
        self._ground = ground

    @cached_property
    def _rows(self) -> Rows:
        rows = bare_felt(self.width, self.height, self.theme)
        if self._ground is not None:
            rows.picture.paste(self._ground)
        return rows

    @property
    def picture(self) -> Image.Image:
        return self._rows.picture

    def fill(self, box: Box, colour: Rgb) -> None:
        self._draw(_index(self.theme, colour), box)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        left, top = x - sprite.bleed, y - sprite.bleed
        picture = sprite.picture
        self._draw(sprite, (left, top, left + picture.width, top + picture.height))

    def rule(self, y: int) -> None:
        """Draw a line across the felt from rail to rail, at height `y`."""
        inset = rail(self.width)
        self.fill((inset, y, self.width - inset, y + max(1, inset // 5)), self.theme.seam)

    def _draw(self, ink: Ink, box: Box) -> None:
        draw(self.picture, ink, box)

    def png(self) -> bytes:
        rows = pack(self._rows.stored(), _PACKING)
        return palette_png((self.width, self.height), 8, palette_of(self.theme).rgb, [rows])


def draw(picture: Image.Image, ink: Ink, box: Box) -> None:
    """Draw a sprite into the box of its size, or fill the box with a colour."""
    # Pillow's core does the same as its methods, which take most of the time for small sprites.
    pixels = picture.im
    if isinstance(ink, int):
        pixels.paste(ink, box)
    elif ink.mask is None:
        pixels.paste(pixels.crop(box).chop_lighter(ink.picture.im), box)
    else:
        pixels.paste(ink.picture.im, box, ink.mask.im)


def lengthened(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """Return a canvas's `picture` with felt added below, so that it is `height` pixels high."""
    if picture.height == height:
        return picture
    longer = bare_felt(picture.width, height, theme).picture
    inside = picture.height - rail_and_shadow(picture.width)
    longer.paste(picture.crop((0, 0, picture.width, inside)))
    return longer


@lru_cache(maxsize=512)
def _index(theme: Theme, colour: Rgb) -> int:
    return palette_of(theme).nearest(colour)
