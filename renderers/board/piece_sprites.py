"""The score pieces: letters of seats on dark discs, with a point towards their space.

`unit` is the side of a square of the board in pixels.
"""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.board.inlays import PAIR, SCALE, Inlay, blank, inlay, inscribe, whole
from renderers.board.piece_layout import DISC, DISC_AT_START, STEP
from renderers.geometry.places import Heading
from renderers.ink.sprites import disc
from renderers.ink.theme import Rgb, Theme

NOSE = 0.16
"""The length of a group's point towards its space, in units."""
BROAD = 0.2
"""Half the breadth of that point where it leaves the middle of a piece, in units."""


@lru_cache(maxsize=256)
def group(theme: Theme, unit: int, seats: str, active: str, heading: Heading, aim: int) -> Inlay:
    """Return the pieces at one space in a capsule, with a point in the direction `heading`.

    The point is `aim` pixels along from the capsule's left or upper end. `active` has the letters
    of those among the `seats` that are to move: their faces are bright.
    """
    thick, step = round(DISC * unit), round(STEP * unit)
    length = thick + (len(seats) - 1) * step
    reach = max(round(NOSE * unit), -aim, aim - length) + 1
    pad = -(-reach // PAIR) * PAIR
    wide, high = (thick, length) if heading.dx else (length, thick)
    large, draw = blank(wide + 2 * pad, high + 2 * pad)
    edge, line = SCALE * pad, whole(unit, 0.035)
    inner = theme.flag if active == seats else theme.letter
    box = (edge, edge, large.width - 1 - edge, large.height - 1 - edge)
    for inset, colour in ((0, theme.letter_ink), (line, inner)):
        _point(draw, box, heading, SCALE * aim, unit, inset, colour)
        within = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
        draw.rounded_rectangle(within, SCALE * thick / 2 - inset, fill=colour)
    for place, seat in enumerate(seats):
        along, middle = edge + SCALE * (thick / 2 + place * step), edge + SCALE * thick / 2
        x, y = (middle, along) if heading.dx else (along, middle)
        _face(large, (x, y), SCALE * thick, seat, theme, active=seat in active)
    return inlay(large, theme, pad)


@lru_cache(maxsize=64)
def waiting(theme: Theme, unit: int, seat: str, *, active: bool) -> Inlay:
    """Return a piece at the start."""
    side = round(DISC_AT_START * unit)
    large, draw = blank(side, side)
    size = SCALE * side
    disc(draw, size / 2, size / 2, size / 2, theme.letter_ink)
    disc(draw, size / 2, size / 2, size / 2 - whole(unit, 0.035), theme.letter)
    _face(large, (size / 2, size / 2), size, seat, theme, active=active)
    return inlay(large, theme)


def _face(
    large: Image.Image, at: tuple[float, float], size: int, seat: str, theme: Theme, *, active: bool
) -> None:
    face, ink = (theme.flag, theme.flag_ink) if active else (theme.letter, theme.letter_ink)
    disc(ImageDraw.Draw(large), *at, 0.42 * size, face)
    inscribe(large, *at, seat, 0.66 * size, ink)


def _point(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    heading: Heading,
    aim: float,
    unit: int,
    inset: int,
    colour: Rgb,
) -> None:
    """Draw the point from the middle line of a capsule to the space it belongs to."""
    thick = SCALE * round(DISC * unit)
    length = max(box[2] - box[0], box[3] - box[1])
    foot = min(max(aim, thick / 2), length - thick / 2)
    half, reach = BROAD * SCALE * unit - inset, thick / 2 + NOSE * SCALE * unit - 1.5 * inset
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    corners = ((foot - half, 0.0), (aim, reach), (foot + half, 0.0))
    if heading.dx:
        points = [(middle[0] + heading.dx * out, box[1] + along) for along, out in corners]
    else:
        points = [(box[0] + along, middle[1] + heading.dy * out) for along, out in corners]
    draw.polygon(points, fill=colour)
