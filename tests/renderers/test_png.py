"""The one writer of PNGs: what a decoder reads is what was drawn, at any width and depth."""

import io
import zlib
from random import Random

import pytest
from PIL import Image

from renderers.ink.png import Packing, palette_png

PALETTE = bytes(range(3 * 16))
HEIGHT = 90


@pytest.mark.parametrize("differences", [False, True])
@pytest.mark.parametrize("depth", [4, 8])
@pytest.mark.parametrize("width", [1, 2, 7, 160, 1201])
def test_a_decoder_reads_the_indices_that_were_written(width, depth, differences):
    rng, count = Random(width), width * HEIGHT
    indices = bytes(rng.randrange(16) for _ in range(count))
    pixels = Image.frombytes("L", (width, HEIGHT), indices)
    if depth == 4:
        row = -(-width // 2)
        pairs = Image.frombytes("P", pixels.size, indices).tobytes("raw", "P;4")
        pixels = Image.frombytes("L", (row, HEIGHT), pairs)
    data = palette_png(pixels, width, depth, PALETTE, Packing(5, 8, differences))
    with Image.open(io.BytesIO(data), formats=["PNG"]) as read:
        assert (read.mode, read.size) == ("P", (width, HEIGHT))
        assert read.tobytes() == indices
        assert read.getpalette() == list(PALETTE)


def test_the_rows_end_where_the_picture_ends():
    """Some decoders refuse a picture with a byte too many, which Pillow reads."""
    pixels = Image.new("L", (1201, HEIGHT), 3)
    data = palette_png(pixels, pixels.width, 8, PALETTE, Packing(5, 8, differences=False))
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start])
    rows = zlib.decompress(data[start + 4 : start + 4 + size])
    assert rows == HEIGHT * (b"\0" + bytes([3]) * pixels.width)
