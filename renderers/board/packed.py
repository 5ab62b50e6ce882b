"""A canvas of sixteen flat colours that stores its pixels as a PNG does, two in a byte."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderers.board.inlays import PAIR, Inlay, ink, inks, paired, single
from renderers.ink.palette import palette_of
from renderers.ink.png import Packing, differences, pack, palette_png
from renderers.ink.themes import MOST_THEMES, Rgb, Theme

_DEPTH = 4  # the bits of a pixel
_PACKING = Packing(level=3, memory=8)  # level 4 takes a fifth longer for a twentieth less


class Packed:
    """A picture `width` pixels wide; each pixel of `pairs` is two of the picture's."""

    def __init__(self, theme: Theme, width: int, pairs: Image.Image) -> None:
        self.theme = theme
        self.width = width
        self._pairs = pairs

    @classmethod
    def of(cls, theme: Theme, inked: Image.Image) -> "Packed":
        return cls(theme, inked.width, paired(inked))

    @property
    def picture(self) -> Image.Image:
        return self.indices(_places(self.theme))

    def indices(self, table: Sequence[int]) -> Image.Image:
        """Return the picture as an `"L"` picture of `table`'s value for each ink."""
        return single(self._pairs, self.width, table)

    def copy(self) -> "Packed":
        return Packed(self.theme, self.width, self._pairs.copy())

    def part(self, box: tuple[int, int, int, int]) -> Image.Image:
        left, top, right, bottom = box
        return self._pairs.crop((left // PAIR, top, right // PAIR, bottom))

    def paste(self, part: Image.Image, x: int, y: int) -> None:
        self._pairs.paste(part, (x // PAIR, y))

    def fill(self, box: tuple[int, int, int, int], colour: Rgb) -> None:
        left, top, right, bottom = box
        byte = ink(self.theme, colour) * 0x11
        self._pairs.paste(byte, (left // PAIR, top, right // PAIR, bottom))

    def put(self, sign: Inlay, x: int, y: int) -> None:
        sign.draw(self._pairs, (x - sign.bleed) // PAIR, y - sign.bleed)

    def png(self) -> bytes:
        palette = b"".join(bytes(colour) for colour in inks(self.theme))
        # Most of a row of flat squares is the row above.
        rows = pack(differences(self._pairs), _PACKING)
        return palette_png((self.width, self._pairs.height), _DEPTH, palette, [rows])


@lru_cache(maxsize=MOST_THEMES)
def _places(theme: Theme) -> tuple[int, ...]:
    """Return each ink's index in the palette that all other pictures use."""
    return tuple(palette_of(theme).nearest(colour) for colour in inks(theme))
