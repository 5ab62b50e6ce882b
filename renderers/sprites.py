"""One bone, drawn once at four times its size, made smaller, put into palette colours and kept.

`unit` is the side of half a bone in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers.palette import SHADES, blend, palette_of
from renderers.theme import Rgb, Theme

SCALE = 4
"""How many times larger than shown a sprite is drawn, in each direction."""
CORNER = 0.2
"""The radius of a bone's corners, in units."""
_SOLID = 40
_S, _T = 0.27, 0.0
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((_T, _T),),
    ((-_S, _S), (_S, -_S)),
    ((-_S, _S), (_T, _T), (_S, -_S)),
    ((-_S, -_S), (-_S, _S), (_S, -_S), (_S, _S)),
    ((-_S, -_S), (-_S, _S), (_T, _T), (_S, -_S), (_S, _S)),
    ((-_S, -_S), (_T, -_S), (_S, -_S), (-_S, _S), (_T, _S), (_S, _S)),
    ((-_S, -_S), (_T, -_S), (_S, -_S), (_T, _T), (-_S, _S), (_T, _S), (_S, _S)),
    tuple((x, y) for x in (-_S, _T, _S) for y in (-_S, _T, _S) if (x, y) != (_T, _T)),
    tuple((x, y) for x in (-_S, _T, _S) for y in (-_S, _T, _S)),
)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture in palette indices, the mask of what it covers, and how far its corner lies
    left of and above the place it is put at, in pixels."""

    picture: Image.Image
    mask: Image.Image
    bleed: int = 0


def pip_centres(pips: int, upright: bool) -> tuple[tuple[float, float], ...]:
    """The pips of one half, from its middle, in units. The rows of a six run along the bone."""
    centres = _PIPS[pips]
    return tuple((-y, x) for x, y in centres) if upright else centres


def sprite(picture: Image.Image, theme: Theme, under: Rgb, bleed: int = 0) -> Sprite:
    """A large `"RGBA"` picture as a sprite, its soft edges blended with the colour `under` it."""
    small = picture.reduce(SCALE)
    flat = Image.new("RGB", small.size, under)
    flat.paste(small, (0, 0), small)
    mask = small.getchannel("A").point([0] * _SOLID + [255] * (256 - _SOLID))
    return Sprite(palette_of(theme).index(flat), mask, bleed)


@lru_cache(maxsize=1024)
def bone(theme: Theme, unit: int, upright: bool, first: int, second: int) -> Sprite:
    """A bone with `first` pips on its left (upright: upper) half and `second` on the other."""
    size = SCALE * unit
    large = Image.new(
        "RGBA", (size, 2 * size) if upright else (2 * size, size), (*theme.ivory_edge, 0)
    )
    draw = ImageDraw.Draw(large)
    _face(draw, large.size, size, theme)
    _divider(draw, large.size, size, upright, theme)
    for pips, place in ((first, 0), (second, 1)):
        x, y = (0.5, place + 0.5) if upright else (place + 0.5, 0.5)
        for dx, dy in pip_centres(pips, upright):
            _pip(draw, (x + dx) * size, (y + dy) * size, size, theme.pips[pips], theme)
    return sprite(large, theme, blend(theme.felt, theme.shadow, 0.6))


def _face(draw: ImageDraw.ImageDraw, box: tuple[int, int], size: int, theme: Theme) -> None:
    layers = (
        (0.012, 0.012, 0.012, theme.ivory_edge),
        (0.035, 0.035, 0.05, theme.ivory_shade),
        (0.035, 0.035, 0.085, theme.ivory_light),
        (0.05, 0.065, 0.085, theme.ivory),
    )
    for side, top, foot, colour in layers:
        corners = (side * size, top * size, box[0] - 1 - side * size, box[1] - 1 - foot * size)
        draw.rounded_rectangle(corners, (CORNER - side) * size, fill=colour)


def _divider(
    draw: ImageDraw.ImageDraw, box: tuple[int, int], size: int, upright: bool, theme: Theme
) -> None:
    x, y = box[0] / 2, box[1] / 2
    long, wide = 0.36 * size, max(0.016 * size, 0.6 * SCALE)
    for shift, colour in ((wide, theme.ivory_light), (0.0, theme.groove)):
        if upright:
            draw.rectangle((x - long, y - wide + shift, x + long, y + wide + shift), fill=colour)
        else:
            draw.rectangle((x - wide + shift, y - long, x + wide + shift, y + long), fill=colour)
    disc(draw, x, y, 0.085 * size, theme.brass_dark)
    disc(draw, x, y, 0.068 * size, theme.brass)
    disc(draw, x - 0.018 * size, y - 0.022 * size, 0.028 * size, theme.brass_light)


def _pip(
    draw: ImageDraw.ImageDraw, x: float, y: float, size: int, colour: Rgb, theme: Theme
) -> None:
    disc(draw, x, y + 0.012 * size, 0.112 * size, theme.ivory_light)
    disc(draw, x, y, 0.108 * size, blend(colour, theme.shadow, 0.35))
    disc(draw, x, y + 0.012 * size, 0.094 * size, colour)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Rgb) -> None:
    """A filled circle around (x, y), in pixels of the large picture."""
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


@lru_cache(maxsize=64)
def shadow(theme: Theme, unit: int, upright: bool) -> Sprite:
    """The soft shadow around and below a bone, in shades: the deeper of two wins."""
    pad, drop, blur = round(0.22 * unit), 0.05 * unit, 0.075 * unit
    width, height = (unit, 2 * unit) if upright else (2 * unit, unit)
    depth = Image.new("L", (width + 2 * pad, height + 2 * pad), 0)
    box = (pad, pad + drop, pad + width - 1, pad + height - 1 + drop)
    ImageDraw.Draw(depth).rounded_rectangle(box, CORNER * unit, fill=255)
    depth = depth.filter(ImageFilter.GaussianBlur(blur))
    shades = depth.point([round(level * SHADES / 255) for level in range(256)])
    return Sprite(shades, ImageChops.invert(Image.new("L", shades.size, 0)), pad)


@lru_cache(maxsize=64)
def ring(theme: Theme, unit: int, upright: bool) -> Sprite:
    """The bright ring around the newest bone, with a dark line on either side of it."""
    pad = round(0.16 * unit)
    width, height = (unit, 2 * unit) if upright else (2 * unit, unit)
    size = SCALE * unit
    large = Image.new("RGBA", (SCALE * (width + 2 * pad), SCALE * (height + 2 * pad)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(large)
    bands = ((0.13, theme.letter), (0.105, theme.ring), (0.0, theme.letter))
    for out, colour in (*bands, (-0.022, None)):
        near, w, h = SCALE * pad - out * size, SCALE * (pad + width), SCALE * (pad + height)
        box = (near, near, w - 1 + out * size, h - 1 + out * size)
        fill = (*colour, 255) if colour else (0, 0, 0, 0)
        draw.rounded_rectangle(box, (CORNER + out) * size, fill=fill)
    return sprite(large, theme, theme.letter, pad)
