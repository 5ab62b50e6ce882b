"""Turns a sequence of scenes into an animated GIF.

All pictures have one palette, so a frame holds only what has changed since the one before, and
colours need not be chosen again. A picture lower than the highest is lengthened with felt.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image, ImageChops

from renderers.captions import captioned
from renderers.ink.canvas import lengthened
from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME, Theme
from renderers.paint import pixels, theme_for
from renderers.scene.bones import Scene
from renderers.scene.captions import Caption
from renderers.shared_frame import in_one_frame

LARGEST = 4 * 2**20  # the largest size of an animation, in bytes
WIDTH = 600  # the width of an animation in pixels: what a phone shows

BRIEFLY = 0.02
"""The seconds between two parts of a picture: the least that all viewers show as they are told."""
FAR_APART = 20_000
"""The pixels without a change between two parts of a picture that are drawn one after the other."""

_TABLE = 0xF7  # GIF flags: the file has one palette of 256 colours
_KEPT = 0x05  # GIF flags: a picture stays, the next is drawn over it, and one colour is transparent
_FLAGS, _DESCRIPTOR = 10, 10
"""The offset of a file's palette flags; the size of a picture's descriptor, in bytes."""
_WHERE_NOTHING = [255, *[0] * 255]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene and the seconds it is shown for; all frames of an animation have captions or none."""

    scene: Scene
    seconds: float
    keep: bool = False
    """True for a frame that an animation drops last if it has to be shortened."""
    caption: Caption | None = None


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
    theme = theme_for(scenes, theme)
    frames = [replace(frame, scene=scene) for frame, scene in zip(frames, scenes, strict=True)]
    # Pictures are drawn again below: hundreds of them at once would fill the memory.
    height = max(pixels(frame.scene, width, theme).height for frame in frames)
    while True:
        data = _gif(_shown(frames, width, height, theme), theme)
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
    for frame in frames:
        picture = lengthened(pixels(frame.scene, width, theme), height, theme)
        if frame.caption is not None:
            picture = captioned(frame.caption, picture, theme)
        yield picture, frame.seconds


def _gif(shown: Iterator[tuple[Image.Image, float]], theme: Theme) -> bytes:
    colours = palette_of(theme).rgb
    clear = len(colours) // 3
    parts = [colours.ljust(768, b"\0")]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0" + struct.pack("<BBHB", 3, 1, 0, 0))
    sizes = []
    for box, change, seconds in _changes(shown, clear):
        parts.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEPT, round(100 * seconds), clear, 0))
        parts.append(struct.pack("<BHHHHB", 0x2C, *box[:2], *change.size, 0))
        parts.append(_image_data(change))
        sizes.append(change.size)
    header = b"GIF89a" + struct.pack("<HHBBB", *sizes[0], _TABLE, 0, 0)
    return b"".join((header, *parts, b"\x3b"))


def _changes(
    shown: Iterator[tuple[Image.Image, float]], clear: int
) -> Iterator[tuple[Box, Image.Image, float]]:
    """Yield for each picture the boxes that have changed, their pixels, and its seconds.

    Unchanged pixels in a box are `clear`. Equal pictures become one, with all their seconds. If
    there are two boxes, the first is shown `BRIEFLY` before the second follows.
    """
    last, seconds = next(shown)
    waiting: tuple[Box, Image.Image, float] = ((0, 0, *last.size), last, seconds)
    for picture, seconds in shown:
        changed = ImageChops.difference(last, picture)
        boxes = _boxes(changed)
        if not boxes:
            waiting = (*waiting[:2], waiting[2] + seconds)
            continue
        yield waiting
        changes = []
        for box in boxes:
            change = picture.crop(box)
            change.paste(clear, mask=changed.crop(box).point(_WHERE_NOTHING))
            changes.append((box, change, BRIEFLY))
        yield from changes[:-1]
        waiting = (*changes[-1][:2], seconds - BRIEFLY * len(changes[:-1]))
        last = picture
    yield waiting


def _boxes(changed: Image.Image) -> list[Box]:
    """Return the box around all that isn't 0, or two if there is much between them that is."""
    box = changed.getbbox()
    if box is None:
        return []
    left, top, right, bottom = box
    rows = bytes(changed.getprojection()[1])
    gap = max(rows[top:bottom].split(b"\1"), key=len)
    if len(gap) * (right - left) < FAR_APART:
        return [box]
    above = rows.index(gap, top)
    below = above + len(gap)
    parts = (left, top, right, above), (left, below, right, bottom)
    return [_narrowed(changed, part) for part in parts]


def _narrowed(changed: Image.Image, box: Box) -> Box:
    """Return the smaller box around what has changed in a box that spans all its columns."""
    left, _, right, _ = changed.crop(box).getbbox() or (0, 0, 0, 0)
    return (box[0] + left, box[1], box[0] + right, box[3])


def _image_data(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    table = 3 * 2 ** ((data[_FLAGS] & 7) + 1)
    return data[_FLAGS + 3 + table + _DESCRIPTOR : -1]
