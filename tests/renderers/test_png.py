import io
import zlib
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from renderers.ink import bands
from renderers.ink.bands import BandedCanvas
from renderers.ink.canvas import Canvas
from renderers.ink.palette import palette_of
from renderers.ink.png import differences, pack, palette_png
from renderers.ink.sprites import bone, ring
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import render
from tests.renderers.lines import cut, line

PALETTE = bytes(range(3 * 16))
HEIGHT = 90


@pytest.mark.parametrize("depth", [4, 8])
@pytest.mark.parametrize("width", [1, 2, 7, 160, 1201])
def test_a_decoder_reads_the_indices_that_were_written(width, depth):
    rng, count = Random(width), width * HEIGHT
    indices = bytes(rng.randrange(16) for _ in range(count))
    pixels = Image.frombytes("L", (width, HEIGHT), indices)
    if depth == 4:
        row = -(-width // 2)
        pairs = Image.frombytes("P", pixels.size, indices).tobytes("raw", "P;4")
        pixels = Image.frombytes("L", (row, HEIGHT), pairs)
    rows = pack(differences(pixels))
    assert _read(palette_png((width, HEIGHT), depth, PALETTE, [rows]), width) == indices


@pytest.mark.parametrize("cuts", [(0, 90), (0, 1, 90), (0, 30, 31, 60, 90)])
def test_a_decoder_reads_parts_that_were_packed_one_by_one(cuts):
    rng, width = Random(1), 1201
    lines = [rng.randbytes(2) * 600 + b"\7" for _ in range(HEIGHT)]
    indices = b"".join(bytes(byte % 16 for byte in line) for line in lines)
    rows = [b"\0" + indices[at : at + width] for at in range(0, len(indices), width)]
    parts = [pack([b"".join(rows[a:b])]) for a, b in pairwise(cuts)]
    assert _read(palette_png((width, HEIGHT), 8, PALETTE, parts), width) == indices


def test_the_rows_end_where_the_picture_ends():
    """Some decoders refuse a picture with a byte too many, which Pillow reads."""
    row = b"\0" + bytes([3]) * 1201
    parts = [pack([row * 40]), pack([row * 10, row * 40])]
    data = palette_png((1201, HEIGHT), 8, PALETTE, parts)
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start])
    assert zlib.decompress(data[start + 4 : start + 4 + size]) == HEIGHT * row


def _read(data: bytes, width: int) -> bytes:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as read:
        assert (read.mode, read.size) == ("P", (width, HEIGHT))
        assert read.getpalette() == list(PALETTE)
        return read.tobytes()


def _drawn(canvas: Canvas) -> Canvas:
    canvas.rule(70)
    canvas.fill((20, 5, 60, canvas.height + 5), DEFAULT_THEME.seam)
    canvas.put(bone(DEFAULT_THEME, 24, 6, 4, upright=True), 30, 10)
    canvas.put(bone(DEFAULT_THEME, 24, 6, 1, upright=False), 54, canvas.height - 30)
    canvas.put(ring(DEFAULT_THEME, 24, upright=False), 54, canvas.height - 30)
    return canvas


@pytest.mark.parametrize("height", [12, 40, 95, 260])
@pytest.mark.parametrize(("first", "step"), [(0, 300), (40, 60), (-20, 30), (7, 9)])
def test_bands_show_what_a_whole_canvas_shows(height, first, step):
    whole = _drawn(Canvas(200, height, DEFAULT_THEME))
    banded = _drawn(BandedCanvas(200, height, DEFAULT_THEME, cut=first, step=step))
    assert banded.picture.tobytes() == whole.picture.tobytes()
    with Image.open(io.BytesIO(banded.png()), formats=["PNG"]) as read:
        assert read.tobytes() == whole.picture.tobytes()
        assert read.getpalette() == list(palette_of(DEFAULT_THEME).rgb)


def test_a_picture_does_not_depend_on_those_before_it():
    table = line(20)
    bands.packed.cache_clear()
    alone = render(table)
    bands.packed.cache_clear()
    grown = [render(cut(table, bones)) for bones in range(1, 21)]
    assert grown[-1] == render(table) == alone
    assert bands.packed.cache_info().hits
