"""Bars as long as a value, trays that they lie in, and panels for what is drawn on dark ground."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.palette import palette_of
from renderers.sprites import Sprite
from renderers.theme import Rgb, Theme

_Layer = tuple[int, int, Rgb]
"""How far a layer lies within the one around it, how much further at its foot, and its colour."""


@lru_cache(maxsize=256)
def bar(theme: Theme, width: int, height: int, *, bright: bool = True) -> Sprite:
    """A strip of ivory with a foot, as bones have it; one that is not bright lies in the shade."""
    edge, foot = max(1, height // 24), max(1, height // 10)
    face, below = (theme.ivory, theme.ivory_shade) if bright else (theme.groove, theme.ivory_edge)
    layers = ((0, 0, theme.ivory_edge), (edge, 0, below), (edge, foot, face))
    return _plate(theme, (width, height), height // 4, layers)


@lru_cache(maxsize=32)
def tray(theme: Theme, width: int, height: int) -> Sprite:
    """A groove in the felt, which a bar lies in."""
    line = max(1, height // 16)
    layers = ((0, 0, theme.seam), (line, 0, theme.letter))
    return _plate(theme, (width, height), height // 4 + line, layers)


@lru_cache(maxsize=32)
def panel(theme: Theme, width: int, height: int, corner: int) -> Sprite:
    """Dark ground with a fine edge."""
    line = max(1, corner // 8)
    layers = ((0, 0, theme.seam), (line, 0, theme.letter))
    return _plate(theme, (width, height), corner, layers)


def _plate(theme: Theme, size: tuple[int, int], corner: int, layers: tuple[_Layer, ...]) -> Sprite:
    """Rounded layers on one another. Their corners are small: nobody misses soft edges."""
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
