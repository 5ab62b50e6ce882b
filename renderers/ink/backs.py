"""Backs of bones, racks, and the signs for a row's front and for the seat to move."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.ink.lettering import write
from renderers.ink.palette import blend
from renderers.ink.sprites import CORNER, SCALE, Sprite, disc, over_shadow, sprite, whole
from renderers.ink.theme import Theme

HALO = 0.16
"""The gold's width around the letter of the seat to move, as a share of the letter's side."""
NOSE = 1.38
"""The distance from that gold's middle to its tip, in radii; it must not reach the front sign."""


@lru_cache(maxsize=256)
def back(theme: Theme, unit: int, *, upright: bool, name: str = "") -> Sprite:
    """Return a bone that lies face down: ebony over ivory, with a brass lozenge around the pin.

    A `name` takes the place of the pin, in a larger lozenge.
    """
    size = SCALE * unit
    large = Image.new(
        "RGBA", (size, 2 * size) if upright else (2 * size, size), (*theme.ivory_edge, 0)
    )
    draw = ImageDraw.Draw(large)
    gap, edge, foot = whole(unit, 0.012), whole(unit, 0.025), whole(unit, 0.05)
    layers = (
        (gap, gap, theme.ivory_edge),
        (gap + edge, gap + edge, theme.ivory_shade),
        (min(gap + 2 * edge, size // 4), gap + edge + foot, theme.back),
    )
    for inset, below, colour in layers:
        corners = (inset, inset, large.width - 1 - inset, large.height - 1 - below)
        draw.rounded_rectangle(corners, max(0, whole(unit, CORNER) - inset), fill=colour)
    x, y = large.width / 2, large.height / 2
    outer, inner = ((0.68, 0.42), (0.6, 0.37)) if name else ((0.52, 0.3), (0.39, 0.225))
    for (along, aside), colour in ((outer, theme.brass), (inner, theme.back)):
        dx, dy = (aside * size, along * size) if upright else (along * size, aside * size)
        draw.polygon([(x, y - dy), (x + dx, y), (x, y + dy), (x - dx, y)], fill=colour)
    if name:
        write(draw, x, y, name, 0.4 * size, theme.ivory_shade)
    else:
        disc(draw, x, y, 0.1 * size, theme.brass)
    return over_shadow(large, unit, theme)


@lru_cache(maxsize=32)
def rack(theme: Theme, width: int, height: int, corner: int) -> Sprite:
    """Return a shallow tray in the felt; `width`, `height` and the radius `corner` in pixels."""
    large = Image.new("RGBA", (SCALE * width, SCALE * height), (*theme.seam, 0))
    draw = ImageDraw.Draw(large)
    line = SCALE * max(1, round(height / 80))
    right, bottom = large.width - 1, large.height - 1
    layers = (
        ((0, 0, right, bottom), theme.seam),
        ((0, 0, right, bottom - line), blend(theme.felt, theme.shadow, 0.56)),
        ((0, line, right, bottom - line), blend(theme.felt, theme.shadow, 0.19)),
    )
    for box, colour in layers:
        draw.rounded_rectangle(box, SCALE * corner, fill=colour)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=32)
def front_sign(theme: Theme, width: int, height: int, *, on_left: bool) -> Sprite:
    """Return the pointer at the front of a row; it points towards the row's bones."""
    large = Image.new("RGBA", (SCALE * width, SCALE * height), (*theme.flag, 0))
    right, bottom = large.width - 1, large.height - 1
    base, point = (0, right) if on_left else (right, 0)
    ImageDraw.Draw(large).polygon([(base, 0), (point, bottom / 2), (base, bottom)], fill=theme.flag)
    return sprite(large, theme, blend(theme.felt, theme.shadow, 0.19))


@lru_cache(maxsize=16)
def turn_sign(theme: Theme, side: int) -> Sprite:
    """Return a gold drop to go behind a letter of `side` pixels; it points right, to the row."""
    pad = round(0.5 * side)
    size, middle = SCALE * (side + 2 * pad), SCALE * (side / 2 + pad)
    large = Image.new("RGBA", (size, size), (*theme.letter, 0))
    draw = ImageDraw.Draw(large)
    line = whole(side, 0.04)
    for radius, colour in (
        ((0.5 + HALO) * SCALE * side + line, theme.letter),
        ((0.5 + HALO) * SCALE * side, theme.flag),
    ):
        along, aside = radius / NOSE, radius * (1 - NOSE**-2) ** 0.5
        tip = (middle + radius * NOSE, middle)
        touching = [(middle + along, middle + side) for side in (aside, -aside)]
        draw.polygon([touching[0], tip, touching[1], (middle, middle)], fill=colour)
        disc(draw, middle, middle, radius, colour)
    disc(draw, middle, middle, SCALE * side / 2 + line, theme.letter)
    return sprite(large, theme, theme.felt, pad)
