"""Draws everybody's chance to win over a match, one curve for each seat."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderers.ink.canvas import Canvas
from renderers.ink.sprites import SCALE, Sprite
from renderers.ink.themes import Rgb, Theme, for_eight
from renderers.scene.scores import ChanceCurve, ChanceMark, ChanceScene
from renderers.scores.charts import Room, draw_curve
from renderers.scores.figures import bold_text, panel, tinted

MARGIN = 0.034  # the felt around the panel, in widths
CORNER = 0.014  # the radius of the panel's corners, in widths
HEIGHT = 0.5  # the height of the panel, in widths
SIZE = 0.034  # the size of the numbers along the axes, in widths
SIGN = 0.052  # the side of the letter at a curve's end and of a mark, in widths
THICK = 0.0065  # the thickness of a curve, in widths
LINES = ((0.0, "0%"), (0.25, ""), (0.5, "50%"), (0.75, ""), (1.0, "100%"))
"""The lines across: their chances, and how they are labelled."""
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 2.6),
    (0.6, 2.4),
    (8, 2.4, 0.6, 2.4),
    (2.4, 2),
    (8, 2.4, 0.6, 2.4, 0.6, 2.4),
    (12, 3),
    (2.4, 2, 0.6, 2),
)
"""For each seat the lengths of dashes and gaps in turn, in thicknesses; none for a whole line."""


def draw_chances(scene: ChanceScene, width: int, theme: Theme) -> Canvas:
    if any(curve.seat >= len(theme.curves) for curve in scene.curves):
        theme = for_eight(theme)
    margin, size, sign = round(MARGIN * width), SIZE * width, round(SIGN * width)
    wide, high = width - 2 * margin, round(HEIGHT * width)
    canvas = Canvas(width, high + 2 * margin, theme)
    canvas.put(panel(theme, wide, high, round(CORNER * width)), margin, margin)
    numbers = [bold_text(theme, told, size, theme.letter, theme.groove) for _, told in LINES]
    foot = round((2.4 if scene.rounds else 1) * size)
    room = Room(
        margin + max(each.width for each in numbers) + round(1.3 * size),
        margin + round(1.1 * size),
        width - margin - round(1.7 * sign),
        margin + high - foot,
    )
    _draw_lines(canvas, room, numbers, size)
    _draw_rounds(canvas, room, scene.rounds, size)
    thick = max(2, round(THICK * width))
    for curve in scene.curves:
        dashes = [SCALE * thick * each for each in DASHES[curve.seat % len(DASHES)]]
        draw_curve(canvas, room, curve.points, thick, _colour(theme, curve.seat), dashes)
    _draw_letters(canvas, room, scene.curves, sign)
    for mark in scene.marks:
        _draw_mark(canvas, room, mark, sign)
    return canvas


def _draw_lines(canvas: Canvas, room: Room, numbers: Sequence[Sprite], size: float) -> None:
    theme, line = canvas.theme, max(1, round(size / 18))
    for (chance, _), number in zip(LINES, numbers, strict=True):
        y, colour = room.y(chance), theme.outline if chance == 0.5 else theme.seam
        canvas.fill((room.left, y, room.right, y + line), colour)
        canvas.put(number, room.left - round(0.6 * size) - number.width, y - number.height // 2)


def _draw_rounds(canvas: Canvas, room: Room, begin: Sequence[float], size: float) -> None:
    """Draw a line down where each round begins, and its number below as far as there is room."""
    theme, line, free = canvas.theme, max(1, round(size / 18)), 0
    for number, share in enumerate(begin, 1):
        x = room.x(share)
        canvas.fill((x, room.top, x + line, room.bottom), theme.seam)
        told = bold_text(theme, str(number), 0.85 * size, theme.letter, theme.groove)
        left = max(x - told.width // 2, room.left)
        if left >= free and left + told.width <= room.right:
            canvas.put(told, left, room.bottom + round(0.75 * size))
            free = left + told.width + round(0.8 * size)


def _draw_letters(canvas: Canvas, room: Room, curves: Sequence[ChanceCurve], side: int) -> None:
    """Draw each seat's letter right of its curve's end, moved up or down where two would touch."""
    ends = sorted((room.y(each.points[-1][1]), each.seat, each) for each in curves if each.points)
    step, low = round(1.08 * side), room.bottom + side // 3
    places: list[int] = []
    for y, _, _ in ends:
        places.append(max(y, places[-1] + step) if places else max(y, room.top))
    for nth in range(len(places) - 1, -1, -1):
        places[nth] = min(places[nth], low - step * (len(places) - 1 - nth))
    for y, (_, _, curve) in zip(places, ends, strict=True):
        sign = _sign(canvas.theme, side, curve.letter, _colour(canvas.theme, curve.seat))
        canvas.put(sign, room.right + round(0.4 * side), y - side // 2)


def _draw_mark(canvas: Canvas, room: Room, mark: ChanceMark, side: int) -> None:
    theme = canvas.theme
    x, y = room.x(mark.at), room.y(mark.chance)
    sign = _sign(theme, side, mark.label, _colour(theme, mark.seat), square=True)
    x = min(max(x - side // 2, room.left), room.right - side)
    canvas.put(sign, x, min(max(y - side // 2, room.top - side // 2), room.bottom - side // 2))


def _sign(theme: Theme, side: int, text: str, colour: Rgb, *, square: bool = False) -> Sprite:
    edge = max(1, side // 12)
    under, over = (Image.new("L", (SCALE * side, SCALE * side), 0) for _ in range(2))
    for mask, inset in ((under, 0), (over, SCALE * edge)):
        box = (inset, inset, SCALE * side - 1 - inset, SCALE * side - 1 - inset)
        corner = SCALE * side // 5 if square else SCALE * side // 2
        ImageDraw.Draw(mask).rounded_rectangle(box, corner - inset // 2, fill=255)
    plate = tinted(over.reduce(SCALE), theme, theme.letter, colour)
    told = bold_text(theme, text, 0.6 * side, colour, theme.letter)
    at = (side - told.width) // 2 - told.bleed, (side - told.height) // 2 - told.bleed
    plate.picture.paste(told.picture, at, told.mask)
    solid = under.reduce(SCALE).point([0] * 128 + [255] * 128)
    return Sprite(plate.picture, solid)


def _colour(theme: Theme, seat: int) -> Rgb:
    return theme.curves[seat % len(theme.curves)]
