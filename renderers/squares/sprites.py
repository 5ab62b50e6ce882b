"""Square pieces, drawn once and cached. `unit` is half the side of a piece, in pixels."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.ink.sprites import (
    CORNER,
    SCALE,
    Sprite,
    blank,
    blank_face,
    disc,
    greyed,
    over_shadow,
    ring_around,
    whole,
)
from renderers.ink.theme import Theme
from renderers.scene.squares import Symbols
from renderers.squares.symbols import draw_symbol, is_command

CLEAREST = 4  # the smallest unit, in pixels, in which an edge is distinct from the ivory
REACH = 0.86  # the distance from the middle of a piece to the ends of the grooves, in units
FITTING = 0.42  # the legs of the brass at the corners of an end, in units


@lru_cache(maxsize=512)
def square(theme: Theme, unit: int, symbols: Symbols, *, end: bool = False) -> Sprite:
    large = _blank(theme, unit)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    line, reach = whole(unit, 0.03) // 2, round(REACH * size)
    for box in (
        (size - reach, size - line, size + reach - 1, size + line - 1),
        (size - line, size - reach, size + line - 1, size + reach - 1),
    ):
        draw.rectangle(box, fill=theme.groove)
    corners = ((0, 0), (size, 0), (size, size), (0, size))
    # Brass may cover the corner of anything but a command, which needs all its room.
    for command in (False, True):
        for symbol, (x, y) in zip(symbols, corners, strict=True):
            if is_command(symbol) == command:
                draw_symbol(large, x, y, unit, symbol, theme)
        if end and not command and unit >= CLEAREST:
            _fit(large, unit, theme)
    disc(draw, size, size, 0.085 * size, theme.brass_dark)
    disc(draw, size, size, 0.068 * size, theme.brass)
    disc(draw, 0.982 * size, 0.978 * size, 0.028 * size, theme.brass_light)
    return over_shadow(large, unit, theme)


@lru_cache(maxsize=256)
def dimmed_square(theme: Theme, unit: int, symbols: Symbols) -> Sprite:
    return greyed(theme, square(theme, unit, symbols))


@lru_cache(maxsize=16)
def square_back(theme: Theme, unit: int) -> Sprite:
    """Return a piece that lies face down: ebony over ivory, with a brass lozenge around the pin."""
    large = _blank(theme, unit)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    inset, foot = whole(unit, 0.062), whole(unit, 0.05)
    far = 2 * size - 1 - inset
    if inset < far - foot:
        box = (inset, inset, far, far - foot)
        draw.rounded_rectangle(box, max(0, whole(unit, CORNER) - inset), fill=theme.back)
    for reach, colour in ((0.62, theme.brass), (0.49, theme.back)):
        out = reach * size
        points = [(size, size - out), (size + out, size), (size, size + out), (size - out, size)]
        draw.polygon(points, fill=colour)
    disc(draw, size, size, 0.14 * size, theme.brass)
    return over_shadow(large, unit, theme)


def square_ring(theme: Theme, unit: int) -> Sprite:
    return ring_around(theme, unit, 2, 2)


def _fit(large: Image.Image, unit: int, theme: Theme) -> None:
    side, inset = large.width, whole(unit, 0.012) + whole(unit, 0.025)
    face, corners = (Image.new("L", large.size, 0) for _ in range(2))
    box = (inset, inset, side - 1 - inset, side - 1 - inset)
    ImageDraw.Draw(face).rounded_rectangle(box, max(0, whole(unit, CORNER) - inset), fill=255)
    for legs, colour in ((FITTING, theme.brass_dark), (FITTING - 0.07, theme.brass)):
        draw, reach = ImageDraw.Draw(corners), legs * SCALE * unit
        draw.rectangle((0, 0, side, side), fill=0)
        for x, y in ((0, 0), (side - 1, 0), (side - 1, side - 1), (0, side - 1)):
            along, down = reach if x == 0 else -reach, reach if y == 0 else -reach
            draw.polygon([(x, y), (x + along, y), (x, y + down)], fill=255)
        large.paste((*colour, 255), (0, 0), ImageChops.darker(face, corners))


def _blank(theme: Theme, unit: int) -> Image.Image:
    side = 2 * SCALE * unit
    large, draw = blank((side, side), theme.ivory_edge)
    if unit < CLEAREST:
        draw.rectangle((0, 0, side - 1, side - 1), fill=theme.ivory)
    else:
        blank_face(draw, large.size, unit, theme)
    return large
