"""The symbols on a square piece, drawn large: numerals, black blanks, wild stars, commands.

A symbol has a square of its own on the piece, one unit wide. It always stands upright.
"""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, whole
from renderers.ink.theme import Rgb, Theme
from renderers.scene.squares import COMMANDS, WILD
from renderers.squares.signs import draw_sign

BLANK = ""
INSET = 0.085  # the distance from the edge of a symbol's square to its inlay, in units
CORNER = 0.13  # the radius of an inlay's corners, in units
NUMERAL = 0.64  # the height of a numeral, in units
BREADTH = 0.73  # the width available to a numeral, in units
STRETCH = 1.5  # the most that a letter may be stretched in height, relative to its width
SIGN = 0.33  # the distance from the middle of a sign to its farthest points, in units
_CUT = 96  # the font size at which letters are drawn before they are scaled to fit, in pixels


def draw_symbol(large: Image.Image, x: int, y: int, unit: int, symbol: str, theme: Theme) -> None:
    """Draw a symbol into the square whose corner is (x, y), in pixels of the large picture."""
    middle = x + SCALE * unit / 2, y + SCALE * unit / 2
    if symbol.isdigit():
        room = SCALE * unit * BREADTH, SCALE * unit * NUMERAL
        write(large, middle, symbol, room, theme.pips[int(symbol)])
        return
    draw = ImageDraw.Draw(large)
    edge, inlay = (theme.groove, theme.wild) if symbol == WILD else (theme.black_edge, theme.black)
    _inlay(draw, x, y, unit, edge, inlay)
    if symbol != BLANK:
        draw_sign(draw, *middle, SCALE * unit * SIGN, symbol, theme)


def is_command(symbol: str) -> bool:
    return symbol in COMMANDS


@lru_cache(maxsize=128)
def letters(text: str) -> Image.Image:
    """Return bold text in the size `_CUT` as a mask, cropped to the text."""
    font, bold = ImageFont.load_default(_CUT), _CUT // 26
    left, top, right, bottom = (int(n) for n in font.getbbox(text, stroke_width=bold))
    mask = Image.new("L", (right - left + 2, bottom - top + 2), 0)
    at = 1 - left, 1 - top
    ImageDraw.Draw(mask).text(at, text, fill=255, font=font, stroke_width=bold)
    return mask.crop(mask.getbbox())


def write(
    large: Image.Image,
    middle: tuple[float, float],
    text: str,
    room: tuple[float, float],
    colour: Rgb,
) -> None:
    """Draw text around a point, as large as the room allows."""
    mask = letters(text)
    height = max(1, round(min(room[1], STRETCH * mask.height * room[0] / mask.width)))
    width = max(1, round(min(room[0], mask.width * height / mask.height)))
    fitted = mask.resize((width, height), Image.Resampling.LANCZOS)
    at = round(middle[0] - width / 2), round(middle[1] - height / 2)
    large.paste(colour, at, fitted)


def _inlay(draw: ImageDraw.ImageDraw, x: int, y: int, unit: int, edge: Rgb, colour: Rgb) -> None:
    line, size = whole(unit, 0.03), SCALE * unit
    inset = max(whole(unit, INSET), 2 * SCALE)
    for more, fill in ((0, edge), (line, colour)):
        near, far = inset + more, size - 1 - inset - more
        if near < far:
            box = (x + near, y + near, x + far, y + far)
            draw.rounded_rectangle(box, max(0, CORNER * size - more), fill=fill)
