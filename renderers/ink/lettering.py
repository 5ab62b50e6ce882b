"""Text drawn into signs, and text as sprites."""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, Sprite, sprite
from renderers.ink.themes import Rgb, Theme


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Draw bold text around (x, y); `size` is the font size in pixels."""
    font = ImageFont.load_default(size)
    bold = max(1, round(size / 26))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=colour, font=font, stroke_width=bold)


@lru_cache(maxsize=256)
def name(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Return text on ground of the colour `under`, in a square for two or three characters.

    `size` is the font size in pixels.
    """
    side = SCALE * round(1.3 * size)
    large = Image.new("RGBA", (side, side), (*colour, 0))
    write(ImageDraw.Draw(large), side / 2, side / 2, text, SCALE * size, colour)
    return sprite(large, theme, under)


@lru_cache(maxsize=1024)
def line(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Return text on ground of the colour `under`, as wide as it is; `size` as in `name`."""
    large = SCALE * size
    width = SCALE * ceil(1.06 * ImageFont.load_default(large).getlength(text) / SCALE)
    drawn = Image.new("RGBA", (width, SCALE * round(1.3 * size)), (*colour, 0))
    write(ImageDraw.Draw(drawn), width / 2, drawn.height / 2, text, large, colour)
    return sprite(drawn, theme, under)
