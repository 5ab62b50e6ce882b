"""A canvas of sixteen flat colours that stores the rows of its PNG just as they are packed."""

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderers.board.inlays import PAIR, Inlay, ink, inks, paired, single
from renderers.ink.canvas import COMPRESSION
from renderers.ink.palette import palette_of
from renderers.ink.theme import Rgb, Theme

_DEPTH, _PALETTE = 4, 3


class Packed:
    """A picture `width` pixels wide; each row starts with its PNG filter byte: no filter."""

    def __init__(self, theme: Theme, width: int, rows: Image.Image) -> None:
        self.theme = theme
        self.width = width
        self._rows = rows

    @classmethod
    def of(cls, theme: Theme, inked: Image.Image) -> "Packed":
        """Pack a picture that has the index of an ink in every pixel."""
        pairs = paired(inked)
        rows = Image.new("L", (1 + pairs.width, pairs.height))
        rows.paste(pairs, (1, 0))
        return cls(theme, inked.width, rows)

    @property
    def picture(self) -> Image.Image:
        """The picture drawn so far, in indices of the palette of all other pictures."""
        return self.indices(_places(self.theme))

    def indices(self, table: Sequence[int]) -> Image.Image:
        """Return the picture as an `"L"` picture of `table`'s value for each ink."""
        rows = self._rows
        return single(rows.crop((1, 0, rows.width, rows.height)), self.width, table)

    def copy(self) -> "Packed":
        """Return a copy to draw on."""
        return Packed(self.theme, self.width, self._rows.copy())

    def fill(self, box: tuple[int, int, int, int], colour: Rgb) -> None:
        """Paint a box of left, top, right and bottom, in pixels; its left and right are even."""
        left, top, right, bottom = box
        byte = ink(self.theme, colour) * 0x11
        self._rows.paste(byte, (1 + left // PAIR, top, 1 + right // PAIR, bottom))

    def put(self, sign: Inlay, x: int, y: int) -> None:
        """Put a sign at (x, y), in pixels; x is even."""
        left, top = 1 + (x - sign.bleed) // PAIR, y - sign.bleed
        box = (left, top, left + sign.pairs.width, top + sign.pairs.height)
        self._rows.paste(sign.over(self._rows.crop(box)), box)

    def png(self, compression: int = COMPRESSION) -> bytes:
        """Return the picture as the bytes of a PNG."""
        header = struct.pack(">IIBBBBB", self.width, self._rows.height, _DEPTH, _PALETTE, 0, 0, 0)
        palette = b"".join(bytes(colour) for colour in inks(self.theme))
        rows = zlib.compress(self._rows.tobytes(), compression)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", rows), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


@lru_cache(maxsize=4)
def _places(theme: Theme) -> tuple[int, ...]:
    """Return each ink's index in the palette that all other pictures use."""
    return tuple(palette_of(theme).nearest(colour) for colour in inks(theme))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
