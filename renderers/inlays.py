"""Signs in sixteen flat colours, two pixels a byte: what a board is full of.

With soft edges and shadows, the many signs of a board would make its file twice as large. A sign
is drawn large like any sprite, but made smaller without mixing its colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.theme import Rgb, Theme

SCALE = 3
"""How many times larger than shown a sign is drawn: its middle is what is shown of each pixel."""
BOLD = 1 / 32
"""How much thicker text is drawn, of its size: little, or a 5 would close and look like a 6."""
PAIR = 2
"""The pixels in a byte. Everything on a board starts at an even x."""
_FREE = 15


@dataclass(frozen=True, slots=True)
class Inlay:
    """A sign of `width` by `height` pixels, its corner `bleed` pixels left of and above its place.

    Each pixel of `pairs` is two of the sign's. `keep` has all bits of what the sign leaves free;
    a sign that covers everything has none.
    """

    pairs: Image.Image
    width: int
    height: int
    bleed: int = 0
    keep: int | None = None

    def over(self, ground: Image.Image) -> Image.Image:
        """What this piece of ground, of its own size, shows with the sign on it."""
        if self.keep is None:
            return self.pairs
        under, signs = (int.from_bytes(each.tobytes()) for each in (ground, self.pairs))
        merged = (under & self.keep | signs).to_bytes(ground.width * ground.height)
        return Image.frombytes("L", ground.size, merged)


@lru_cache(maxsize=4)
def inks(theme: Theme) -> tuple[Rgb, ...]:
    """The sixteen colours."""
    greens = (theme.felt, theme.seam, theme.letter)
    woods = (theme.rail, theme.rail_light, theme.back)
    others = (theme.brass, theme.flag, theme.ivory, theme.ivory_edge)
    return (*greens, *woods, *others, *theme.pips[1:7])


@lru_cache(maxsize=64)
def ink(theme: Theme, colour: Rgb) -> int:
    """The place among the inks of the one nearest to a colour."""
    away = [sum((a - b) ** 2 for a, b in zip(colour, each, strict=True)) for each in inks(theme)]
    return away.index(min(away))


def blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """What to draw a sign of this size on: large, free all over."""
    large = Image.new("RGBA", (SCALE * width, SCALE * height), (0, 0, 0, 0))
    return large, ImageDraw.Draw(large)


def inscribe(large: Image.Image, x: float, y: float, text: str, size: float, colour: Rgb) -> None:
    """Text without soft edges around (x, y), its capitals `size` pixels from line to line."""
    soft = Image.new("L", large.size)
    draw, font, bold = ImageDraw.Draw(soft), ImageFont.load_default(size), BOLD * size
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=255, font=font, stroke_width=bold)
    large.paste(colour, mask=soft.point([0] * 128 + [255] * 128))


def whole(unit: int, share: float) -> int:
    """A share of `unit` in whole pixels, at least one, as pixels of the large picture."""
    return SCALE * max(1, round(share * unit))


def inlay(large: Image.Image, theme: Theme, bleed: int = 0, under: Rgb | None = None) -> Inlay:
    """A sign drawn large; given the colour `under` it, it covers all of its place."""
    width, height = large.width // SCALE, large.height // SCALE
    # As wide as whole bytes are.
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
        keep = int.from_bytes(paired(free).tobytes())
    return Inlay(paired(inked), width - 2 * bleed, height - 2 * bleed, bleed, keep)


def paired(inked: Image.Image) -> Image.Image:
    """A picture of inks, two pixels in each of the new one's."""
    packed = Image.frombytes("P", inked.size, inked.tobytes()).tobytes("raw", "P;4")
    return Image.frombytes("L", (-(-inked.width // PAIR), inked.height), packed)


def single(pairs: Image.Image, width: int, table: Sequence[int]) -> Image.Image:
    """Such a picture, `width` pixels wide, as an `"L"` picture of what a table has for each ink."""
    size = width, pairs.height
    pixels = Image.frombytes("P", size, pairs.tobytes(), "raw", "P;4")
    return pixels.point([*table, *[0] * (256 - len(table))], "L")
