"""The signs of wild squares and of commands: strokes and arrows that need no language.

A sign is given by the character that texts use for it, and drawn around a point in units of the
room that it has: -1 to 1 in both directions, y down.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import ImageDraw

from renderers.ink.theme import Rgb, Theme
from renderers.scene.squares import AGAIN, ALL_PASS, DRAW, GIVE, SKIP, WILD

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
        """Draw a part of a ring, clockwise from the right, in degrees."""
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
        corners = []
        for n in range(10):
            reach, turn = size * (WAIST if n % 2 else 1), n * pi / 5
            corners.append((x + reach * sin(turn), y + 0.08 * radius - reach * cos(turn)))
        draw.polygon(corners, fill=colour)
