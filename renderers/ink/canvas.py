"""The felt that sprites are put on, in a narrow rail that casts a shadow on it.

A canvas keeps its rows as a PNG stores them.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from PIL import Image, ImageDraw

from renderers.ink.palette import SHADES, palette_of
from renderers.ink.png import pack, palette_png
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Rgb, Theme


def rail(width: int) -> int:
    return max(3, round(width / 100))


def rail_and_shadow(width: int) -> int:
    return rail(width) + 4 * max(1, width // 600)


def border(width: int) -> int:
    """Return how far the rail, its shadow and its rounded corners reach into a picture."""
    return rail(width) + rail_and_shadow(width)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows of a picture's palette indices, in memory as a PNG stores them.

    A zero byte before each row says that it is stored as it is. `picture` shows the rows: what is
    drawn on it is drawn into them.
    """

    picture: Image.Image
    _bytes: bytearray
    """All rows, each with the zero byte of the next one behind it."""

    @classmethod
    def of(cls, width: int, *parts: bytes) -> "Rows":
        rows = bytearray().join(parts)
        size = width, len(rows) // (width + 1)
        picture = Image.frombuffer("L", size, rows, "raw", "L", width + 1, 1)
        picture.readonly = 0
        return cls(picture, rows)

    def stored(self) -> tuple[bytes, memoryview]:
        return b"\0", memoryview(self._bytes)[:-1]


def bare_felt(width: int, height: int, theme: Theme, *, above: int = 0, below: int = 0) -> Rows:
    """Return `height` rows of the felt of a picture that has more rows above and below them.

    More of those than `border` make no difference.
    """
    (head, middle, foot), row, reach = _edges(width, theme), width + 1, border(width)
    foot = foot[max(0, reach - below - height) * row : max(0, reach - below) * row]
    rest = height - len(foot) // row
    head = head[above * row : (above + rest) * row]
    return Rows.of(width, head, middle * (rest - len(head) // row), foot)


@lru_cache(maxsize=64)
def _edges(width: int, theme: Theme) -> tuple[bytes, bytes, bytes]:
    """Return the rows of felt at the upper rail, a row between the rails, and the lower rows."""
    palette, reach = palette_of(theme), border(width)
    wide, step, height = rail(width), max(1, width // 600), 2 * reach + 1
    dark, wood, light = (
        palette.nearest(c) for c in (theme.rail_dark, theme.rail, theme.rail_light)
    )
    bands = [(0, dark), (step, wood), (wide // 3, light), (wide // 3 + step, wood)]
    bands.append((wide - step, dark))
    bands += [(wide + n * step, (3 - n) * SHADES // 4) for n in range(3)]
    felt = Image.new("L", (width, height), dark)
    draw = ImageDraw.Draw(felt)
    for inset, index in (*bands, (wide + 4 * step, 0)):
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, wide, fill=index)
    # A crop that ends right of the picture ends with zeros.
    rows = felt.crop((0, 0, width + 1, height)).tobytes()
    head, foot = reach * (width + 1), (reach + 1) * (width + 1)
    return rows[:head], rows[head:foot], rows[foot:]


Ink = Sprite | int  # a sprite, or the palette index of an even colour
Box = tuple[int, int, int, int]  # left, top, right and bottom, in pixels


class Canvas:
    """A table of `width` by `height` pixels, in palette indices."""

    def __init__(
        self, width: int, height: int, theme: Theme, ground: Image.Image | None = None
    ) -> None:
        """Start with bare felt, or with a picture of that size, in palette indices."""
        self.width = width
        self.height = height
        self.theme = theme
        self._ground = ground

    @cached_property
    def _rows(self) -> Rows:
        rows = bare_felt(self.width, self.height, self.theme)
        if self._ground is not None:
            rows.picture.paste(self._ground)
        return rows

    @property
    def picture(self) -> Image.Image:
        return self._rows.picture

    def fill(self, box: Box, colour: Rgb) -> None:
        self._draw(_index(self.theme, colour), box)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        left, top = x - sprite.bleed, y - sprite.bleed
        picture = sprite.picture
        self._draw(sprite, (left, top, left + picture.width, top + picture.height))

    def rule(self, y: int) -> None:
        inset = rail(self.width)
        self.fill((inset, y, self.width - inset, y + max(1, inset // 5)), self.theme.seam)

    def _draw(self, ink: Ink, box: Box) -> None:
        draw(self.picture, ink, box)

    def png(self) -> bytes:
        rows = pack(self._rows.stored())
        return palette_png((self.width, self.height), 8, palette_of(self.theme).rgb, [rows])


def draw(picture: Image.Image, ink: Ink, box: Box) -> None:
    # Pillow's core does the same as its methods, which take most of the time for small sprites.
    pixels = picture.im
    if isinstance(ink, int):
        pixels.paste(ink, box)
    elif ink.mask is None:
        pixels.paste(pixels.crop(box).chop_lighter(ink.picture.im), box)
    else:
        pixels.paste(ink.picture.im, box, ink.mask.im)


def lengthened(picture: Image.Image, height: int, theme: Theme) -> Image.Image:
    """Return a canvas's `picture` with felt added below, so that it is `height` pixels high."""
    if picture.height == height:
        return picture
    longer = bare_felt(picture.width, height, theme).picture
    inside = picture.height - rail_and_shadow(picture.width)
    longer.paste(picture.crop((0, 0, picture.width, inside)))
    return longer


@lru_cache(maxsize=512)
def _index(theme: Theme, colour: Rgb) -> int:
    return palette_of(theme).nearest(colour)
