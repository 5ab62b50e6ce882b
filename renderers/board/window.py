"""The squares of a board that a picture shows: those in use, and those that can be next.

The window grows with the board, some squares at a time, and never shrinks, so that bones keep
their places and sizes from most pictures to the next.
"""

from collections.abc import Iterable
from functools import reduce

from renderers.geometry.places import Box, around
from renderers.scene.bones import BoardScene

FIRST_COLUMNS, FIRST_ROWS = 9, 7  # the squares around the star that are shown at first
ROOM = 2  # the squares kept free around the bones: a bone laid at any of them is inside
MORE = 1  # the squares that a side moves further than it has to, so that it moves less often
CLOSE = 1  # the squares around the bones in a close picture


def window_of(scene: BoardScene) -> Box:
    if scene.extent is not None:
        return Box(*scene.extent)
    bones = [around([Box(*bone.at, 1, 1), Box(*bone.other, 1, 1)]) for bone in scene.bones]
    if scene.close and bones:
        return _within(scene.size, around(bones).grown(CLOSE))
    x, y = scene.star
    first = Box(x - FIRST_COLUMNS // 2, y - FIRST_ROWS // 2, FIRST_COLUMNS, FIRST_ROWS)
    return reduce(
        lambda seen, bone: _grown(seen, bone, scene.size), bones, _within(scene.size, first)
    )


def joined(scenes: Iterable[BoardScene]) -> Box:
    return around([window_of(scene) for scene in scenes])


def _grown(window: Box, bone: Box, size: int) -> Box:
    """Return the window with room around a bone; it is at least as wide as high."""
    needed = _within(size, bone.grown(ROOM))
    across = window.x <= needed.x and needed.right <= window.right
    if across and window.y <= needed.y and needed.bottom <= window.bottom:
        return window
    more = _within(size, needed.grown(MORE))
    left = more.x if needed.x < window.x else window.x
    top = more.y if needed.y < window.y else window.y
    right = more.right if needed.right > window.right else window.right
    bottom = more.bottom if needed.bottom > window.bottom else window.bottom
    if bottom - top > right - left:
        lacking = bottom - top - (right - left)
        left = max(0, min(left - lacking // 2, size - (bottom - top)))
        right = left + bottom - top
    return Box(left, top, right - left, bottom - top)


def _within(size: int, box: Box) -> Box:
    left, top = max(0, box.x), max(0, box.y)
    return Box(left, top, min(size, box.right) - left, min(size, box.bottom) - top)
