"""Draws curves, and a chart of ratings: a curve over numbered lines, with days below it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, pairwise
from math import dist

from PIL import Image, ImageDraw

from renderers.ink.canvas import Canvas
from renderers.ink.sprites import SCALE, Sprite
from renderers.ink.themes import Rgb, Theme
from renderers.scene.scores import CurvePoint
from renderers.scores.figures import bold_text, number_plate, tinted
from renderers.scores.names import fitted_text

SIZE = 0.032  # the size of the numbers along the axes, as a share of the chart's width
LEAST = 40  # the smallest range of ratings that a chart spans, in points
SPACES = 5  # the most spaces between lines that the range of ratings may take up
STEPS = (10, 20, 50, 100, 250, 500, 1000, 2500, 5000)
"""The possible distances between two lines, in points."""
START = 1000  # the rating that an empty chart shows: everybody's starting rating
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """The box of a chart's curves, in pixels; shares of it go from 0 to 1, from the lower left."""

    left: int
    top: int
    right: int
    bottom: int

    def x(self, share: float) -> int:
        return round(self.left + min(max(share, 0), 1) * (self.right - self.left))

    def y(self, share: float) -> int:
        return round(self.bottom - min(max(share, 0), 1) * (self.bottom - self.top))


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a panel, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width


def draw_chart(
    canvas: Canvas, chart: Place, curve: tuple[CurvePoint, ...], title: str = ""
) -> None:
    theme, size = canvas.theme, SIZE * chart.width
    label = fitted_text(theme, title, size, theme.letter, theme.letter_ink, room=0.8 * chart.width)
    if label is not None:
        canvas.put(label, chart.left + round(0.7 * size), chart.top + round(0.6 * size))
    ratings = [each.rating for each in curve] or [START]
    low, high, step = _span(ratings)
    numbers = {
        (at - low) / (high - low): bold_text(theme, str(at), size, theme.letter, theme.groove)
        for at in range(low, high + 1, step)
    }
    now = number_plate(theme, round(1.6 * size), str(ratings[-1]))
    beside = now.width + round(1.5 * size) if curve else round(size)
    room = Room(
        chart.left + max(each.width for each in numbers.values()) + round(1.4 * size),
        chart.top + round(size if label is None else 2.2 * size),
        chart.left + chart.width - beside,
        chart.top + chart.height - round((2.5 if curve else 1) * size),
    )
    last = len(ratings) - 1
    points = [
        (nth / last if last else 0.5, (rating - low) / (high - low))
        for nth, rating in enumerate(ratings)
    ]
    _draw_lines(canvas, room, numbers, size)
    if curve:
        places = [room.x(x) for x, _ in points]
        for x, day in _days(curve, places, room, theme, size):
            canvas.put(day, x, chart.top + chart.height - round(0.9 * size) - day.height)
        _draw_rating(canvas, room, points, now, size)


def _draw_lines(canvas: Canvas, room: Room, numbers: Mapping[float, Sprite], size: float) -> None:
    """Draw a line across for each number, with the number on its left as far as there is room."""
    below = room.bottom + room.bottom
    for at, number in numbers.items():
        y = room.y(at)
        canvas.fill((room.left, y, room.right, y + max(1, round(size / 18))), canvas.theme.seam)
        if y + 1.3 * number.height <= below:
            x = room.left - round(0.7 * size) - number.width
            canvas.put(number, x, y - number.height // 2)
            below = y


def _draw_rating(
    canvas: Canvas, room: Room, points: Sequence[Point], now: Sprite, size: float
) -> None:
    if len(points) > 1:
        draw_curve(canvas, room, points, max(2, round(size / 6)), canvas.theme.ring)
    x, y = room.x(points[-1][0]), room.y(points[-1][1])
    point = _point(canvas.theme, round(0.5 * size))
    canvas.put(point, x - point.width // 2, y - point.height // 2)
    canvas.put(now, x + round(0.75 * size), y - now.height // 2)


def _span(ratings: Sequence[int]) -> tuple[int, int, int]:
    """Return the lowest line, the highest line and the distance between lines, in points."""
    low, high = min(ratings), max(ratings)
    if high - low < LEAST:
        low, high = low - LEAST // 2, high + LEAST // 2
    step = next((each for each in STEPS if (high - low) / each <= SPACES), STEPS[-1])
    return low // step * step, -(-high // step) * step, step


def _days(
    curve: Sequence[CurvePoint], places: Sequence[int], room: Room, theme: Theme, size: float
) -> Iterator[tuple[int, Sprite]]:
    """Yield x and label of each day's first match, last day first, as far as there is room."""
    last = len(curve) - 1
    free = room.right + room.right
    told = ""
    for nth in range(last, -1, -1):
        if curve[nth].day == told or (nth and curve[nth - 1].day == curve[nth].day):
            continue
        day = bold_text(theme, curve[nth].day, 0.9 * size, theme.letter, theme.groove)
        x = min(max(places[nth] - day.width // 2, room.left), room.right - day.width)
        if x + day.width + 1.5 * size > free:
            continue
        told, free = curve[nth].day, x
        yield x, day


def draw_curve(
    canvas: Canvas,
    room: Room,
    points: Sequence[Point],
    thick: int,
    colour: Rgb,
    pattern: Sequence[float] = (),
) -> None:
    """Draw a curve through points of the room; `thick` in pixels.

    `pattern` has the lengths of dashes and gaps in turn, in pixels of the large picture.
    """
    theme, pad = canvas.theme, 2 * thick
    left, top = room.left - pad, room.top - pad
    size = (SCALE * (room.right + pad - left), SCALE * (room.bottom + pad - top))
    mask = Image.new("L", size, 0)
    draw, radius = ImageDraw.Draw(mask), SCALE * thick / 2
    large = [(SCALE * (room.x(x) - left), SCALE * (room.y(y) - top)) for x, y in points]
    for dash in _dashes(large, pattern):
        draw.line(dash, fill=255, width=SCALE * thick)
        for x, y in dash:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    canvas.put(tinted(mask.reduce(SCALE), theme, theme.letter, colour), left, top)


def _dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the dashes of a curve, each with the corners in it; without a pattern, the curve."""
    if not pattern or len(points) < 2:
        yield list(points)
        return
    whole = sum(dist(one, other) for one, other in pairwise(points))
    lengths = cycle(pattern)
    cuts = [0.0]
    while cuts[-1] < whole:
        cuts.append(min(cuts[-1] + next(lengths), whole))
    for begin, end in list(pairwise(cuts))[::2]:
        yield _part(points, begin, end)


def _part(points: Sequence[Point], begin: float, end: float) -> list[Point]:
    found: list[Point] = []
    steps = [dist(one, other) for one, other in pairwise(points)]
    for start, step, (one, other) in zip(
        accumulate(steps, initial=0.0), steps, pairwise(points), strict=False
    ):
        low, high = max(begin, start), min(end, start + step)
        if low > high or not step:
            continue
        for at in (low, high):
            share = (at - start) / step
            x, y = (a + (b - a) * share for a, b in zip(one, other, strict=True))
            found.append((x, y))
    return found


def _point(theme: Theme, radius: int) -> Sprite:
    side = 2 * radius
    mask = Image.new("L", (SCALE * side, SCALE * side), 0)
    middle = SCALE * radius
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * middle - 1, 2 * middle - 1), fill=255)
    return tinted(mask.reduce(SCALE), theme, theme.letter, theme.ring)
