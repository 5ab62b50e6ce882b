"""Square pieces, places for them, and numbers of pieces in a hand: drawn once and cached.

`unit` is half the side of a piece, in pixels.
"""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.ink.palette import hollow
from renderers.ink.sprites import (
    CORNER,
    SCALE,
    Sprite,
    blank,
    blank_face,
    disc,
    greyed,
    over_shadow,
    sprite,
    whole,
)
from renderers.ink.themes import Rgb, Theme
from renderers.scene.squares import COMMANDS, Symbols
from renderers.squares.symbols import draw_symbol, write

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
            if (symbol in COMMANDS) == command:
                draw_symbol(large, x, y, unit, symbol, theme)
        if end and not command and unit >= CLEAREST:
            _add_fittings(large, unit, theme)
    disc(draw, size, size, 0.085 * size, theme.brass_dark)
    disc(draw, size, size, 0.068 * size, theme.brass)
    disc(draw, 0.982 * size, 0.978 * size, 0.028 * size, theme.brass_light)
    return over_shadow(large, unit, theme)


@lru_cache(maxsize=256)
def dimmed_square(theme: Theme, unit: int, symbols: Symbols) -> Sprite:
    return greyed(theme, square(theme, unit, symbols))


@lru_cache(maxsize=16)
def square_back(theme: Theme, unit: int) -> Sprite:
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


def _add_fittings(large: Image.Image, unit: int, theme: Theme) -> None:
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


INSET = 0.08  # the distance from the edge of the cell to the outline, in units
LINE = 0.06  # the breadth of the outline, in units
GAPS = (0.5, 0.92, 1.34)  # the starts of the gaps in a dashed outline along each side, in units
GAP = 0.16  # the length of such a gap, in units
NUMBER = 0.72  # the size of the disc with a piece's number, in units
LETTER = 1.2  # the size of the letter's disc, in units
BARE = 1.84  # the size of a disc without an outline, in units


@lru_cache(maxsize=128)
def spot(theme: Theme, unit: int, letter: str, *, bare: bool = False) -> Sprite:
    """Return a dashed outline with a letter in it; if `bare`, a letter as large as the cell."""
    if bare:
        large, _ = blank((2 * SCALE * unit, 2 * SCALE * unit), theme.letter)
        _letter(large, BARE * SCALE * unit / 2, unit, letter, theme)
        return sprite(large, theme, theme.felt)
    large = _outline(theme, unit, theme.flag)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    band = whole(unit, LINE) + 2
    near, far = whole(unit, INSET) - 1, 2 * size - whole(unit, INSET) - band + 1
    for start in GAPS:
        low, high = round(start * size), round((start + GAP) * size)
        for edge in (near, far):
            draw.rectangle((low, edge, high, edge + band), fill=hollow(theme))
            draw.rectangle((edge, low, edge + band, high), fill=hollow(theme))
    _letter(large, LETTER * size / 2, unit, letter, theme)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=16)
def no_square(theme: Theme, unit: int) -> Sprite:
    large = _outline(theme, unit, theme.outline)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    line, reach = whole(unit, 0.03) // 2, 0.5 * size
    draw.rectangle((size - reach, size - line, size + reach, size + line - 1), fill=theme.outline)
    draw.rectangle((size - line, size - reach, size + line - 1, size + reach), fill=theme.outline)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=128)
def number_sign(theme: Theme, unit: int, number: int, playable: bool) -> Sprite:
    side = round(NUMBER * unit)
    large, draw = blank((SCALE * side, SCALE * side), theme.letter)
    middle, line = SCALE * side / 2, whole(unit, 0.03)
    rim, fill = (theme.letter, theme.flag) if playable else (theme.flag, theme.letter)
    for less, colour in ((0, rim), (line, fill)):
        disc(draw, middle, middle, middle - less, colour)
    room = 1.3 * (middle - line), 1.16 * (middle - line)
    ink = theme.flag_ink if playable else theme.letter_ink
    write(large, (middle, middle), str(number), room, ink)
    return sprite(large, theme, theme.felt)


def _outline(theme: Theme, unit: int, colour: Rgb) -> Image.Image:
    side, inset, line = 2 * SCALE * unit, whole(unit, INSET), whole(unit, LINE)
    large, draw = blank((side, side), theme.felt)
    box = (inset, inset, max(inset, side - 1 - inset), max(inset, side - 1 - inset))
    draw.rounded_rectangle(
        box, CORNER * SCALE * unit, fill=hollow(theme), outline=colour, width=line
    )
    return large


def _letter(large: Image.Image, radius: float, unit: int, letter: str, theme: Theme) -> None:
    draw, line, middle = ImageDraw.Draw(large), whole(unit, 0.03), SCALE * unit
    for less, colour in ((0, theme.flag), (line, theme.letter)):
        disc(draw, middle, middle, radius - less, colour)
    room = 1.5 * (radius - line), 1.24 * (radius - line)
    write(large, (middle, middle), letter, room, theme.letter_ink)
