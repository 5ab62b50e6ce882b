"""Text in signs, and text of its own."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.sprites import SCALE, Sprite, sprite
from renderers.theme import Rgb, Theme


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Bold text around (x, y), its capitals `size` pixels from line to line."""
    font = ImageFont.load_default(size)
    bold = max(1, round(size / 26))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=colour, font=font, stroke_width=bold)


@lru_cache(maxsize=256)
def name(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Text in a square as large as two or three characters need, on ground of the colour `under`.

    Its capitals are `size` pixels from line to line.
    """
    side = SCALE * round(1.3 * size)
    large = Image.new("RGBA", (side, side), (*colour, 0))
    write(ImageDraw.Draw(large), side / 2, side / 2, text, SCALE * size, colour)
    return sprite(large, theme, under)
