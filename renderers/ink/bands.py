"""A canvas that is drawn and packed in bands, each only if it has not been drawn before.

A move changes little of a table: the band with the new bone, and the one whose bone loses its ring.
No picture depends on another: a band that is not in memory is drawn, and gives the same bytes.
"""

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from renderers.ink.canvas import Box, Canvas, Ink, bare_felt, border, draw
from renderers.ink.palette import palette_of
from renderers.ink.png import PackedRows, pack, palette_png
from renderers.ink.themes import Theme

KEPT = 2048  # the number of bands kept in memory, of about 5 KB each


class BandedCanvas(Canvas):
    """A canvas in bands `step` pixels high; one of them begins at height `cut`.

    They are best cut where little is drawn, and where they were cut in the picture before.
    """

    def __init__(self, width: int, height: int, theme: Theme, *, cut: int, step: int) -> None:
        super().__init__(width, height, theme)
        self._cut = cut
        self._step = step
        self._marks: list[tuple[Ink, Box]] = []

    def _draw(self, ink: Ink, box: Box) -> None:
        self._marks.append((ink, box))

    @property
    def picture(self) -> Image.Image:
        picture = bare_felt(self.width, self.height, self.theme).picture
        for ink, box in self._marks:
            draw(picture, ink, box)
        return picture

    def png(self) -> bytes:
        bands = [self._band(top, bottom) for top, bottom in pairwise(self._cuts())]
        return palette_png((self.width, self.height), 8, palette_of(self.theme).rgb, bands)

    def _cuts(self) -> list[int]:
        """Return the heights at which bands begin and end; the outer ones may be a third higher."""
        step, least = self._step, self._step // 3
        first = self._cut % step
        inner = range(first if first >= least else first + step, self.height - least, step)
        return [0, *inner, self.height]

    def _band(self, top: int, bottom: int) -> PackedRows:
        reach = border(self.width)
        marks = tuple(
            [
                (ink, (left, start - top, right, end - top))
                for ink, (left, start, right, end) in self._marks
                if start < bottom and end > top
            ]
        )
        above, below = min(top, reach), min(self.height - bottom, reach)
        return packed(self.theme, self.width, bottom - top, above, below, marks)


@lru_cache(maxsize=KEPT)
def packed(
    theme: Theme,
    width: int,
    height: int,
    above: int,
    below: int,
    marks: tuple[tuple[Ink, Box], ...],
) -> PackedRows:
    rows = bare_felt(width, height, theme, above=above, below=below)
    for ink, box in marks:
        draw(rows.picture, ink, box)
    return pack(rows.stored())
