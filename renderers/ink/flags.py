"""Small signs with a shape: flags of open ends, letters of seats, and the winner's crown."""

from functools import lru_cache

from PIL import ImageDraw

from renderers.geometry.places import Heading
from renderers.geometry.snake import FLAG_HEIGHT, FLAG_SMALL, FLAG_WIDTH, FLAG_WIDTH_LABELLED
from renderers.ink.lettering import write
from renderers.ink.sprites import SCALE, Sprite, blank, disc, sprite, whole
from renderers.ink.theme import Rgb, Theme

BLEED = 0.25
"""The margin of a sign's picture around its box, in units: room for its point."""
NOSE = 1.42
"""The distance from a flag's middle to its tip, in radii of the flag: nearly to the bone."""
HALO = 0.16
"""The gold's width around the letter of the seat to move, as a share of the letter's side."""
HALO_NOSE = 1.38
"""The distance from that gold's middle to its tip, in radii; it must not reach the front sign."""


@lru_cache(maxsize=1024)
def flag(
    theme: Theme,
    unit: int,
    pips: int,
    label: str,
    heading: Heading,
    *,
    tall: bool,
    aside: Heading | None,
) -> Sprite:
    """Return the flag of an open end: its letter, if any, its number, and a point to the bone.

    A `tall` one has its letter above the number. `heading` and `aside` are those of a `PlacedFlag`.
    The sprite is as large as a `PlacedFlag.box` plus the bleed on every side.
    """
    size, pad = SCALE * unit, round(BLEED * unit)
    length, breadth = (FLAG_WIDTH_LABELLED if label else FLAG_WIDTH) * size, FLAG_HEIGHT * size
    wide, high = (breadth, length) if tall else (length, breadth)
    edge = SCALE * pad
    large, draw = blank((round(wide) + 2 * edge, round(high) + 2 * edge), theme.letter)
    line = whole(unit, 0.04)
    box = (edge, edge, edge + wide, edge + high)
    nose = _nose_middle(box, breadth / 2, heading, aside)
    for inset, colour in ((0, theme.letter), (line, theme.flag)):
        inner = (edge + inset, edge + inset, edge + wide - inset, edge + high - inset)
        draw.rounded_rectangle(inner, breadth / 2 - inset, fill=colour)
        _nose(draw, *nose, heading, breadth / 2 - inset, colour)
    if label:
        radius = breadth / 2 - 2 * line
        x, y = edge + breadth / 2, edge + breadth / 2
        disc(draw, x, y, radius, theme.letter)
        write(draw, x, y, label, 0.56 * size, theme.letter_ink)
    write(draw, box[2] - breadth / 2, box[3] - breadth / 2, str(pips), 0.68 * size, theme.flag_ink)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=1024)
def small_flag(theme: Theme, unit: int, sign: str, heading: Heading) -> Sprite:
    """Return a flag that fits between bones: its letter or number, and a point to the bone.

    The sprite is as large as the box of a small `PlacedFlag` plus the bleed on every side.
    """
    size, pad = SCALE * unit, round(BLEED * unit)
    edge, breadth = SCALE * pad, FLAG_SMALL * size
    side = round(breadth) + 2 * edge
    large, draw = blank((side, side), theme.letter)
    line, middle = whole(unit, 0.04), edge + breadth / 2
    for inset, colour in ((0, theme.letter), (line, theme.flag)):
        disc(draw, middle, middle, breadth / 2 - inset, colour)
        _nose(draw, middle, middle, heading, breadth / 2 - inset, colour)
    if not sign.isdigit():
        disc(draw, middle, middle, breadth / 2 - 2 * line, theme.letter)
    ink = theme.flag_ink if sign.isdigit() else theme.letter_ink
    write(draw, middle, middle, sign, 0.54 * size, ink)
    return sprite(large, theme, theme.felt, pad)


@lru_cache(maxsize=64)
def lettered_disc(theme: Theme, side: int, letter: str) -> Sprite:
    """Return the letter of a seat, or of a closed end, on a dark disc `side` pixels across."""
    size = SCALE * side
    large, draw = blank((size, size), theme.letter)
    disc(draw, size / 2 - 0.5, size / 2 - 0.5, size / 2 - 0.5, theme.outline)
    disc(draw, size / 2 - 0.5, size / 2 - 0.5, size / 2 - 0.5 - 0.05 * size, theme.letter)
    write(draw, size / 2, size / 2, letter, 0.56 * size, theme.letter_ink)
    return sprite(large, theme, theme.felt)


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
    """Return the winner's crown in a square of `side` pixels."""
    size = SCALE * side
    large, draw = blank((size, size), theme.letter)
    peaks = ((0.08, 0.34), (0.3, 0.54), (0.5, 0.2), (0.7, 0.54), (0.92, 0.34))
    outline = [(x * size, y * size) for x, y in (*peaks, (0.82, 0.74), (0.18, 0.74))]
    draw.polygon(outline, fill=theme.flag)
    draw.rectangle((0.18 * size, 0.79 * size, 0.82 * size, 0.87 * size), fill=theme.flag)
    for x, y in (peaks[0], peaks[2], peaks[4]):
        disc(draw, x * size, y * size, 0.065 * size, theme.flag)
    return sprite(large, theme, theme.felt)


def _nose_middle(
    box: tuple[float, float, float, float], radius: float, heading: Heading, aside: Heading | None
) -> tuple[float, float]:
    """Return the middle of the end, or of the side, that faces the bone."""
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
