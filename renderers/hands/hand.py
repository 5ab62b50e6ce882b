"""Draws a hand: bones standing in rows, the playable ones a little higher, with a mark."""

from collections.abc import Iterator
from math import ceil

from renderers.ink import sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.ink.marks import dimmed, playable_mark
from renderers.ink.theme import Theme
from renderers.scene.bones import HandBone, HandScene

PITCH = 1.26
"""The distance from one bone to the next, in units."""
RAISE = 0.3
"""The distance that a playable bone is raised, in units."""
MARK = 2.12
"""The distance from the top of a playable bone to the mark under it, in units."""
ROW = 2.72
"""The height of a row in units: the bone, the raise with the mark in it, a gap."""
FOOT = 2.36
"""The distance from the top of the last row to the margin, in units."""
MARGIN = 0.35
"""The felt along the edges, in units."""


def draw_hand(scene: HandScene, width: int, theme: Theme) -> Canvas:
    """Draw the hand on felt of `width` pixels, as high as its rows need.

    If no bone can be played, it is not the owner's turn, and none is dimmed.
    """
    rows = list(_rows(scene.bones))
    longest = 7 if len(scene.bones) <= 14 else 10
    unit = int(width / (longest * PITCH - (PITCH - 1) + 2 * MARGIN))
    height = round(unit * (ROW * max(0, len(rows) - 1) + FOOT + 2 * MARGIN))
    canvas = Canvas(width, height, theme)
    if not rows:
        canvas.put(place_holder(theme, unit, upright=True), (width - unit) // 2, height // 2 - unit)
    waiting = not any(bone.playable for bone in scene.bones)
    for number, row in enumerate(rows):
        top = round(unit * (MARGIN + ROW * number))
        for bone, x in _across(row, width, unit):
            if waiting:
                face = sprites.bone(theme, unit, bone.high, bone.low, upright=True)
                canvas.put(face, x, top + round(RAISE / 2 * unit))
            elif bone.playable:
                face = sprites.bone(theme, unit, bone.high, bone.low, upright=True)
                canvas.put(face, x, top)
                canvas.put(playable_mark(theme, unit), x, top + round(MARK * unit))
            else:
                face = dimmed(theme, unit, bone.high, bone.low)
                canvas.put(face, x, top + round(RAISE * unit))
    return canvas


def _rows(bones: tuple[HandBone, ...]) -> Iterator[tuple[HandBone, ...]]:
    """Yield rows of nearly the same length: up to 7 bones, or 10 in a hand of more than 14."""
    if not bones:
        return
    count = ceil(len(bones) / (7 if len(bones) <= 14 else 10))
    start = 0
    for row in range(count):
        end = start + ceil((len(bones) - start) / (count - row))
        yield bones[start:end]
        start = end


def _across(row: tuple[HandBone, ...], width: int, unit: int) -> Iterator[tuple[HandBone, int]]:
    """Yield each bone of a row with its left edge in pixels; the row is centred."""
    left = (width - unit * (len(row) * PITCH - (PITCH - 1))) / 2
    for place, bone in enumerate(row):
        yield bone, round(left + place * PITCH * unit)
