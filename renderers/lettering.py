"""Text in signs."""

from __future__ import annotations

from PIL import ImageDraw, ImageFont

from renderers.theme import Rgb


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Bold text around (x, y), its capitals `size` pixels from line to line."""
    font = ImageFont.load_default(size)
    bold = max(1, round(size / 26))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=colour, font=font, stroke_width=bold)
