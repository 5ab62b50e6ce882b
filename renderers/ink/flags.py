"""Small signs with a shape: flags of open ends, letters of seats, and the winner's crown."""

from functools import lru_cache
from typing import NamedTuple

from PIL import ImageDraw

from renderers.geometry.places import Heading
from renderers.geometry.snake import FLAG_HEIGHT, FLAG_SMALL
from renderers.ink.canvas import Canvas
from renderers.ink.palette import hollow
from renderers.ink.sprites import SCALE, Sprite, blank, disc, sprite, whole, write
from renderers.ink.themes import Rgb, Theme

BLEED = 0.25  # the margin of a sign's picture around its box, in units: room for its point
NOSE = 1.42
"""The distance from a flag's middle to its tip, in radii of the flag: nearly to the bone."""
BAR, BAR_WIDTH, BAR_LENGTH = 0.49, 0.2, 0.86
"""The distance of the bar at a closed end from the middle of its sign, and its size, in units."""
BARRED, DISC = -0.05, 0.66
"""The distance of that end's letter from the same middle, and the size of its disc, in units."""
HALO = 0.16
"""The gold's width around the letter of the seat to move, as a share of the letter's side."""
HALO_NOSE = 1.38
"""The distance from that gold's middle to its tip, in radii; it must not reach the front sign."""
TWO_DIGITS = 0.8  # the size of the digits of a number from 10 on, as a share of a single one's
TAG = 0.56  # the width and height of a tag with a number, in units


class _Signs(NamedTuple):
    """The font sizes of a flag's signs, and how far from its ends their middles are, in units."""

    letter: float
    number: float
    end: float


SIGNS = {
    (FLAG_HEIGHT, 1): _Signs(0.56, 0.68, FLAG_HEIGHT / 2),
    (FLAG_HEIGHT, 2): _Signs(0.56, 0.68, FLAG_HEIGHT / 2),
    (FLAG_SMALL, 1): _Signs(0.54, 0.54, FLAG_SMALL / 2),
    (FLAG_SMALL, 2): _Signs(0.48, 0.54, 0.36),
}
"""The signs of a flag, by its breadth and their number."""


@lru_cache(maxsize=2048)
def flag(
    theme: Theme,
    unit: int,
    signs: tuple[str, ...],
    heading: Heading,
    size: tuple[float, float],
    *,
    aside: Heading | None = None,
    greyed: bool = False,
) -> Sprite:
    """Return the flag of an open end: its `signs`, and a point to the bone.

    These are its letter and its number, or one of them; an upright one has the letter above the
    number. `size` is its width and height in units, `heading` and `aside` are those of a
    `PlacedFlag`. A `greyed` one is hollow. The sprite has the bleed on every side as well.
    """
    pad, scale = round(BLEED * unit), SCALE * unit
    kind = SIGNS[min(size), len(signs)]
    wide, high = size[0] * scale, size[1] * scale
    breadth, end = min(wide, high), kind.end * scale
    near = (breadth / 2, end) if high > wide else (end, breadth / 2)
    edge = SCALE * pad
    colours = _flag_colours(theme, greyed)
    large, draw = blank((round(wide) + 2 * edge, round(high) + 2 * edge), colours.edge)
    line = whole(unit, 0.04)
    box = (edge, edge, edge + wide, edge + high)
    nose = _nose_middle(box, breadth / 2, heading, aside)
    for inset, colour in ((0, colours.edge), (line, colours.face)):
        inner = (edge + inset, edge + inset, edge + wide - inset, edge + high - inset)
        draw.rounded_rectangle(inner, breadth / 2 - inset, fill=colour)
        _nose(draw, *nose, heading, breadth / 2 - inset, colour)
    if len(signs) > 1 or not signs[0].isdigit():
        x, y = edge + near[0], edge + near[1]
        _letter(draw, x, y, signs[0], end - 2 * line, kind.letter * scale, colours)
    if len(signs) > 1 or signs[0].isdigit():
        x, y = box[2] - near[0], box[3] - near[1]
        height = kind.number if len(signs[-1]) == 1 else TWO_DIGITS * kind.number
        write(draw, x, y, signs[-1], height * scale, colours.ink)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=256)
def closed_end(theme: Theme, unit: int, sign: str, heading: Heading) -> Sprite:
    """Return the sign of an end that takes no bone: a bar across it, and its letter, small.

    The sprite is a unit wide and high, plus the bleed on every side; the bone is behind it.
    """
    size, pad = SCALE * unit, round(BLEED * unit)
    edge = SCALE * pad
    large, draw = blank((round(size) + 2 * edge,) * 2, theme.outline)
    dx, dy, middle = heading.dx, heading.dy, edge + size / 2
    for inset, colour in ((0, theme.letter), (whole(unit, 0.03), theme.felt_ink)):
        along, across = max(0.0, BAR_WIDTH * size / 2 - inset), BAR_LENGTH * size / 2 - inset
        x, y = middle - dx * BAR * size, middle - dy * BAR * size
        reach = (along, across) if dx else (across, along)
        box = (x - reach[0], y - reach[1], x + reach[0], y + reach[1])
        draw.rounded_rectangle(box, along, fill=colour)
    x, y = middle + dx * BARRED * size, middle + dy * BARRED * size
    _ringed_letter(draw, x, y, sign, DISC * size, theme)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=64)
