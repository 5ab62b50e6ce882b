"""Text and arrows drawn into signs, and text as sprites."""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, Sprite, sprite
from renderers.ink.theme import Rgb, Theme

_ARROWS = {"→": (1, 0), "↓": (0, 1), "←": (-1, 0), "↑": (0, -1)}
"""The directions of arrows, which the font doesn't have. y grows downwards."""
_ARROW = ((-0.42, 0.1), (0, 0.1), (0, 0.34), (0.44, 0), (0, -0.34), (0, -0.1), (-0.42, -0.1))
"""The outline of an arrow that points along the first axis, in font sizes."""


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Draw bold text, or one arrow, around (x, y); `size` is the font size in pixels."""
    if text in _ARROWS:
        dx, dy = _ARROWS[text]
        outline = [(x + size * (dx * a - dy * b), y + size * (dy * a + dx * b)) for a, b in _ARROW]
        draw.polygon(outline, fill=colour)
        return
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
