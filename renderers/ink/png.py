"""Packs pictures of palette indices as PNGs; zlib-ng is more than twice as fast at it as zlib."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops
from zlib_ng import zlib_ng

_STRIPE = 2**16  # the bytes packed at a time: few enough to stay in the processor's cache
_FROM_ABOVE = 2
"""The byte before a row of differences from the row above; that before a plain row is 0."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_WITH_PALETTE = 3  # PNG's colour type of pixels that are indices of a palette
_ZLIB_HEADER, _LAST_BLOCK = b"\x78\x5e", b"\x03\x00"
"""The bytes before all packed rows, and an empty block after them."""
_MEMORY = 8  # zlib's `memLevel`: the higher it is, the more data shares one set of codes
_WITHOUT_HEADER = -15  # zlib's `wbits` for packed bytes alone
_ADLER = 65521  # the modulus of a zlib checksum


class PackedRows(NamedTuple):
    """Rows of a picture, packed without regard to the rows before them, and their checksum."""

    data: bytes
    length: int
    """The number of bytes before they were packed."""
    checksum: int


def pack(rows: Iterable[bytes | memoryview], level: int = 5) -> PackedRows:
    """Pack rows, given some at a time, each after the byte that says how it is stored.

    `level` is that of zlib-ng; others than those in use take a tenth to a third more time or bytes.
    """
    packer = zlib_ng.compressobj(level, wbits=_WITHOUT_HEADER, memLevel=_MEMORY)
    packed, length, checksum = [], 0, 1
    for some in rows:
        packed.append(packer.compress(some))
        length, checksum = length + len(some), zlib_ng.adler32(some, checksum)
    packed.append(packer.flush(zlib_ng.Z_SYNC_FLUSH))
    return PackedRows(b"".join(packed), length, checksum)


def differences(pixels: Image.Image) -> Iterator[bytes]:
    """Yield the rows of an `"L"` picture, some at a time, as differences from the row above."""
    step = max(1, _STRIPE // (1 + pixels.width))
    for top in range(0, pixels.height, step):
        bottom = min(top + step, pixels.height)
        # A crop that begins left of the picture, or above it, begins with zeros.
        stripe = pixels.crop((-1, top, pixels.width, bottom))
        above = pixels.crop((-1, top - 1, pixels.width, bottom - 1))
        changes = ImageChops.subtract_modulo(stripe, above)
        changes.paste(_FROM_ABOVE, (0, 0, 1, changes.height))
        yield changes.tobytes()


def palette_png(
    size: tuple[int, int], depth: int, palette: bytes, parts: Sequence[PackedRows]
) -> bytes:
    """Return a picture of this width and height as the bytes of a PNG.

    The `parts`, one below the other, have all its rows: the indices of its pixels, with `depth`
    bits each. `palette` has three bytes per colour.
    """
    header = struct.pack(">IIBBBBB", *size, depth, _WITH_PALETTE, 0, 0, 0)
    packed = [_ZLIB_HEADER, *(part.data for part in parts), _LAST_BLOCK, _checksum(parts)]
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", b"".join(packed)), (b"IEND", b""))
    return _SIGNATURE + b"".join([_chunk(*each) for each in chunks])


def _checksum(parts: Iterable[PackedRows]) -> bytes:
    low, high = 1, 0
    for part in parts:
        high += (part.checksum >> 16) + part.length * (low - 1)
        low += (part.checksum & 0xFFFF) - 1
    return struct.pack(">HH", high % _ADLER, low % _ADLER)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
