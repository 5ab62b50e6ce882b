"""The signs of trains: labels, markers, and tracks."""

from functools import lru_cache

from renderers.ink.sprites import SCALE, Sprite, blank, disc, sprite, whole, write
from renderers.ink.themes import Rgb, Theme


@lru_cache(maxsize=128)
def label(theme: Theme, side: int, text: str, *, shared: bool) -> Sprite:
    """Return a train's label: a disc in its seat's colour, or a bright square if it is `shared`."""
    size, edge = SCALE * side, SCALE * max(1, side // 14)
    large, draw = blank((size, size), theme.letter)
    colour = theme.curves[(ord(text) - ord("A")) % len(theme.curves)]
    for inset, fill in ((0, theme.letter), (edge, theme.letter_ink if shared else colour)):
        box = (inset, inset, size - 1 - inset, size - 1 - inset)
        draw.rounded_rectangle(box, size / (5 if shared else 2) - inset, fill=fill)
    write(draw, size / 2, size / 2, text, 0.62 * size, theme.letter)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=32)
def marker(theme: Theme, width: int, height: int) -> Sprite:
    """Return a small locomotive that drives to the right: everybody may use this train."""
    large, draw = blank((SCALE * width, SCALE * height), theme.letter)
    wide, high, line = SCALE * width, SCALE * height, whole(width, 0.035)

    def box(left: float, top: float, right: float, bottom: float, grown: int, colour: Rgb) -> None:
        corners = (left * wide - grown, top * high - grown, right * wide + grown - 1)
        draw.rounded_rectangle((*corners, bottom * high + grown - 1), line + grown, fill=colour)

    for grown, colour in ((line, theme.letter), (0, theme.flag)):
        box(0.06, 0.08, 0.44, 0.2, grown, colour)  # the roof
        box(0.1, 0.1, 0.4, 0.72, grown, colour)  # the cab
        box(0.3, 0.36, 0.9, 0.72, grown, colour)  # the boiler
        box(0.68, 0.08, 0.82, 0.5, grown, colour)  # the chimney
    box(0.18, 0.26, 0.32, 0.44, 0, theme.letter)
    for x in (0.24, 0.5, 0.76):
        for radius, colour in ((0.22, theme.letter), (0.13, theme.flag)):
            disc(draw, x * wide, 0.77 * high, radius * high, colour)
    return sprite(large, theme, theme.felt)
