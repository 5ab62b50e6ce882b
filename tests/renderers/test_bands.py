"""A canvas in bands shows what one without shows, whatever was drawn before."""

import io
from random import Random

import pytest
from PIL import Image

from renderers.ink import bands
from renderers.ink.bands import BandedCanvas
from renderers.ink.canvas import Canvas
from renderers.ink.palette import palette_of
from renderers.ink.sprites import bone, ring
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import render
from tests.renderers.lines import cut, long_line


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
    table = long_line(Random(1), 20, left=0.5)
    bands.packed.cache_clear()
    alone = render(table)
    bands.packed.cache_clear()
    grown = [render(cut(table, bones)) for bones in range(1, 21)]
    assert grown[-1] == render(table) == alone
    assert bands.packed.cache_info().hits
