"""Bars whose length shows a value, the trays they lie in, and dark panels to draw on."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.ink.palette import palette_of
from renderers.ink.sprites import Sprite
from renderers.ink.theme import Rgb, Theme

_Layer = tuple[int, int, Rgb]
"""A layer's inset from the edge, its further inset at the foot (both in pixels), and its colour."""


@lru_cache(maxsize=256)
def bar(theme: Theme, width: int, height: int) -> Sprite:
    """Return an ivory strip with a foot like a bone's."""
    edge, foot = max(1, height // 24), max(1, height // 10)
    layers = ((0, 0, theme.ivory_edge), (edge, 0, theme.ivory_shade), (edge, foot, theme.ivory))
    return _plate(theme, (width, height), height // 4, layers)


@lru_cache(maxsize=32)
def tray(theme: Theme, width: int, height: int) -> Sprite:
    """Return a groove in the felt for a bar to lie in."""
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
