"""Bare felt in a narrow rail that casts a shadow on it, in rows as a PNG stores them."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.ink.palette import SHADES, palette_of
from renderers.ink.theme import Theme


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
        """Return the rows of all parts, one below the other, to draw on."""
        rows = bytearray().join(parts)
        size = width, len(rows) // (width + 1)
        picture = Image.frombuffer("L", size, rows, "raw", "L", width + 1, 1)
        picture.readonly = 0
        return cls(picture, rows)

    def stored(self) -> tuple[bytes, memoryview]:
        """Return the bytes that a PNG packs, in two pieces."""
        return b"\0", memoryview(self._bytes)[:-1]


def bare_felt(width: int, height: int, theme: Theme) -> Rows:
    return bare_band(width, height, theme, above=0, below=0)


def bare_band(width: int, height: int, theme: Theme, *, above: int, below: int) -> Rows:
    """Return `height` rows of the felt of a picture that has more rows above and below them.

    More of those than `border` make no difference.
    """
    felt, row, reach = _edges(width, theme), width + 1, border(width)
    foot = felt.foot[max(0, reach - below - height) * row : max(0, reach - below) * row]
    rest = height - len(foot) // row
    head = felt.head[above * row : (above + rest) * row]
    return Rows.of(width, head, felt.row * (rest - len(head) // row), foot)


@dataclass(frozen=True, slots=True)
class _Edges:
    """The rows of felt at the upper rail and at the lower one, and any row between them."""

    head: bytes
    row: bytes
    foot: bytes


@lru_cache(maxsize=64)
def _edges(width: int, theme: Theme) -> _Edges:
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
    return _Edges(rows[:head], rows[head:foot], rows[foot:])
