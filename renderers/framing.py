"""Fits a picture's content into a frame of a given shape, for places where it must not be tall."""

from collections.abc import Callable

from PIL import Image

from renderers.ink.canvas import Canvas, border
from renderers.ink.theme import Theme

MARGIN = 0.03
"""The felt left free on each side of the frame, as a part of the frame's shorter side."""
LARGEST = 2.5
"""The most that content is enlarged, so that few bones do not become huge."""
SMALLER = 0.96
"""The factor by which content shrinks if rounding to whole pixels made it too large."""


def framed(
    draw: Callable[[int], Image.Image], ratio: float, width: int, smallest: int, theme: Theme
) -> Canvas:
    """Draw content as large as fits into a frame that is `ratio` times as high as wide.

    `draw` returns the content on felt in a rail, at any width from `smallest` pixels on. It is
    drawn once to see how large its content is, then at the width that makes it fit.
    """
    height = round(width * ratio)
    canvas = Canvas(width, height, theme)
    margin = border(width) + round(MARGIN * min(width, height))
    room = width - 2 * margin, height - 2 * margin
    content = _content(draw(width))
    scale = min(room[0] / content.width, room[1] / content.height, LARGEST)
    while True:
        content = _content(draw(max(smallest, int(width * scale))))
        fits = content.width <= room[0] and content.height <= room[1]
        if fits or width * scale <= smallest:
            break
        scale *= SMALLER
    left, top = (width - content.width) // 2, (height - content.height) // 2
    canvas.picture.paste(content, (left, top))
    return canvas


def _content(picture: Image.Image) -> Image.Image:
    """Return the part of a picture inside its rail that is not bare felt."""
    rail = border(picture.width)
    inside = picture.crop((rail, rail, picture.width - rail, picture.height - rail))
    return inside.crop(inside.getbbox())
