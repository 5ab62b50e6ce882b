"""Places without a piece: a cell where one may be laid, with letters, or an empty table or hand."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.ink.palette import blend
from renderers.ink.sprites import CORNER, SCALE, Sprite, blank, disc, sprite, whole
from renderers.ink.theme import Rgb, Theme
from renderers.squares.symbols import write

INSET = 0.08
"""The distance from the edge of the cell to the outline, in units."""
LINE = 0.06
"""The breadth of the outline, in units."""
GAPS = (0.5, 0.92, 1.34)
"""The starts of the gaps in a dashed outline along each side, in units."""
GAP = 0.16
"""The length of such a gap, in units."""
_PLACES: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (0.0, ()),
    (1.2, ((1.0, 1.0),)),
    (0.86, ((0.56, 1.0), (1.44, 1.0))),
    (0.86, ((0.56, 0.56), (1.44, 0.56), (1.0, 1.44))),
    (0.86, ((0.56, 0.56), (1.44, 0.56), (0.56, 1.44), (1.44, 1.44))),
)
"""The size of a label and the middle of each, in units, for each number of labels."""


@lru_cache(maxsize=128)
def spot(theme: Theme, unit: int, labels: tuple[str, ...]) -> Sprite:
    """Return a dashed outline with letters for up to four ways to lie there; of more, the first."""
    large = _outline(theme, unit, theme.flag)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    hollow, band = _hollow(theme), whole(unit, LINE) + 2
    near, far = whole(unit, INSET) - 1, 2 * size - whole(unit, INSET) - band + 1
    for start in GAPS:
        low, high = round(start * size), round((start + GAP) * size)
        for edge in (near, far):
            draw.rectangle((low, edge, high, edge + band), fill=hollow)
            draw.rectangle((edge, low, edge + band, high), fill=hollow)
    shown = labels[: len(_PLACES) - 1]
    breadth, places = _PLACES[len(shown)]
    for label, (x, y) in zip(shown, places, strict=True):
        _letter(large, (x * size, y * size), breadth * size / 2, unit, label, theme)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=16)
def no_square(theme: Theme, unit: int) -> Sprite:
    """Return the outline of a missing piece, for an empty table or an empty hand."""
    large = _outline(theme, unit, theme.outline)
    draw, size = ImageDraw.Draw(large), SCALE * unit
    line, reach = whole(unit, 0.03) // 2, 0.5 * size
    draw.rectangle((size - reach, size - line, size + reach, size + line - 1), fill=theme.outline)
    draw.rectangle((size - line, size - reach, size + line - 1, size + reach), fill=theme.outline)
    return sprite(large, theme, theme.felt)


def _outline(theme: Theme, unit: int, colour: Rgb) -> Image.Image:
    side, inset, line = 2 * SCALE * unit, whole(unit, INSET), whole(unit, LINE)
    large, draw = blank((side, side), theme.felt)
    box = (inset, inset, max(inset, side - 1 - inset), max(inset, side - 1 - inset))
    draw.rounded_rectangle(
        box, CORNER * SCALE * unit, fill=_hollow(theme), outline=colour, width=line
    )
    return large


def _hollow(theme: Theme) -> Rgb:
    return blend(theme.felt, theme.shadow, 0.19)


def _letter(
    large: Image.Image,
    middle: tuple[float, float],
    radius: float,
    unit: int,
    label: str,
    theme: Theme,
) -> None:
    """Draw a letter or two on a dark disc in a gold rim."""
    draw, line = ImageDraw.Draw(large), whole(unit, 0.03)
    for less, colour in ((0, theme.flag), (line, theme.letter)):
        disc(draw, *middle, radius - less, colour)
    room = 1.5 * (radius - line), 1.24 * (radius - line)
    write(large, middle, label, room, theme.letter_ink)
