"""Places for pieces, with a letter or without, and the numbers of pieces in a hand."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.ink.palette import blend
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, disc, sprite, whole
from renderers.ink.theme import Rgb, Theme
from renderers.squares.symbols import write

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
    hollow, band = _hollow(theme), whole(unit, LINE) + 2
    near, far = whole(unit, INSET) - 1, 2 * size - whole(unit, INSET) - band + 1
    for start in GAPS:
        low, high = round(start * size), round((start + GAP) * size)
        for edge in (near, far):
            draw.rectangle((low, edge, high, edge + band), fill=hollow)
            draw.rectangle((edge, low, edge + band, high), fill=hollow)
    _letter(large, LETTER * size / 2, unit, letter, theme)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=16)
def no_square(theme: Theme, unit: int) -> Sprite:
    """Return the outline of a missing piece, for an empty table or an empty hand."""
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
        box, CORNER * SCALE * unit, fill=_hollow(theme), outline=colour, width=line
    )
    return large


def _hollow(theme: Theme) -> Rgb:
    return blend(theme.felt, theme.shadow, 0.19)


def _letter(large: Image.Image, radius: float, unit: int, letter: str, theme: Theme) -> None:
    draw, line, middle = ImageDraw.Draw(large), whole(unit, 0.03), SCALE * unit
    for less, colour in ((0, theme.flag), (line, theme.letter)):
        disc(draw, middle, middle, radius - less, colour)
    room = 1.5 * (radius - line), 1.24 * (radius - line)
    write(large, (middle, middle), letter, room, theme.letter_ink)
