"""Scenes one after another as an animated GIF.

All pictures have one palette, so a frame is what has changed since the one before, and no colour
has to be chosen anew. A picture that is lower than the highest is lengthened with felt.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageChops

from renderers.canvas import lengthened
from renderers.paint import pixels
from renderers.palette import palette_of
from renderers.scene import Scene
from renderers.theme import FELT, Theme

LARGEST = 4 * 2**20
"""Bytes that a film may have."""
WIDTH = 600
"""Pixels: what a phone shows."""

_TABLE = 0xF7
"""The file has one palette of 256 colours."""
_KEPT = 0x05
"""Pictures stay where they are, and the next is laid on top; one colour is none."""
_FLAGS, _DESCRIPTOR = 10, 10
"""Where a file tells how large its palette is; the bytes before a picture's pixels."""
_WHERE_NOTHING = [255, *[0] * 255]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene, and for how long it is shown."""

    scene: Scene
    seconds: float
    keep: bool = False
    """Whether it stays in a film that has to be shortened."""


def film(
    frames: Sequence[Frame], *, width: int = WIDTH, largest: int = LARGEST, theme: Theme = FELT
) -> bytes:
    """The GIF of a few frames, `width` pixels wide, that begins again after its last one.

    Where it would be larger than `largest` bytes, every other frame that need not be kept is left
    out, and again, until it is not. Raises `ValueError` where there is no frame.
    """
    if not frames:
        raise ValueError("a film has a frame")
    # Drawn once more below: hundreds of pictures at once would fill the memory.
    height = max(pixels(frame.scene, width, theme).height for frame in frames)
    while True:
        data = _gif(_shown(frames, width, height, theme), (width, height), theme)
        fewer = _thinned(frames)
        if len(data) <= largest or len(fewer) == len(frames):
            return data
        frames = fewer


def _thinned(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Without every other frame that need not be kept; of nothing else, without every other."""
    loose = [at for at, frame in enumerate(frames) if not frame.keep]
    left_out = set((loose or range(len(frames) - 1))[::2])
    return [each for at, each in enumerate(frames) if at not in left_out]


def _shown(
    frames: Sequence[Frame], width: int, height: int, theme: Theme
) -> Iterator[tuple[Image.Image, float]]:
    """The pictures, all of one size, and for how long each is shown."""
    for frame in frames:
        yield lengthened(pixels(frame.scene, width, theme), height, theme), frame.seconds


def _gif(shown: Iterator[tuple[Image.Image, float]], size: tuple[int, int], theme: Theme) -> bytes:
    """The file: a head with the palette, then of every picture what has changed."""
    colours = palette_of(theme).rgb
    clear = len(colours) // 3
    parts = [b"GIF89a", struct.pack("<HHBBB", *size, _TABLE, 0, 0), colours.ljust(768, b"\0")]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, 0, 0))
    for box, change, seconds in _changes(shown, clear):
        parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEPT, round(100 * seconds), clear, 0))
        parts.append(struct.pack("<BHHHHB", 0x2C, *box[:2], *change.size, 0))
        parts.append(_packed(change))
    return b"".join((*parts, b"\x3b"))


def _changes(
    shown: Iterator[tuple[Image.Image, float]], clear: int
) -> Iterator[tuple[Box, Image.Image, float]]:
    """Where pictures differ from those before them, and there `clear` where they do not.

    Of equal pictures there is one, for as long as all of them.
    """
    last, seconds = next(shown)
    waiting: tuple[Box, Image.Image, float] = ((0, 0, *last.size), last, seconds)
    for picture, seconds in shown:
        changed = ImageChops.difference(last, picture)
        box = changed.getbbox()
        if box is None:
            waiting = (*waiting[:2], waiting[2] + seconds)
            continue
        yield waiting
        change = picture.crop(box)
        change.paste(clear, mask=changed.crop(box).point(_WHERE_NOTHING))
        waiting, last = (box, change, seconds), picture
    yield waiting


def _packed(picture: Image.Image) -> bytes:
    """The pixels as a GIF has them: what Pillow writes of a picture after its descriptor."""
    file = BytesIO()
    picture.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    table = 3 * 2 ** ((data[_FLAGS] & 7) + 1)
    return data[_FLAGS + 3 + table + _DESCRIPTOR : -1]
