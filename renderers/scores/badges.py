"""Signs of a profile: one for each achievement, and the arrow for the current winning streak."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from renderers.ink.sprites import SCALE, Sprite, blank, blank_face, over_shadow
from renderers.ink.theme import Theme
from renderers.scores.figures import tinted
from renderers.scores.names import sign
from renderers.squares.spots import no_square

SIGN = 0.84  # the size of an achievement's sign, as a share of its square
WAIST = 0.44  # the radius of a star's inner corners, as a share of that of its points


@lru_cache(maxsize=256)
def badge(theme: Theme, side: int, text: str, *, earned: bool) -> Sprite:
    """Return an ivory square with an achievement's sign, or a faint sign if it is not `earned`.

    A star is drawn for a sign that the font doesn't have, and an outline if it is not earned.
    """
    unit = side // 2
    inner = round(SIGN * 2 * unit)
    if not earned:
        return sign(theme, text, 2 * unit, theme.felt, theme.outline) or no_square(theme, unit)
    large, draw = blank((SCALE * 2 * unit, SCALE * 2 * unit), theme.ivory_edge)
    blank_face(draw, large.size, unit, theme)
    drawn = sign(theme, text, inner, theme.ivory, theme.back)
    if drawn is None:
        middle, radius = SCALE * unit, 0.76 * SCALE * unit
        for share, colour in ((1.0, theme.brass_dark), (0.87, theme.brass)):
            draw.polygon(_star(middle, share * radius), fill=colour)
        return over_shadow(large, unit, theme)
    square = over_shadow(large, unit, theme)
    at = (square.picture.width - inner) // 2, (square.picture.height - inner) // 2
    square.picture.paste(drawn.picture, at, drawn.mask)
    return square


@lru_cache(maxsize=8)
def rising(theme: Theme, side: int) -> Sprite:
    """Return two arrowheads that point up, in a square of `side` pixels on dark ground."""
    size = SCALE * side
    mask = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(mask)
    for top in (0.12, 0.46):
        low, high = top + 0.4, top + 0.22
        over = ((0.1, low - 0.02), (0.5, top), (0.9, low - 0.02))
        under = ((0.9, low + 0.14), (0.5, high - 0.04), (0.1, low + 0.14))
        draw.polygon([(x * size, y * size) for x, y in (*over, *under)], fill=255)
    return tinted(mask.reduce(SCALE), theme, theme.letter, theme.flag)


def _star(middle: float, radius: float) -> list[tuple[float, float]]:
    reaches = [radius * (WAIST if turn % 2 else 1) for turn in range(10)]
    return [
        (middle + reach * sin(turn * pi / 5), middle - reach * cos(turn * pi / 5))
        for turn, reach in enumerate(reaches)
    ]
