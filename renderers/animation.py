"""Turns a sequence of scenes into an animated GIF.

All pictures have one palette, so a frame holds only what has changed since the one before, and
colours need not be chosen again. A picture lower than the highest is lengthened with felt.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image, ImageChops

from renderers.ink.canvas import lengthened
from renderers.ink.palette import palette_of
from renderers.ink.theme import Theme
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import pixels
from renderers.scene.bones import Scene
from renderers.shared_frame import in_one_frame

LARGEST = 4 * 2**20
"""The largest size of an animation, in bytes."""
WIDTH = 600
"""The width of an animation in pixels: what a phone shows."""

_TABLE = 0xF7
"""GIF flags: the file has one palette of 256 colours."""
_KEPT = 0x05
"""GIF flags: a picture stays, the next is drawn over it, and one colour is transparent."""
_FLAGS, _DESCRIPTOR = 10, 10
"""The offset of a file's palette flags; the size of a picture's descriptor, in bytes."""
_WHERE_NOTHING = [255, *[0] * 255]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene and the seconds it is shown for."""

    scene: Scene
    seconds: float
    keep: bool = False
    """True for a frame that an animation drops last if it has to be shortened."""


def animated_gif(
    frames: Sequence[Frame],
    *,
    width: int = WIDTH,
    largest: int = LARGEST,
    theme: Theme = DEFAULT_THEME,
) -> bytes:
    """Return the frames as a looping GIF, `width` pixels wide.

    If it is larger than `largest` bytes, every other frame without `keep` is dropped, repeatedly,
    then every other of the rest, until it fits or one frame is left. Raises `ValueError` if there
    are no frames.
    """
    if not frames:
        raise ValueError("an animation has a frame")
    scenes = in_one_frame([frame.scene for frame in frames])
    frames = [replace(frame, scene=scene) for frame, scene in zip(frames, scenes, strict=True)]
    # Pictures are drawn again below: hundreds of them at once would fill the memory.
    height = max(pixels(frame.scene, width, theme).height for frame in frames)
    while True:
        data = _gif(_shown(frames, width, height, theme), (width, height), theme)
        fewer = _thinned(frames)
        if len(data) <= largest or len(fewer) == len(frames):
            return data
        frames = fewer


def _thinned(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Drop every other frame without `keep`; if there are none, every other one but the last."""
    loose = [at for at, frame in enumerate(frames) if not frame.keep]
    left_out = set((loose or range(len(frames) - 1))[::2])
    return [each for at, each in enumerate(frames) if at not in left_out]


def _shown(
    frames: Sequence[Frame], width: int, height: int, theme: Theme
) -> Iterator[tuple[Image.Image, float]]:
    """Yield the pictures, all of one size, with the seconds each is shown for."""
    for frame in frames:
        yield lengthened(pixels(frame.scene, width, theme), height, theme), frame.seconds


def _gif(shown: Iterator[tuple[Image.Image, float]], size: tuple[int, int], theme: Theme) -> bytes:
    """Return the file: a header with the palette, then the changes of every picture."""
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
    """Yield for each picture the box that has changed, its pixels there, and its seconds.

    Unchanged pixels in the box are `clear`. Equal pictures become one, with all their seconds.
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
    """Return the pixels as a GIF has them: what Pillow writes of a picture after its descriptor."""
    file = BytesIO()
    picture.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    table = 3 * 2 ** ((data[_FLAGS] & 7) + 1)
    return data[_FLAGS + 3 + table + _DESCRIPTOR : -1]
