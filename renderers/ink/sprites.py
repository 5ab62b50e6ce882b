"""Bones and text as sprites: drawn at twice their size, scaled down to palette colours, and cached.

`unit` is the side of half a bone in pixels.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from renderers.ink.palette import RIM, SHADES, blend, dim, palette_of
from renderers.ink.themes import MOST_THEMES, Rgb, Theme

SCALE = 2  # the scale at which a sprite is drawn, in each direction, before it is scaled down
CORNER = 0.2  # the radius of a bone's corners, in units
BLEED = 0.16  # the distance that a bone's shadow and the ring extend beyond it, in units
_SOLID = 40
SPREAD = 0.27  # the distance from the middle of a half to its outer rows of pips, in units
_EDGES, _GRID = (-1, 1), (-1, 0, 1)
_CORNERS = tuple((x, y) for x in _EDGES for y in _EDGES)
_SIX = tuple((x, y) for x in _GRID for y in _EDGES)
_FOUR = tuple(x * 4 / 9 for x in (-3, -1, 1, 3))
_EIGHT = tuple((x, y) for x in _FOUR for y in _EDGES)
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0, 0),),
    ((-1, 1), (1, -1)),
    ((-1, 1), (0, 0), (1, -1)),
    _CORNERS,
    (*_CORNERS, (0, 0)),
    _SIX,
    (*_SIX, (0, 0)),
    (*_SIX, (-1, 0), (1, 0)),
    (*_SIX, (-1, 0), (0, 0), (1, 0)),
    (*_EIGHT, (-1, 0), (1, 0)),
    (*_EIGHT, (-1, 0), (0, 0), (1, 0)),
    (*_EIGHT, *((x, 0) for x in _FOUR)),
)
_SMALL = 10  # the least number with rows of four, whose pips are smaller


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture in palette indices, and the way to put it on a canvas.

    `mask` is the part it covers; a sprite without one has its shadow around it, and the higher
    index wins: faces over shadows, the deeper of two shadows over the other. `bleed` is how far
    the picture's corner is left of and above the place the sprite is put at, in pixels.
    """

    picture: Image.Image
    mask: Image.Image | None = None
    bleed: int = 0

    @property
    def width(self) -> int:
        return self.picture.width - 2 * self.bleed

    @property
    def height(self) -> int:
        return self.picture.height - 2 * self.bleed


def pip_grid(pips: int, upright: bool) -> tuple[tuple[float, float], ...]:
    """Return column and row of a half's pips; the rows of a six run along the bone.

    They are from -1 to 1; only rows of four go a little beyond.
    """
    places = _PIPS[pips]
    return tuple((-row, column) for column, row in places) if upright else places


def sprite(picture: Image.Image, theme: Theme, under: Rgb, bleed: int = 0) -> Sprite:
    """Return a large `"RGBA"` picture as a sprite, soft edges blended with the colour `under`."""
    small = picture.reduce(SCALE)
    flat = Image.new("RGB", small.size, under)
    flat.paste(small, (0, 0), small)
    mask = small.getchannel("A").point([0] * _SOLID + [255] * (256 - _SOLID))
    return Sprite(palette_of(theme).index(flat), mask, bleed)


