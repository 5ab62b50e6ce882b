"""Draws a rating curve over numbered lines, with days below it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from renderers.ink.canvas import Canvas
from renderers.ink.sprites import SCALE, Sprite
from renderers.ink.theme import Theme
from renderers.scene.scores import CurvePoint
from renderers.scores.figures import figures, panel, plaque, tinted
from renderers.scores.names import written

SIZE = 0.032  # the size of the numbers along the axes, as a share of the chart's width
LEAST = 40  # the smallest range of ratings that a chart spans, in points
SPACES = 5  # the most spaces between lines that the range of ratings may take up
STEPS = (10, 20, 50, 100, 250, 500, 1000, 2500, 5000)
"""The possible distances between two lines, in points."""
START = 1000  # the rating that an empty chart shows: everybody's starting rating


@dataclass(frozen=True, slots=True)
class Chart:
    """The place of a chart and the radius of its corners, in pixels."""

    left: int
    top: int
    width: int
    height: int
    corner: int


def draw_chart(
    canvas: Canvas, chart: Chart, curve: tuple[CurvePoint, ...], title: str = ""
) -> None:
    theme, size = canvas.theme, SIZE * chart.width
    canvas.put(panel(theme, chart.width, chart.height, chart.corner), chart.left, chart.top)
    label = written(theme, title, size, theme.letter, theme.letter_ink, room=0.8 * chart.width)
    if label is not None:
        canvas.put(label, chart.left + round(0.7 * size), chart.top + round(0.6 * size))
    ratings = [each.rating for each in curve] or [START]
    low, high, step = _span(ratings)
    numbers = {
        at: figures(theme, str(at), size, theme.letter, theme.groove)
        for at in range(low, high + 1, step)
    }
    now = plaque(theme, round(1.6 * size), str(ratings[-1]))
    beside = now.width + round(1.5 * size) if curve else round(size)
    room = _Room(
        chart.left + max(each.width for each in numbers.values()) + round(1.4 * size),
        chart.top + round(size if label is None else 2.2 * size),
        chart.left + chart.width - beside,
        chart.top + chart.height - round((2.5 if curve else 1) * size),
        low,
        high,
    )
    _draw_lines(canvas, room, numbers, size)
    if curve:
        for x, day in _days(curve, room, theme, size):
            canvas.put(day, x, chart.top + chart.height - round(0.9 * size) - day.height)
        _draw_curve(canvas, room, ratings, now, size)


def _draw_lines(canvas: Canvas, room: "_Room", numbers: Mapping[int, Sprite], size: float) -> None:
    """Draw a line across for each number, with the number on its left as far as there is room."""
    below = room.bottom + room.bottom
    for at, number in numbers.items():
        y = room.y(at)
        canvas.fill((room.left, y, room.right, y + max(1, round(size / 18))), canvas.theme.seam)
        if y + 1.3 * number.height <= below:
            x = room.left - round(0.7 * size) - number.width
            canvas.put(number, x, y - number.height // 2)
            below = y


def _draw_curve(
    canvas: Canvas, room: "_Room", ratings: Sequence[int], now: Sprite, size: float
) -> None:
    """Draw the curve, a point at its end, and the current rating `now` beside that."""
    count = len(ratings)
    if count > 1:
        _draw_line(canvas, room, ratings, max(2, round(size / 6)))
    x, y = room.x(count - 1, count), room.y(ratings[-1])
    point = _point(canvas.theme, round(0.5 * size))
    canvas.put(point, x - point.width // 2, y - point.height // 2)
    canvas.put(now, x + round(0.75 * size), y - now.height // 2)


@dataclass(frozen=True, slots=True)
class _Room:
    """The box of the curve, in pixels, and the ratings at its foot and its head."""

    left: int
    top: int
    right: int
    bottom: int
    low: int
    high: int

    def y(self, rating: int) -> int:
        share = (rating - self.low) / (self.high - self.low)
        return round(self.bottom - share * (self.bottom - self.top))

    def x(self, nth: int, count: int) -> int:
        share = nth / (count - 1) if count > 1 else 0.5
        return round(self.left + share * (self.right - self.left))


def _span(ratings: Sequence[int]) -> tuple[int, int, int]:
    """Return the lowest line, the highest line and the distance between lines, in points."""
    low, high = min(ratings), max(ratings)
    if high - low < LEAST:
        low, high = low - LEAST // 2, high + LEAST // 2
    step = next((each for each in STEPS if (high - low) / each <= SPACES), STEPS[-1])
    return low // step * step, -(-high // step) * step, step


def _days(
    curve: Sequence[CurvePoint], room: _Room, theme: Theme, size: float
) -> Iterator[tuple[int, Sprite]]:
    """Yield x and label of each day's first match, last day first, as far as there is room."""
    last = len(curve) - 1
    free = room.right + room.right
    told = ""
    for nth in range(last, -1, -1):
        if curve[nth].day == told or (nth and curve[nth - 1].day == curve[nth].day):
            continue
        day = figures(theme, curve[nth].day, 0.9 * size, theme.letter, theme.groove)
        x = min(max(room.x(nth, len(curve)) - day.width // 2, room.left), room.right - day.width)
        if x + day.width + 1.5 * size > free:
            continue
        told, free = curve[nth].day, x
        yield x, day


def _draw_line(canvas: Canvas, room: _Room, ratings: Sequence[int], thick: int) -> None:
    """Draw the curve in gold; `thick` in pixels."""
    pad, count = 2 * thick, len(ratings)
    at = [(room.x(nth, count), room.y(each)) for nth, each in enumerate(ratings)]
    left, top = room.left - pad, min(y for _, y in at) - pad
    wide, high = room.right + pad - left, max(y for _, y in at) + pad - top
    mask = Image.new("L", (SCALE * wide, SCALE * high), 0)
    draw = ImageDraw.Draw(mask)
    points = [(SCALE * (x - left), SCALE * (y - top)) for x, y in at]
    for one, other in pairwise(points):
        draw.line((one, other), fill=255, width=SCALE * thick)
    for x, y in points:
        draw.ellipse((x - thick, y - thick, x + thick, y + thick), fill=255)
    theme = canvas.theme
    canvas.put(tinted(mask.reduce(SCALE), theme, theme.letter, theme.ring), left, top)


def _point(theme: Theme, radius: int) -> Sprite:
    """Return the point that marks the end of the curve; `radius` in pixels."""
    side = 2 * radius
    mask = Image.new("L", (SCALE * side, SCALE * side), 0)
    middle = SCALE * radius
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * middle - 1, 2 * middle - 1), fill=255)
    return tinted(mask.reduce(SCALE), theme, theme.letter, theme.ring)
