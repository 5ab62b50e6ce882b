"""The symbols on a square piece, drawn large: numerals, black blanks, wild stars, commands.

A symbol has a square of its own on the piece, one unit wide. It always stands upright.
"""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, whole
from renderers.ink.theme import Rgb, Theme

BLANK, WILD = "", "*"
INSET = 0.085
"""The distance from the edge of a symbol's square to its inlay, in units."""
CORNER = 0.13
"""The radius of an inlay's corners, in units."""
NUMERAL = 0.64
"""The height of a numeral, in units."""
WORDS = 0.73
"""The width and height available for a command's words, in units."""
LEADING = 0.1
"""The distance from one line of words to the next, in units."""
STRETCH = 1.5
"""The most that a letter may be stretched in height, relative to its width."""
STAR = 0.33
"""The distance from the middle of a star to its points, in units."""
WAIST = 0.45
"""The distance from the middle of a star to its inner corners, as a share of that to its points."""
_CUT = 96
"""The font size at which letters are drawn before they are scaled to fit, in pixels."""


def draw_symbol(large: Image.Image, x: int, y: int, unit: int, symbol: str, theme: Theme) -> None:
    """Draw a symbol into the square whose corner is (x, y), in pixels of the large picture."""
    middle = x + SCALE * unit / 2, y + SCALE * unit / 2
    if symbol.isdigit():
        room = SCALE * unit * WORDS, SCALE * unit * NUMERAL
        write(large, middle, (symbol,), room, theme.pips[int(symbol)])
        return
    draw = ImageDraw.Draw(large)
    if symbol == WILD:
        _inlay(draw, x, y, unit, theme.groove, theme.wild)
        _star(draw, *middle, SCALE * unit * STAR, theme)
        return
    _inlay(draw, x, y, unit, theme.back, theme.back)
    if symbol != BLANK:
        room = SCALE * unit * WORDS, SCALE * unit * WORDS
        write(large, middle, lines_of(symbol), room, theme.ivory)


def is_command(symbol: str) -> bool:
    """Return whether the symbol is a command in words."""
    return symbol not in (BLANK, WILD) and not symbol.isdigit()


def lines_of(words: str) -> tuple[str, ...]:
    """Return a command's words in one line or two, with the longer line as short as possible."""
    parts = words.split()
    if len(parts) < 2:
        return (words,)
    ways = ((" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts)))
    return min(ways, key=lambda way: max(letters(line).width for line in way))


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
    lines: tuple[str, ...],
    room: tuple[float, float],
    colour: Rgb,
) -> None:
    """Draw lines of equal height around a point, as large as the room allows."""
    masks = [letters(line) for line in lines]
    gap = (len(lines) - 1) * LEADING / WORDS * room[1]
    heights = [STRETCH * mask.height * room[0] / mask.width for mask in masks]
    height = max(1, round(min((room[1] - gap) / len(lines), *heights)))
    top = middle[1] - (len(lines) * height + gap) / 2
    for mask in masks:
        width = max(1, round(min(room[0], mask.width * height / mask.height)))
        fitted = mask.resize((width, height), Image.Resampling.LANCZOS)
        large.paste(colour, (round(middle[0] - width / 2), round(top)), fitted)
        top += height + gap


def _inlay(draw: ImageDraw.ImageDraw, x: int, y: int, unit: int, edge: Rgb, colour: Rgb) -> None:
    """Draw a small square let into the ivory."""
    line, size = whole(unit, 0.03), SCALE * unit
    inset = max(whole(unit, INSET), 2 * SCALE)
    for more, fill in ((0, edge), (line, colour)):
        near, far = inset + more, size - 1 - inset - more
        if near < far:
            box = (x + near, y + near, x + far, y + far)
            draw.rounded_rectangle(box, max(0, CORNER * size - more), fill=fill)


def _star(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, theme: Theme) -> None:
    for size, colour in ((radius, theme.brass_dark), (0.78 * radius, theme.brass)):
        corners = []
        for n in range(10):
            reach, turn = size * (WAIST if n % 2 else 1), n * pi / 5
            corners.append((x + reach * sin(turn), y + 0.08 * radius - reach * cos(turn)))
        draw.polygon(corners, fill=colour)
