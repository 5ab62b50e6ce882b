"""What pictures of scores are made of: numbers, plates, bars, panels, and the bones of places.

`unit` is the side of half a bone in pixels.
"""

from functools import lru_cache
from itertools import accumulate

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.palette import STEPS, blend, dim, palette_of
from renderers.ink.sprites import Sprite, bone, edged, whole
from renderers.ink.themes import Rgb, Theme

STRONG = 32  # a stroke is thickened by the text's size divided by this
APART = 1.3  # the extra width of each character, in multiples of that thickening
AROUND = 0.4
"""The margin around the digits, in sizes: room for what extends beyond them, like a bracket."""
_LEAST = 40  # the lowest level of a colour, out of 255, that is drawn


@lru_cache(maxsize=1024)
def bold_text(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Return bold text on ground of the colour `under`; the sprite is as high as its digits.

    `size` is the font size in pixels. A number looks the same wherever it is shown.
    """
    font, bold = _font(size), max(1, round(size / STRONG))
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    _, top, _, bottom = pen.textbbox((0, 0), "0", font=font, stroke_width=bold)
    # Thick strokes need wider spacing, or digits would run together.
    steps = [pen.textlength(each, font=font) + APART * bold for each in text]
    pad = round(AROUND * size)
    wide, high = round(sum(steps)), round(bottom - top)
    mask = Image.new("L", (wide + 2 * pad, high + 2 * pad), 0)
    draw = ImageDraw.Draw(mask)
    for each, x in zip(text, accumulate(steps, initial=pad + APART * bold / 2), strict=False):
        draw.text((x, pad - top), each, fill=255, font=font, stroke_width=bold)
    return tinted(mask, theme, under, colour, pad)


def tinted(mask: Image.Image, theme: Theme, under: Rgb, colour: Rgb, bleed: int = 0) -> Sprite:
    """Return a sprite that covers ground of the colour `under` by `mask`, in levels of 0 to 255."""
    cut = [0] * _LEAST + [255] * (256 - _LEAST)
    return Sprite(mask.point(_shades(theme, under, colour)), mask.point(cut), bleed)


@lru_cache(maxsize=64)
def _shades(theme: Theme, under: Rgb, colour: Rgb) -> tuple[int, ...]:
    levels = Image.new("RGB", (256, 1))
    shares = [round(STEPS * level / 255) / STEPS for level in range(256)]
    levels.putdata([blend(under, colour, share) for share in shares])
    return tuple(palette_of(theme).index(levels).tobytes())


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@lru_cache(maxsize=256)
def number_plate(theme: Theme, height: int, text: str) -> Sprite:
    """Return a number on a gold plate of this height, in pixels, for dark ground."""
    number = bold_text(theme, text, 0.62 * height, theme.flag, theme.flag_ink)
    width = max(height, number.width + round(0.7 * height))
    mask = Image.new("L", (2 * width, 2 * height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, 2 * width - 1, 2 * height - 1), height, fill=255)
    plate = tinted(mask.reduce(2), theme, theme.letter, theme.flag)
    at = (width - number.width) // 2 - number.bleed, (height - number.height) // 2 - number.bleed
    plate.picture.paste(number.picture, at, number.mask)
    return plate


_Layer = tuple[int, int, Rgb]
"""A layer's inset from the edge, its further inset at the foot (both in pixels), and its colour."""


@lru_cache(maxsize=256)
def bar(theme: Theme, width: int, height: int) -> Sprite:
    edge, foot = max(1, height // 24), max(1, height // 10)
    layers = ((0, 0, theme.ivory_edge), (edge, 0, theme.ivory_shade), (edge, foot, theme.ivory))
    return _plate(theme, (width, height), height // 4, layers)


def column(theme: Theme, width: int, height: int) -> Sprite:
    """Return an upright bar, whose corners are the same however high it is."""
    edge = max(1, width // 24)
    layers = ((0, 0, theme.ivory_edge), (edge, 0, theme.ivory))
    return _plate(theme, (width, height), min(width // 8, height // 2), layers)


@lru_cache(maxsize=32)
def tray(theme: Theme, width: int, height: int) -> Sprite:
    line = max(1, height // 16)
    layers = ((0, 0, theme.seam), (line, 0, theme.letter))
    return _plate(theme, (width, height), height // 4 + line, layers)


@lru_cache(maxsize=32)
def panel(theme: Theme, width: int, height: int, corner: int) -> Sprite:
    """Return dark ground with a fine edge; the size and the radius `corner` in pixels."""
    line = max(1, corner // 8)
    layers = ((0, 0, theme.seam), (line, 0, theme.letter))
    return _plate(theme, (width, height), corner, layers)


def _plate(theme: Theme, size: tuple[int, int], corner: int, layers: tuple[_Layer, ...]) -> Sprite:
    """Return rounded layers on one another; small corners hardly show that edges are hard."""
    palette, (width, height) = palette_of(theme), (max(1, size[0]), max(1, size[1]))
    picture, mask = (Image.new("L", (width, height)) for _ in range(2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), corner, fill=255)
    draw = ImageDraw.Draw(picture)
    for inset, foot, colour in layers:
        box = (inset, inset, width - 1 - inset, height - 1 - inset - foot)
        if box[2] >= box[0] and box[3] >= box[1]:
            radius = max(0, corner - inset)
            draw.rounded_rectangle(box, radius, fill=palette.nearest(colour))
    return Sprite(picture, mask)


MOST = 18  # the highest place that two halves have pips for


def place_bone(theme: Theme, unit: int, place: int) -> Sprite:
    """Return a lying bone with as many pips as its place, or a blank one above `MOST`."""
    pips = place if place <= MOST else 0
    return bone(theme, unit, pips // 2, pips - pips // 2, upright=False)


@lru_cache(maxsize=16)
def medal(theme: Theme, unit: int, place: int) -> Sprite:
    silver, bronze = dim(theme.wild, theme), dim(theme.pips[6], theme)
    metals = (theme.ring, theme.brass_light), (silver, theme.wild), (bronze, theme.brass_dark)
    metal, light = metals[place - 1]
    band, line = whole(unit, 0.09), whole(unit, 0.025)
    bands = ((band + line, theme.letter), (band, metal), (band // 2, light), (0, theme.letter))
    return edged(theme, unit, (2, 1), (*bands, (-line, None)), metal)


MEDALS = 3  # the number of places with a metal edge
