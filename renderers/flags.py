"""Flags of open ends, letters of seats, and the winner's crown: small signs with a shape."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.places import Heading
from renderers.sprites import SCALE, Sprite, disc, sprite, whole
from renderers.theme import Rgb, Theme

BLEED = 0.25
"""How far a sign's picture reaches beyond its box, in units: room for its pointer."""


@lru_cache(maxsize=512)
def flag(theme: Theme, unit: int, pips: int, label: str, heading: Heading) -> Sprite:
    """The flag of an open end: its number, before it its letter, and a nose towards the bone.

    The sprite is as large as a `PlacedFlag.box` plus the bleed on every side.
    """
    size, pad = SCALE * unit, round(BLEED * unit)
    wide, high = (1.6 if label else 0.9) * size, 0.9 * size
    edge = SCALE * pad
    large = Image.new("RGBA", (round(wide) + 2 * edge, round(high) + 2 * edge), (*theme.letter, 0))
    draw = ImageDraw.Draw(large)
    line = whole(unit, 0.04)
    box = (edge, edge, edge + wide, edge + high)
    _nose(draw, box, heading, 0.2 * size, theme.letter)
    draw.rounded_rectangle(box, high / 2, fill=theme.letter)
    _nose(draw, box, heading, 0.2 * size - 1.6 * line, theme.flag)
    inner = (box[0] + line, box[1] + line, box[2] - line, box[3] - line)
    draw.rounded_rectangle(inner, high / 2 - line, fill=theme.flag)
    if label:
        radius = high / 2 - 2 * line
        x, y = edge + high / 2, edge + high / 2
        disc(draw, x, y, radius, theme.letter)
        _text(draw, x, y, label, 0.56 * size, theme.letter_ink)
    _text(draw, box[2] - high / 2, edge + high / 2, str(pips), 0.68 * size, theme.flag_ink)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=64)
def seat_letter(theme: Theme, side: int, letter: str) -> Sprite:
    """A seat's letter on a dark disc, `side` pixels wide and high."""
    size = SCALE * side
    large = Image.new("RGBA", (size, size), (*theme.letter, 0))
    draw = ImageDraw.Draw(large)
    disc(draw, size / 2 - 0.5, size / 2 - 0.5, size / 2 - 0.5, theme.outline)
    disc(draw, size / 2 - 0.5, size / 2 - 0.5, size / 2 - 0.5 - 0.05 * size, theme.letter)
    _text(draw, size / 2, size / 2, letter, 0.56 * size, theme.letter_ink)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=8)
def crown(theme: Theme, side: int) -> Sprite:
    """The winner's crown in a square of `side` pixels."""
    size = SCALE * side
    large = Image.new("RGBA", (size, size), (*theme.letter, 0))
    draw = ImageDraw.Draw(large)
    peaks = ((0.08, 0.34), (0.3, 0.54), (0.5, 0.2), (0.7, 0.54), (0.92, 0.34))
    outline = [(x * size, y * size) for x, y in (*peaks, (0.82, 0.74), (0.18, 0.74))]
    draw.polygon(outline, fill=theme.flag)
    draw.rectangle((0.18 * size, 0.79 * size, 0.82 * size, 0.87 * size), fill=theme.flag)
    for x, y in (peaks[0], peaks[2], peaks[4]):
        disc(draw, x * size, y * size, 0.065 * size, theme.flag)
    return sprite(large, theme, theme.felt)


def _nose(
    draw: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    heading: Heading,
    length: float,
    colour: Rgb,
) -> None:
    """A point on the side of the box that looks back to the bone."""
    half = (box[3] - box[1]) / 2
    middle = {
        Heading.EAST: (box[0] + half, box[1] + half),
        Heading.WEST: (box[2] - half, box[1] + half),
        Heading.SOUTH: ((box[0] + box[2]) / 2, box[1] + half),
        Heading.NORTH: ((box[0] + box[2]) / 2, box[1] + half),
    }[heading]
    x, y = middle[0] - heading.dx * (half + length), middle[1] - heading.dy * (half + length)
    base = 0.8 * half
    a = (x + heading.dx * base - heading.dy * base, y + heading.dy * base - heading.dx * base)
    b = (x + heading.dx * base + heading.dy * base, y + heading.dy * base + heading.dx * base)
    draw.polygon([(x, y), a, b], fill=colour)


def _text(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Bold text around (x, y), its capitals `size` pixels from line to line."""
    font = ImageFont.load_default(size)
    bold = max(1, round(size / 26))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=colour, font=font, stroke_width=bold)