def blank(size: tuple[int, int], colour: Rgb) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a large picture of transparent `colour` to draw a sprite on, and its `ImageDraw`."""
    large = Image.new("RGBA", size, (*colour, 0))
    return large, ImageDraw.Draw(large)


@lru_cache(maxsize=4096)
def bone(theme: Theme, unit: int, first: int, second: int, *, upright: bool) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, 2 * size) if upright else (2 * size, size), theme.ivory_edge)
    blank_face(draw, large.size, unit, theme)
    _divider(draw, unit, upright, theme)
    # Pips are on whole pixels and evenly spaced, so that equal halves look alike and compress well.
    middle, spread = SCALE * round(unit / 2), SCALE * round(SPREAD * unit)
    for pips, start in ((first, 0), (second, size)):
        colour = theme.pips[pips]
        radius = 0.15 * unit if pips >= _SMALL else whole(unit, 0.113)
        for column, row in pip_grid(pips, upright):
            x, y = middle + round(column * spread), middle + round(row * spread)
            at = (x, y + start) if upright else (x + start, y)
            _pip(draw, *at, radius, colour, blend(colour, theme.shadow, RIM), unit)
    return over_shadow(large, unit, theme)


def over_shadow(large: Image.Image, unit: int, theme: Theme) -> Sprite:
    face = sprite(large, theme, blend(theme.felt, theme.shadow, 0.6))
    pad = round(BLEED * unit)
    picture = _shadow(unit, face.picture.size, pad)
    picture.paste(face.picture, (pad, pad), face.mask)
    # The shadow ends before the bleed does, and a smaller sprite is put faster.
    left, top, right, bottom = picture.getbbox() or (0, 0, *picture.size)
    bare = min(left, top, picture.width - right, picture.height - bottom)
    box = (bare, bare, picture.width - bare, picture.height - bare)
    return Sprite(picture.crop(box), bleed=pad - bare)


def blank_face(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], unit: int, theme: Theme, *, back: bool = False
) -> None:
    """Draw bare ivory of this size in pixels of the large picture, with its edge and its foot.

    The `back` of a bone has ebony on it.
    """
    gap, edge, foot = whole(unit, 0.012), whole(unit, 0.025), whole(unit, 0.05)
    inner = min(gap + 2 * edge, SCALE * unit // 4) if back else gap + edge
    layers = (
        (gap, gap, theme.ivory_edge),
        (gap + edge, gap + edge, theme.ivory_shade),
        (inner, gap + edge + foot, theme.back if back else theme.ivory),
    )
    for inset, below, colour in layers:
        corners = (inset, inset, size[0] - 1 - inset, size[1] - 1 - below)
        draw.rounded_rectangle(corners, max(0, whole(unit, CORNER) - inset), fill=colour)


def _divider(draw: ImageDraw.ImageDraw, unit: int, upright: bool, theme: Theme) -> None:
    size, line, reach = SCALE * unit, whole(unit, 0.03), whole(unit, 0.36)
    near, middle = size - line // 2 // SCALE * SCALE, SCALE * round(unit / 2)
    bar = (near, middle - reach, near + line - 1, middle + reach - 1)
    draw.rectangle((bar[1], bar[0], bar[3], bar[2]) if upright else bar, fill=theme.groove)
    x, y = (middle, size) if upright else (size, middle)
    disc(draw, x, y, 0.085 * size, theme.brass_dark)
    disc(draw, x, y, 0.068 * size, theme.brass)
    disc(draw, x - 0.018 * size, y - 0.022 * size, 0.028 * size, theme.brass_light)


def whole(unit: int, share: float) -> int:
    """Return a share of `unit` in whole pixels, at least one, as pixels of the large picture.

    Lines on whole pixels are crisp and compress well.
    """
    return SCALE * max(1, round(share * unit))


def _pip(
    draw: ImageDraw.ImageDraw, x: int, y: int, radius: float, colour: Rgb, rim: Rgb, unit: int
) -> None:
    disc(draw, x, y, radius, rim)
    disc(draw, x, y, radius - SCALE * round(0.015 * unit), colour)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Rgb) -> None:
    radius = max(radius, 0.5)
    draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=colour)


def _shadow(unit: int, size: tuple[int, int], pad: int) -> Image.Image:
    """Return a bone's soft shadow, around and below it, in shades, with `pad` pixels all around."""
    width, height = size
    depth = Image.new("L", (width + 2 * pad, height + 2 * pad), 0)
    box = (pad, pad + 0.06 * unit, pad + width - 1, pad + height - 1 + 0.06 * unit)
    ImageDraw.Draw(depth).rounded_rectangle(box, CORNER * unit, fill=255)
    depth = depth.filter(ImageFilter.GaussianBlur(0.035 * unit))
    return depth.point([level * SHADES // 255 for level in range(256)])


def ring(theme: Theme, unit: int, upright: bool) -> Sprite:
    return ring_around(theme, unit, *((1, 2) if upright else (2, 1)))


@lru_cache(maxsize=64)
def ring_around(theme: Theme, unit: int, across: int, down: int) -> Sprite:
    """Return the same ring around a piece `across` units wide and `down` units high."""
    line, band = min(whole(unit, 0.025), unit), whole(unit, 0.07)
    # The inner dark line covers the bone's own edge, and no ring reaches a neighbour's pips.
    bands = ((band + line, theme.letter), (band, theme.ring), (0, theme.letter))
    return edged(theme, unit, (across, down), (*bands, (-line, None)), (0, 0, 0))


def edged(
    theme: Theme,
    unit: int,
    size: tuple[int, int],
    bands: Iterable[tuple[int, Rgb | None]],
    colour: Rgb,
) -> Sprite:
    """Return bands around a piece of this size in units, each over the one before it.

    Each is given by how far it reaches out, in pixels of the large picture, and its colour, if it
    isn't clear. `colour` is that of the soft outer edge.
    """
    pad = round(BLEED * unit)
    wide, high = (SCALE * (side * unit + 2 * pad) for side in size)
    large, draw = blank((wide, high), colour)
    for out, each in bands:
        inset = SCALE * pad - out
        fill = (*each, 255) if each else (0, 0, 0, 0)
        box = (inset, inset, wide - 1 - inset, high - 1 - inset)
        draw.rounded_rectangle(box, whole(unit, CORNER) + out, fill=fill)
    return sprite(large, theme, theme.letter, pad)


def star(x: float, y: float, radius: float, waist: float) -> list[tuple[float, float]]:
    """Return a star's corners; its inner ones are `waist` radii from the middle."""
    reaches = [radius * (waist if turn % 2 else 1) for turn in range(10)]
    return [
        (x + reach * sin(turn * pi / 5), y - reach * cos(turn * pi / 5))
        for turn, reach in enumerate(reaches)
    ]


@lru_cache(maxsize=64)
def playable_mark(theme: Theme, unit: int) -> Sprite:
    size = SCALE * unit
    large, draw = blank((size, round(0.3 * size)), theme.flag)
    x, high = size / 2, 0.24 * size
    draw.polygon([(x, 0), (x + high, high), (x - high, high)], fill=theme.flag)
    return sprite(large, theme, theme.felt)


@lru_cache(maxsize=1024)
def dimmed(theme: Theme, unit: int, high: int, low: int) -> Sprite:
    return greyed(theme, bone(theme, unit, high, low, upright=True))


def greyed(theme: Theme, bright: Sprite) -> Sprite:
    return Sprite(bright.picture.point(_dimming(theme)), bleed=bright.bleed)


@lru_cache(maxsize=MOST_THEMES)
def _dimming(theme: Theme) -> tuple[int, ...]:
    palette = palette_of(theme)
    rgb = [palette.rgb[at : at + 3] for at in range(0, len(palette.rgb), 3)]
    faces = [palette.nearest(dim((r, g, b), theme)) for r, g, b in rgb[SHADES + 1 :]]
    return *range(SHADES + 1), *faces, *(0 for _ in range(256 - len(rgb)))


def write(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, colour: Rgb
) -> None:
    """Draw bold text around (x, y); `size` is the font size in pixels."""
    font = ImageFont.load_default(size)
    bold = max(1, round(size / 26))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    at = (x - (left + right) / 2, y - (top + bottom) / 2)
    draw.text(at, text, fill=colour, font=font, stroke_width=bold)


@lru_cache(maxsize=256)
def short_text(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Return text on ground of the colour `under`, in a square for two or three characters.

    `size` is the font size in pixels.
    """
    side = SCALE * round(1.3 * size)
    large = Image.new("RGBA", (side, side), (*colour, 0))
    write(ImageDraw.Draw(large), side / 2, side / 2, text, SCALE * size, colour)
    return sprite(large, theme, under)


@lru_cache(maxsize=1024)
def text_line(theme: Theme, text: str, size: float, under: Rgb, colour: Rgb) -> Sprite:
    """Return text on ground of the colour `under`, as wide as it is; `size` as in `short_text`."""
    large = SCALE * size
    width = SCALE * ceil(1.06 * ImageFont.load_default(large).getlength(text) / SCALE)
    drawn = Image.new("RGBA", (width, SCALE * round(1.3 * size)), (*colour, 0))
    write(ImageDraw.Draw(drawn), width / 2, drawn.height / 2, text, large, colour)
    return sprite(drawn, theme, under)
