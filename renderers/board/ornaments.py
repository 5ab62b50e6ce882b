"""The signs of a board: its star and diamonds, labels of free squares, letters and numbers.

`unit` is the side of a square of the board in pixels.
"""

from functools import lru_cache
from math import ceil

from PIL import ImageDraw, ImageFont

from renderers.board.inlays import PAIR, SCALE, Inlay, blank, inlay, inscribe, whole
from renderers.ink import sprites
from renderers.ink.themes import Rgb, Theme


@lru_cache(maxsize=128)
def diamond(theme: Theme, unit: int, points: int) -> Inlay:
    large, draw = blank(unit, unit)
    middle = SCALE * unit / 2
    for reach, colour in ((0.46, theme.brass), (0.41, theme.back)):
        _lozenge(draw, middle, middle, reach * SCALE * unit, colour)
    inscribe(large, middle, middle, str(points), 0.5 * SCALE * unit, theme.ivory)
    return inlay(large, theme)


@lru_cache(maxsize=32)
def star(theme: Theme, unit: int) -> Inlay:
    large, draw = blank(unit, unit)
    middle, radius = SCALE * unit / 2, 0.47 * SCALE * unit
    for share, colour in ((1, theme.brass), (0.62, theme.brass_light)):
        draw.polygon(sprites.star(middle, middle, share * radius, 0.42), fill=colour)
    return inlay(large, theme)


@lru_cache(maxsize=128)
def map_diamond(theme: Theme, unit: int, points: int) -> Inlay:
    large, draw = blank(unit, unit)
    middle = SCALE * unit / 2
    _lozenge(draw, middle, middle, (0.2 + 0.07 * points) * SCALE * unit, theme.brass)
    return inlay(large, theme, under=theme.letter)


@lru_cache(maxsize=64)
def disc(theme: Theme, side: int, seat: str, *, active: bool) -> Inlay:
    large, draw = blank(side, side)
    size = SCALE * side
    face, colour = (theme.flag, theme.flag_ink) if active else (theme.letter, theme.letter_ink)
    sprites.disc(draw, size / 2, size / 2, size / 2, theme.letter_ink)
    sprites.disc(draw, size / 2, size / 2, size / 2 - whole(side, 0.05), theme.letter)
    sprites.disc(draw, size / 2, size / 2, 0.42 * size, face)
    inscribe(large, size / 2, size / 2, seat, 0.66 * size, colour)
    return inlay(large, theme)


@lru_cache(maxsize=1024)
def text(theme: Theme, told: str, size: float, colour: Rgb, under: Rgb) -> Inlay:
    font = ImageFont.load_default(SCALE * size)
    width = PAIR * ceil((font.getlength(told) / SCALE + 0.2 * size) / PAIR)
    large, _ = blank(width, round(0.95 * size))
    inscribe(large, large.width / 2, large.height / 2, told, SCALE * size, colour)
    return inlay(large, theme, under=under)


@lru_cache(maxsize=512)
def spot(theme: Theme, unit: int, label: str, points: int | None) -> Inlay:
    large, draw = blank(unit, unit)
    size = SCALE * unit
    gap, line = whole(unit, 0.045), whole(unit, 0.035)
    for inset, colour in ((gap, theme.letter), (gap + line, theme.flag)):
        box = (inset, inset, size - 1 - inset, size - 1 - inset)
        draw.rounded_rectangle(box, max(0, 0.24 * size - inset), fill=colour)
    height = (0.72 if len(label) == 1 else 0.52) * size
    if points is None:
        inscribe(large, size / 2, size / 2, label, height, theme.flag_ink)
    else:
        inscribe(large, 0.39 * size, 0.37 * size, label, 0.86 * height, theme.flag_ink)
        _lozenge(draw, 0.7 * size, 0.7 * size, 0.26 * size, theme.back)
        inscribe(large, 0.7 * size, 0.7 * size, str(points), 0.34 * size, theme.ivory)
    return inlay(large, theme, under=theme.felt)


def _lozenge(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float, colour: Rgb) -> None:
    draw.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=colour)
