"""The signs of a board: its star, its diamonds, the way of its track, and where a bone may go.

`unit` is the side of a square of the board in pixels.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from renderers.lettering import write
from renderers.places import Heading
from renderers.sprites import SCALE, Sprite, sprite, whole
from renderers.theme import Rgb, Theme


@lru_cache(maxsize=16)
def diamond(theme: Theme, unit: int, points: int) -> Sprite:
    """A diamond with its number: ebony in brass, as large as a square."""
    large, draw = _square(theme.brass, unit)
    middle = SCALE * unit / 2
    for reach, colour in ((0.46, theme.brass), (0.41, theme.back)):
        _lozenge(draw, middle, middle, reach * SCALE * unit, colour)
    write(draw, middle, middle, str(points), 0.5 * SCALE * unit, theme.letter_ink)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=4)
def star(theme: Theme, unit: int) -> Sprite:
    """The star, as large as a square."""
    large, draw = _square(theme.brass, unit)
    middle, radius = SCALE * unit / 2, 0.47 * SCALE * unit
    for share, colour in ((1, theme.brass), (0.62, theme.brass_light)):
        points = []
        for turn in range(10):
            reach = share * radius * (0.42 if turn % 2 else 1)
            angle = turn * pi / 5
            points.append((middle + reach * sin(angle), middle - reach * cos(angle)))
        draw.polygon(points, fill=colour)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=8)
def way(theme: Theme, unit: int, heading: Heading) -> Sprite:
    """The way the track takes: an arrowhead, half as large as a square."""
    large, draw = _square(theme.brass, unit // 2)
    middle, reach = SCALE * (unit // 2) / 2, 0.17 * SCALE * unit
    dx, dy = heading.dx * reach, heading.dy * reach
    feet = [(middle - dx - dy, middle - dy - dx), (middle - dx + dy, middle - dy + dx)]
    draw.polygon([(middle + dx, middle + dy), *feet], fill=theme.brass)
    return sprite(large, theme, theme.back)


@lru_cache(maxsize=512)
def spot(theme: Theme, unit: int, label: str, points: int | None) -> Sprite:
    """The letter of a square that a bone may cover; what the square is worth stands beside it."""
    large, draw = _square(theme.letter, unit)
    size = SCALE * unit
    gap, line = whole(unit, 0.045), whole(unit, 0.035)
    for inset, colour in ((gap, theme.letter), (gap + line, theme.flag)):
        box = (inset, inset, size - 1 - inset, size - 1 - inset)
        draw.rounded_rectangle(box, max(0, 0.24 * size - inset), fill=colour)
    height = (0.72 if len(label) == 1 else 0.52) * size
    if points is None:
        write(draw, size / 2, size / 2, label, height, theme.flag_ink)
    else:
        write(draw, 0.39 * size, 0.37 * size, label, 0.86 * height, theme.flag_ink)
        _lozenge(draw, 0.7 * size, 0.7 * size, 0.26 * size, theme.back)
        write(draw, 0.7 * size, 0.7 * size, str(points), 0.34 * size, theme.letter_ink)
    return sprite(large, theme, theme.felt)


def _square(colour: Rgb, side: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    large = Image.new("RGBA", (SCALE * side, SCALE * side), (*colour, 0))
    return large, ImageDraw.Draw(large)


def _lozenge(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float, colour: Rgb) -> None:
    draw.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=colour)
