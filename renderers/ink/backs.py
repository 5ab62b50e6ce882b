"""Backs of bones, outlines of missing ones, racks, and the sign for a row's front."""

from functools import lru_cache

from renderers.ink.palette import blend, hollow
from renderers.ink.sprites import (
    CORNER,
    SCALE,
    Sprite,
    blank,
    blank_face,
    disc,
    over_shadow,
    sprite,
    write,
)
from renderers.ink.themes import Theme


@lru_cache(maxsize=256)
def back(theme: Theme, unit: int, *, upright: bool, name: str = "") -> Sprite:
    """Return a bone that lies face down: ebony over ivory, with a brass lozenge around the pin.

    A `name` takes the place of the pin, in a larger lozenge.
    """
    size = SCALE * unit
    large, draw = blank((size, 2 * size) if upright else (2 * size, size), theme.ivory_edge)
    blank_face(draw, large.size, unit, theme, back=True)
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


@lru_cache(maxsize=64)
def numbered_back(theme: Theme, unit: int, number: str, height: float) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, 2 * size), theme.ivory_edge)
    blank_face(draw, large.size, unit, theme, back=True)
    for radius, colour in ((0.45, theme.brass), (0.41, theme.back)):
        disc(draw, size / 2, size, radius * size, colour)
    write(draw, size / 2, size, number, height * size, theme.ivory_shade)
    return over_shadow(large, unit, theme)


@lru_cache(maxsize=32)
def rack(theme: Theme, width: int, height: int, corner: int) -> Sprite:
    large, draw = blank((SCALE * width, SCALE * height), theme.seam)
    line = SCALE * max(1, round(height / 80))
    right, bottom = large.width - 1, large.height - 1
    layers = (
        ((0, 0, right, bottom), theme.seam),
        ((0, 0, right, bottom - line), blend(theme.felt, theme.shadow, 0.56)),
        ((0, line, right, bottom - line), hollow(theme)),
    )
    for box, colour in layers:
        draw.rounded_rectangle(box, SCALE * corner, fill=colour)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=32)
def front_sign(theme: Theme, width: int, height: int, *, on_left: bool) -> Sprite:
    large, draw = blank((SCALE * width, SCALE * height), theme.flag)
    right, bottom = large.width - 1, large.height - 1
    base, point = (0, right) if on_left else (right, 0)
    draw.polygon([(base, 0), (point, bottom / 2), (base, bottom)], fill=theme.flag)
    return sprite(large, theme, hollow(theme))


@lru_cache(maxsize=16)
def place_holder(theme: Theme, unit: int, upright: bool) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, 2 * size) if upright else (2 * size, size), theme.outline)
    inset, line = 0.04 * size, max(1, round(0.035 * size))
    box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
    radius = (CORNER - 0.04) * size
    draw.rounded_rectangle(box, radius, fill=hollow(theme), outline=theme.outline, width=line)
    x, y, reach = large.width / 2, large.height / 2, 0.3 * size
    cross = (x - reach, y, x + reach, y) if upright else (x, y - reach, x, y + reach)
    draw.line(cross, fill=theme.outline, width=line)
    return sprite(large, theme, theme.felt)
