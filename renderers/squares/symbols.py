"""The symbols on a square piece, drawn large: numerals, black blanks, wild stars, commands.

A symbol has a square of its own on the piece, one unit wide. It always stands upright.

The sign of a wild square or of a command is given by the character that texts use for it, and drawn
around a point in units of the room that it has: -1 to 1 in both directions, y down.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, star, whole
from renderers.ink.themes import Rgb, Theme
from renderers.scene.squares import AGAIN, ALL_PASS, DRAW, GIVE, SKIP, WILD

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


STROKE = 0.2  # the breadth of a line
RING = 0.86  # the distance from the middle of a ring to the middle of its line
WAIST = 0.45
"""The distance from the middle of a star to its inner corners, as a share of that to its points."""

Point = tuple[float, float]


class _Pen:
    """Draws shapes around a point, in units of the room."""

    def __init__(
        self, draw: ImageDraw.ImageDraw, x: float, y: float, room: float, ink: Rgb
    ) -> None:
        self._draw, self._x, self._y, self._room, self._ink = draw, x, y, room, ink

    def fill(self, points: Sequence[Point]) -> None:
        room = self._room
        self._draw.polygon(
            [(self._x + room * x, self._y + room * y) for x, y in points], fill=self._ink
        )

    def line(self, begin: Point, end: Point) -> None:
        along = (end[0] - begin[0], end[1] - begin[1])
        length = (along[0] ** 2 + along[1] ** 2) ** 0.5
        x, y = (STROKE / 2 * each / length for each in (-along[1], along[0]))
        corners = [(begin[0] + x, begin[1] + y), (end[0] + x, end[1] + y)]
        self.fill([*corners, (end[0] - x, end[1] - y), (begin[0] - x, begin[1] - y)])

    def arc(self, begin: float, end: float, reach: float = RING) -> None:
        out = self._room * (reach + STROKE / 2)
        box = (self._x - out, self._y - out, self._x + out, self._y + out)
        self._draw.arc(box, begin, end, fill=self._ink, width=round(self._room * STROKE))

    def head(self, tip: Point, turn: float, size: float) -> None:
        """Draw an arrowhead that points to ``turn``, in degrees clockwise from the right."""
        corners = ((0.0, 0.0), (-size, -0.72 * size), (-size, 0.72 * size))
        angle = turn * pi / 180
        self.fill(
            [
                (tip[0] + x * cos(angle) - y * sin(angle), tip[1] + x * sin(angle) + y * cos(angle))
                for x, y in corners
            ]
        )


def draw_sign(
    draw: ImageDraw.ImageDraw, x: float, y: float, room: float, sign: str, theme: Theme
) -> None:
    """Draw a sign around (x, y), up to ``room`` pixels away from it."""
    if sign == WILD:
        _star(draw, x, y, room, theme)
    else:
        _DRAWN[sign](_Pen(draw, x, y, room, theme.black_ink))


def _give(pen: _Pen) -> None:
    pen.line((-0.92, 0), (0.3, 0))
    pen.head((0.96, 0), 0, 0.86)


def _draw(pen: _Pen) -> None:
    pen.arc(0, 360)
    pen.line((-0.5, 0), (0.5, 0))
    pen.line((0, -0.5), (0, 0.5))


def _skip(pen: _Pen) -> None:
    pen.arc(0, 360)
    pen.line((-0.6, 0.6), (0.6, -0.6))


def _again(pen: _Pen) -> None:
    pen.arc(-20, 270, 0.72)
    pen.head((0.56, -0.72), 0, 0.66)


def _all_pass(pen: _Pen) -> None:
    for way, turn in ((1, 0), (-1, 180)):
        pen.line((-0.92 * way, -0.44 * way), (0.4 * way, -0.44 * way))
        pen.head((0.96 * way, -0.44 * way), turn, 0.6)


_DRAWN: dict[str, Callable[[_Pen], None]] = {
    GIVE: _give,
    DRAW: _draw,
    SKIP: _skip,
    AGAIN: _again,
    ALL_PASS: _all_pass,
}


def _star(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, theme: Theme) -> None:
    for size, colour in ((radius, theme.brass_dark), (0.78 * radius, theme.brass)):
        draw.polygon(star(x, y + 0.08 * radius, size, WAIST), fill=colour)
