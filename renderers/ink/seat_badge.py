"""The letters of seats on a dark badge, to be put at the edge of a bone that they turned up."""

from functools import lru_cache

from renderers.ink.lettering import write
from renderers.ink.sprites import SCALE, Sprite, blank, sprite
from renderers.ink.theme import Theme

HEIGHT = 0.46  # the height of a badge with up to three letters, in units
STEP = 0.62  # the distance between two letters, as a part of the badge's height
BROADEST = 1.1  # the largest width of a badge, in units: one with many letters is less high
EDGE = 0.04  # the width of the bright edge, in units


@lru_cache(maxsize=128)
def seat_badge(theme: Theme, unit: int, seats: str) -> Sprite:
    """Return a badge with the letters of one seat or more; half a bone is `unit` pixels wide."""
    length = 1 + STEP * (len(seats) - 1)
    height = SCALE * round(min(HEIGHT, BROADEST / length) * unit)
    width = SCALE * round(length * height / SCALE)
    large, draw = blank((width, height), theme.ring)
    for inset, colour in ((0, theme.ring), (max(1, EDGE * SCALE * unit), theme.letter)):
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, height / 2 - inset, fill=colour)
    for place, seat in enumerate(seats):
        x = height * (0.5 + STEP * place)
        write(draw, x, height / 2, seat, 0.68 * height, theme.letter_ink)
    return sprite(large, theme, theme.letter)
