"""Signs in sixteen flat colours for boards, and their canvas, which has two pixels in a byte.

With soft edges and shadows, a board's many signs would make its file twice as large. A sign is
drawn large like any sprite, but scaled down without mixing its colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.palette import palette_of
from renderers.ink.png import differences, pack, palette_png
from renderers.ink.themes import MOST_THEMES, Rgb, Theme

SCALE = 3  # the scale at which a sign is drawn; the middle of each 3 by 3 pixels is shown
BOLD = 1 / 32
"""The thickening of text, as a share of its size: small, or a 5 would close and look like a 6."""
PAIR = 2  # the number of pixels in a byte. Everything on a board starts at an even x
_FREE = 15
_DEPTH = 4  # the bits of a pixel
_LEVEL = 3  # level 4 takes a fifth longer for a twentieth less


@dataclass(frozen=True, slots=True)
class Inlay:
    """A sign of `width` by `height` pixels, its corner `bleed` pixels left of and above its place.

    Each pixel of `pairs` is two of the sign's. `bits` are the same in one number, and `keep` has
    all bits set that the sign leaves free; it is `None` for a sign that covers everything.
    """

    pairs: Image.Image
    width: int
    height: int
    bleed: int
    bits: int
    keep: int | None

    def draw(self, ground: Image.Image, left: int, top: int) -> None:
        """Put the sign's corner at (left, top) of the ground, another picture of pairs."""
        width, height = self.pairs.size
        box = (left, top, left + width, top + height)
        if self.keep is None:
            ground.im.paste(self.pairs.im, box)
            return
        under = int.from_bytes(ground.crop(box).tobytes())
        merged = (under & self.keep | self.bits).to_bytes(width * height)
        ground.im.paste(Image.frombytes("L", (width, height), merged).im, box)


@lru_cache(maxsize=MOST_THEMES)
def inks(theme: Theme) -> tuple[Rgb, ...]:
    table = (theme.felt, theme.seam, theme.letter, theme.letter_ink, theme.flag, theme.rail)
    bones = (theme.ivory, theme.ivory_edge, theme.back, theme.brass)
    return (*table, *bones, *theme.pips[1:7])


@lru_cache(maxsize=32 * MOST_THEMES)
def ink(theme: Theme, colour: Rgb) -> int:
    away = [sum((a - b) ** 2 for a, b in zip(colour, each, strict=True)) for each in inks(theme)]
    return away.index(min(away))


def blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    large = Image.new("RGBA", (SCALE * width, SCALE * height), (0, 0, 0, 0))
    return large, ImageDraw.Draw(large)


def inscribe(large: Image.Image, x: float, y: float, text: str, size: float, colour: Rgb) -> None:
    """Write text without soft edges around (x, y); `size` is the font size in large pixels."""
    soft = Image.new("L", large.size)
    draw, font, bold = ImageDraw.Draw(soft), ImageFont.load_default(size), BOLD * size
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=255, font=font, stroke_width=bold)
    large.paste(colour, mask=soft.point([0] * 128 + [255] * 128))


def whole(unit: int, share: float) -> int:
    """Return a share of `unit` in whole pixels, at least one, as pixels of the large picture."""
    return SCALE * max(1, round(share * unit))


def inlay(large: Image.Image, theme: Theme, bleed: int = 0, under: Rgb | None = None) -> Inlay:
    width, height = large.width // SCALE, large.height // SCALE
    # The crop pads the width to whole bytes.
    small = large.resize((width, height), Image.Resampling.NEAREST)
    small = small.crop((0, 0, -(-width // PAIR) * PAIR, height))
    flat = Image.new("RGB", small.size, under or theme.felt)
    flat.paste(small, mask=small)
    key = Image.new("P", (1, 1))
    key.putpalette(b"".join(bytes(colour) for colour in inks(theme)))
    inked = flat.quantize(palette=key, dither=Image.Dither.NONE)
    keep = None
    if under is None:
        free = small.getchannel("A").point([_FREE] + [0] * 255)
        inked.paste(0, mask=free.point([0] + [255] * 255))
        keep = int.from_bytes(pack_pairs(free).tobytes())
    pairs = pack_pairs(inked)
    bits = int.from_bytes(pairs.tobytes())
    return Inlay(pairs, width - 2 * bleed, height - 2 * bleed, bleed, bits, keep)


def pack_pairs(inked: Image.Image) -> Image.Image:
    """Return a picture of inks, two pixels in each of the new one's."""
    packed = Image.frombytes("P", inked.size, inked.tobytes()).tobytes("raw", "P;4")
    return Image.frombytes("L", (-(-inked.width // PAIR), inked.height), packed)


def unpack_pairs(pairs: Image.Image, width: int, table: Sequence[int]) -> Image.Image:
    """Unpack such a picture to `width` pixels: an `"L"` picture of `table`'s value for each ink."""
    size = width, pairs.height
    pixels = Image.frombytes("P", size, pairs.tobytes(), "raw", "P;4")
    return pixels.point([*table, *[0] * (256 - len(table))], "L")


class Packed:
    """A picture `width` pixels wide; each pixel of `pairs` is two of the picture's."""

    def __init__(self, theme: Theme, width: int, pairs: Image.Image) -> None:
        self.theme = theme
        self.width = width
        self._pairs = pairs

    @classmethod
    def of(cls, theme: Theme, inked: Image.Image) -> "Packed":
        return cls(theme, inked.width, pack_pairs(inked))

    @property
    def picture(self) -> Image.Image:
        return self.indices(_places(self.theme))

    def indices(self, table: Sequence[int]) -> Image.Image:
        """Return the picture as an `"L"` picture of `table`'s value for each ink."""
        return unpack_pairs(self._pairs, self.width, table)

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
        rows = pack(differences(self._pairs), _LEVEL)
        return palette_png((self.width, self._pairs.height), _DEPTH, palette, [rows])


@lru_cache(maxsize=MOST_THEMES)
def _places(theme: Theme) -> tuple[int, ...]:
    """Return each ink's index in the palette that all other pictures use."""
    return tuple(palette_of(theme).nearest(colour) for colour in inks(theme))
