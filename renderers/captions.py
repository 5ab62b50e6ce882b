"""Draws captions: a strip of felt above a picture, with the signs of one step in a row."""

from functools import lru_cache
from itertools import accumulate

from PIL import Image

from renderers.geometry.places import Heading
from renderers.geometry.snake import FLAG_HEIGHT, FLAG_WIDTH, FLAG_WIDTH_LABELLED
from renderers.ink import backs, flags, sprites
from renderers.ink.canvas import Canvas, border
from renderers.ink.sprites import SCALE, Sprite, blank, sprite, text_line, whole
from renderers.ink.themes import Theme
from renderers.scene.captions import BoneSign, Caption, EndSign, Glyph, SeatSign, Sign, SquareSign
from renderers.squares.sprites import square

LARGEST = 19  # half a bone in a caption is at most the picture's width divided by this
HIGH = 1.9  # the height of the strip, in such units
GAP = 0.34  # the felt between two signs, in units
SQUARE = 0.66  # half the side of a square piece, in units
SMALLEST = 6  # the fewest pixels of a unit


def captioned(caption: Caption, below: Image.Image, theme: Theme) -> Image.Image:
    width = below.width
    unit, edge = width // LARGEST, border(width)
    strip = Canvas(width, round(HIGH * unit), theme)
    moves = f"{caption.move}/{caption.moves}"
    count = text_line(theme, moves, 0.52 * unit, theme.felt, theme.felt_ink)
    strip.put(count, width - edge - count.width, (strip.height - count.height) // 2)
    room, left = width - 2 * edge - count.width - round(GAP * unit), edge
    for each, gap in _fitted(caption.signs, unit, room, theme):
        strip.put(each, left, (strip.height - each.height) // 2)
        left += each.width + gap
    both = Image.new("L", (width, strip.height + below.height))
    both.paste(strip.picture)
    both.paste(below, (0, strip.height))
    return both


def _fitted(
    signs: tuple[Sign, ...], unit: int, room: int, theme: Theme
) -> list[tuple[Sprite, int]]:
    """Return the sprites of signs, each with the gap after it, as large as they fit.

    What would need signs of less than half the size is left out.
    """
    for size in range(unit, max(SMALLEST, unit // 2) - 1, -1):
        drawn = [(_drawn(each, size, theme), round(GAP * size)) for each in signs]
        ends = list(accumulate(each.width + gap for each, gap in drawn))
        if not ends or ends[-1] <= room:
            break
    return [each for each, end in zip(drawn, ends, strict=True) if end <= room]


def _drawn(sign: Sign, unit: int, theme: Theme) -> Sprite:
    match sign:
        case SeatSign(seat):
            return flags.lettered_disc(theme, round(0.95 * unit), seat)
        case BoneSign(first, second):
            return sprites.bone(theme, unit, first, second, upright=False)
        case SquareSign(symbols):
            return square(theme, round(SQUARE * unit), symbols)
        case EndSign(label, pips):
            signs = tuple(filter(None, (label, str(pips))))
            width = FLAG_WIDTH_LABELLED if label else FLAG_WIDTH
            return flags.flag(theme, unit, signs, Heading.EAST, (width, FLAG_HEIGHT))
        case Glyph.DEALT:
            return backs.back(theme, unit, upright=False)
        case Glyph.WON:
            return flags.crown(theme, unit)
        case Glyph():
            return _glyph(theme, unit, sign)
        case str():
            return text_line(theme, sign, 0.72 * unit, theme.felt, theme.flag)


@lru_cache(maxsize=128)
def _glyph(theme: Theme, unit: int, glyph: Glyph) -> Sprite:
    size = SCALE * round(0.8 * unit)
    large, draw = blank((size, size), theme.felt_ink)
    bold, middle, ink = whole(unit, 0.07), size / 2, theme.felt_ink
    a, b = 0.12 * size, 0.88 * size
    if glyph is Glyph.NOTHING:
        draw.ellipse((a, a, b, b), outline=ink, width=bold)
        draw.line((0.25 * size, 0.75 * size, 0.75 * size, 0.25 * size), fill=ink, width=bold)
    elif glyph is Glyph.REMOVED:
        draw.line((a, a, b, b), fill=ink, width=bold)
        draw.line((a, b, b, a), fill=ink, width=bold)
    else:
        tip, way = (b, -1) if glyph is Glyph.TO else (a, 1)
        neck = tip + way * 0.36 * size
        draw.line((a + b - tip, middle, neck, middle), fill=ink, width=bold)
        head = [(tip, middle), (neck, middle - 0.27 * size), (neck, middle + 0.27 * size)]
        draw.polygon(head, fill=ink)
    return sprite(large, theme, theme.felt)