def lettered_disc(theme: Theme, side: int, letter: str) -> Sprite:
    size = SCALE * side
    large, draw = blank((size, size), theme.letter)
    _ringed_letter(draw, size / 2, size / 2, letter, size, theme)
    return sprite(large, theme, theme.felt)


def put_letter(canvas: Canvas, side: int, seat: str, x: int, y: int, *, active: bool) -> None:
    """Put a seat's letter at (x, y), before gold if the seat is to move; all in pixels."""
    if active:
        canvas.put(turn_sign(canvas.theme, side), x, y)
    canvas.put(lettered_disc(canvas.theme, side, seat), x, y)


@lru_cache(maxsize=64)
def turn_sign(theme: Theme, side: int) -> Sprite:
    """Return a gold drop to go behind a letter of `side` pixels; it points right, to the row."""
    pad = round(0.5 * side)
    size, middle = SCALE * (side + 2 * pad), SCALE * (side / 2 + pad)
    large, draw = blank((size, size), theme.letter)
    line, gold = whole(side, 0.04), (0.5 + HALO) * SCALE * side
    for radius, colour in ((gold + line, theme.letter), (gold, theme.flag)):
        _nose(draw, middle, middle, Heading.WEST, radius, colour, HALO_NOSE)
        disc(draw, middle, middle, radius, colour)
    disc(draw, middle, middle, SCALE * side / 2 + line, theme.letter)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=64)
def crown(theme: Theme, side: int) -> Sprite:
    size = SCALE * side
    large, draw = blank((size, size), theme.letter)
    peaks = ((0.08, 0.34), (0.3, 0.54), (0.5, 0.2), (0.7, 0.54), (0.92, 0.34))
    outline = [(x * size, y * size) for x, y in (*peaks, (0.82, 0.74), (0.18, 0.74))]
    draw.polygon(outline, fill=theme.flag)
    draw.rectangle((0.18 * size, 0.79 * size, 0.82 * size, 0.87 * size), fill=theme.flag)
    for x, y in (peaks[0], peaks[2], peaks[4]):
        disc(draw, x * size, y * size, 0.065 * size, theme.flag)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=128)
def plan_sign(theme: Theme, unit: int, number: int) -> Sprite:
    """Return a tag with the place of a piece in its owner's plan."""
    size, line = SCALE * round(TAG * unit), whole(unit, 0.03)
    large, draw = blank((size, size), theme.letter)
    for inset, colour in ((0, theme.letter), (line, theme.flag)):
        box = (inset, inset, size - 1 - inset, size - 1 - inset)
        draw.rounded_rectangle(box, size / 4 - inset, fill=colour)
    text = str(number)
    write(draw, size / 2, size / 2, text, (0.72 if len(text) == 1 else 0.58) * size, theme.flag_ink)
    return sprite(large, theme, theme.felt)


class _FlagColours(NamedTuple):
    """The colours of a flag: its edge, its face with the number, and the disc with the letter."""

    edge: Rgb
    face: Rgb
    ink: Rgb
    rim: Rgb
    disc: Rgb
    letter: Rgb


def _flag_colours(theme: Theme, greyed: bool) -> _FlagColours:
    if not greyed:
        return _FlagColours(
            theme.letter, theme.flag, theme.flag_ink, theme.letter, theme.letter, theme.letter_ink
        )
    inside = hollow(theme)
    return _FlagColours(
        theme.outline, inside, theme.felt_ink, theme.outline, inside, theme.felt_ink
    )


def _letter(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    letter: str,
    radius: float,
    size: float,
    colours: _FlagColours,
) -> None:
    disc(draw, x, y, radius, colours.rim)
    disc(draw, x, y, radius - 0.05 * size, colours.disc)
    write(draw, x, y, letter, size, colours.letter)


def _ringed_letter(
    draw: ImageDraw.ImageDraw, x: float, y: float, letter: str, size: float, theme: Theme
) -> None:
    """Draw a letter on a dark disc with a bright edge, `size` pixels across."""
    disc(draw, x - 0.5, y - 0.5, size / 2 - 0.5, theme.outline)
    disc(draw, x - 0.5, y - 0.5, size / 2 - 0.5 - 0.05 * size, theme.letter)
    write(draw, x, y, letter, 0.56 * size, theme.letter_ink)


def _nose_middle(
    box: tuple[float, float, float, float], radius: float, heading: Heading, aside: Heading | None
) -> tuple[float, float]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    rear = aside or heading
    if (
        aside
        or (rear.dx and box[2] - box[0] > 2 * radius)
        or (rear.dy and box[3] - box[1] > 2 * radius)
    ):
        x = {1: box[0] + radius, -1: box[2] - radius}.get(rear.dx, x)
        y = {1: box[1] + radius, -1: box[3] - radius}.get(rear.dy, y)
    return x, y


def _nose(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    heading: Heading,
    radius: float,
    colour: Rgb,
    length: float = NOSE,
) -> None:
    """Draw a drop's point, back towards the bone, on a disc of this radius around (x, y).

    `length` is the distance from the disc's middle to the tip, in radii.
    """
    # The point's sides are tangents to the disc, so that the drop has no shoulders.
    along, aside = radius / length, radius * (1 - length**-2) ** 0.5
    dx, dy = -heading.dx, -heading.dy
    touching = [
        (x + dx * along - dy * side, y + dy * along + dx * side) for side in (aside, -aside)
    ]
    point = (x + dx * radius * length, y + dy * radius * length)
    draw.polygon([touching[0], point, touching[1], (x, y)], fill=colour)
