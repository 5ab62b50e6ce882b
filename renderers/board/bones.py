"""The bones of a board, in its flat colours, and the ring around the newest.

`unit` is the side of a square of the board in pixels. A bone covers its two squares completely, so
nothing of them shows beside it.
"""

from functools import lru_cache

from PIL import ImageDraw

from renderers.board.inlays import PAIR, SCALE, Inlay, blank, inlay, whole
from renderers.ink.sprites import BLEED, SPREAD, disc, pip_grid
from renderers.ink.theme import Theme

CORNER = 0.16
"""The radius of a bone's corners, in units: sharper than elsewhere, to compress better."""


@lru_cache(maxsize=1024)
def bone(theme: Theme, unit: int, first: int, second: int, *, upright: bool) -> Inlay:
    size = SCALE * unit
    large, draw = blank(*((unit, 2 * unit) if upright else (2 * unit, unit)))
    gap, edge = whole(unit, 0.03), whole(unit, 0.03)
    for inset, colour in ((gap, theme.ivory_edge), (gap + edge, theme.ivory)):
        box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
        draw.rounded_rectangle(box, max(0, CORNER * size - inset), fill=colour)
    _divider(draw, unit, upright, theme)
    # Pips at even places: halves of one number all look alike and compress well.
    middle, spread = size // 2, SCALE * PAIR * round(SPREAD * unit / PAIR)
    for pips, start in ((first, 0), (second, size)):
        for column, row in pip_grid(pips, upright):
            x, y = middle + column * spread, middle + row * spread
            at = (x, y + start) if upright else (x + start, y)
            disc(draw, *at, whole(unit, 0.113), theme.pips[pips])
    return inlay(large, theme, under=theme.felt)


def _divider(draw: ImageDraw.ImageDraw, unit: int, upright: bool, theme: Theme) -> None:
    size, half, reach = SCALE * unit, whole(unit, 0.016), whole(unit, 0.36)
    bar = (size - half, size // 2 - reach, size + half - 1, size // 2 + reach - 1)
    draw.rectangle((bar[1], bar[0], bar[3], bar[2]) if upright else bar, fill=theme.ivory_edge)
    x, y = (size // 2, size) if upright else (size, size // 2)
    disc(draw, x, y, whole(unit, 0.09), theme.brass)


@lru_cache(maxsize=64)
def ring(theme: Theme, unit: int, *, upright: bool) -> Inlay:
    pad = PAIR * round(BLEED * unit / PAIR)
    width, height = (unit, 2 * unit) if upright else (2 * unit, unit)
    large, draw = blank(width + 2 * pad, height + 2 * pad)
    line, band = whole(unit, 0.025), whole(unit, 0.07)
    # The inner dark line covers the bone's own edge, and no ring reaches a neighbour's pips.
    bands = ((band + line, theme.letter), (band, theme.flag), (0, theme.letter), (-line, None))
    for out, colour in bands:
        inset = SCALE * pad - out
        box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
        fill = (*colour, 255) if colour else (0, 0, 0, 0)
        draw.rounded_rectangle(box, CORNER * SCALE * unit + out, fill=fill)
    return inlay(large, theme, pad)
