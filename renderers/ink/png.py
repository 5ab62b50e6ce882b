"""Packs pictures of palette indices as PNGs; zlib-ng is more than twice as fast at it as zlib."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops
from zlib_ng import zlib_ng

_STRIPE = 2**16
"""The bytes packed at a time: few enough to stay in the processor's cache."""
_FROM_ABOVE = 2
"""The byte before a row of differences from the row above; that before a plain row is 0."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_WITH_PALETTE = 3
"""PNG's colour type of pixels that are indices of a palette."""


@dataclass(frozen=True, slots=True)
class Packing:
    """How to pack a kind of picture; other settings take a tenth to a third more time or bytes."""

    level: int
    """zlib-ng's level: 4 is swift, and 5 smaller."""
    memory: int
    """zlib's `memLevel`: the higher it is, the more data shares one set of codes."""
    differences: bool
    """True if each row is stored as its differences from the row above."""


def palette_png(
    pixels: Image.Image, width: int, depth: int, palette: bytes, packing: Packing
) -> bytes:
    """Return a picture `width` pixels wide as the bytes of a PNG.

    The rows of `pixels`, an `"L"` picture, are the bytes of the picture's: the indices of its
    pixels, with `depth` bits each. `palette` has three bytes per colour.
    """
    header = struct.pack(">IIBBBBB", width, pixels.height, depth, _WITH_PALETTE, 0, 0, 0)
    packer = zlib_ng.compressobj(packing.level, memLevel=packing.memory)
    stripes = _stripes(pixels, differences=packing.differences)
    packed = b"".join([*map(packer.compress, stripes), packer.flush()])
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b""))
    return _SIGNATURE + b"".join([_chunk(*each) for each in chunks])


def _stripes(pixels: Image.Image, *, differences: bool) -> Iterator[bytes]:
    """Yield all rows, some at a time, each after the byte that says how it is stored."""
    step = max(1, _STRIPE // (1 + pixels.width))
    for top in range(0, pixels.height, step):
        bottom = min(top + step, pixels.height)
        # A crop that begins left of the picture, or above it, begins with zeros.
        stripe = pixels.crop((-1, top, pixels.width, bottom))
        if differences:
            above = pixels.crop((-1, top - 1, pixels.width, bottom - 1))
            stripe = ImageChops.subtract_modulo(stripe, above)
            stripe.paste(_FROM_ABOVE, (0, 0, 1, stripe.height))
        yield stripe.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
