"""Fits a picture's content into a frame of a given shape, for places where it must not be tall."""

from collections.abc import Callable

from PIL import Image

from renderers.ink.canvas import Canvas, border, rail_and_shadow
from renderers.ink.themes import Theme

MARGIN = 0.03  # the felt left free on each side of the frame, as a part of the frame's shorter side
LARGEST = 2.5  # the most that content is enlarged, so that few bones do not become huge
NEARLY = 0.99  # the part of the most drawn pixels that is enough where something must be cut off
SMALLER = 0.96  # the factor by which content shrinks if rounding to whole pixels made it too large


def framed(
    draw: Callable[[int], Image.Image],
    ratio: float,
    width: int,
    smallest: int,
    theme: Theme,
    cut: float = 0.0,
) -> Canvas:
    """Draw content as large as fits into a frame that is `ratio` times as high as wide.

    `draw` returns the content on felt in a rail, at any width from `smallest` pixels on. It is
    drawn once to see how large its content is, then at the width that makes it fit. If its height
    doesn't, up to the part `cut` of it is cut off, where least is drawn.
    """
    height = round(width * ratio)
    canvas = Canvas(width, height, theme)
    margin = border(width) + round(MARGIN * min(width, height))
    room = width - 2 * margin, height - 2 * margin
    content = _content(draw(width))
    scale = min(room[0] / content.width, room[1] / (1 - cut) / content.height, LARGEST)
    while True:
        content = _content(draw(max(smallest, int(width * scale))))
        fits = content.width <= room[0] and content.height <= room[1] / (1 - cut)
        if fits or width * scale <= smallest:
            break
        scale *= SMALLER
    if content.height > room[1]:
        content = _fullest(content, height - 2 * rail_and_shadow(width))
    left, top = (width - content.width) // 2, (height - content.height) // 2
    canvas.picture.paste(content, (left, top))
    return canvas


def _fullest(content: Image.Image, height: int) -> Image.Image:
    """Return the `height` rows of a picture in which most is drawn.

    Rows nearer to the middle are preferred if they have nearly as much. A picture that isn't
    higher is returned as it is.
    """
    if content.height <= height:
        return content
    drawn = content.point(lambda index: 255 if index else 0)
    rows = drawn.resize((1, content.height), Image.Resampling.BOX).tobytes()
    last = content.height - height
    covered = [sum(rows[top : top + height]) for top in range(last + 1)]
    good = [top for top in range(last + 1) if covered[top] >= NEARLY * max(covered)]
    top = min(good, key=lambda top: abs(top - last / 2))
    return content.crop((0, top, content.width, top + height))


def _content(picture: Image.Image) -> Image.Image:
    rail = rail_and_shadow(picture.width)
    corner = border(picture.width) - rail
    inside = picture.crop((rail, rail, picture.width - rail, picture.height - rail))
    right, bottom = inside.width - corner, inside.height - corner
    for at in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        inside.paste(0, (*at, at[0] + corner, at[1] + corner))
    return inside.crop(inside.getbbox())
