"""Draws the bones on the table."""

from __future__ import annotations

from math import floor

from renderers import flags, sprites
from renderers.canvas import Canvas
from renderers.empty import place_holder
from renderers.geometry import lay_out
from renderers.places import Box, Placement
from renderers.scene import LaidBone, LineScene


class Table:
    """A scene laid out for a picture of `width` pixels; `height` is the height that takes."""

    def __init__(self, scene: LineScene, width: int) -> None:
        self._scene = scene
        self._placement: Placement = lay_out(scene)
        self._unit = int(width // self._placement.width)
        self._left = (width - self._unit * self._placement.width) / 2
        self.height = round(self._unit * self._placement.height)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table into the top of the canvas."""
        theme, unit = canvas.theme, self._unit
        bones = self._placement.bones
        if not bones:
            x, y = self._placement.width / 2 - 1, self._placement.height / 2 - 0.5
            canvas.put(place_holder(theme, unit, upright=False), *self._at(Box(x, y, 2, 1)))
        for bone, placed in zip(self._scene.bones, bones, strict=True):
            first, second = _halves(bone, placed.near_first)
            face = sprites.bone(theme, unit, first, second, upright=placed.upright)
            canvas.put(face, *self._at(placed.box))
        if self._scene.newest is not None:
            newest = bones[self._scene.newest]
            canvas.put(sprites.ring(theme, unit, newest.upright), *self._at(newest.box))
        for end, flag in zip(self._scene.ends, self._placement.flags, strict=True):
            sign = flags.flag(theme, unit, end.pips, end.label, flag.heading)
            canvas.put(sign, *self._at(flag.box))

    def _at(self, box: Box) -> tuple[int, int]:
        return floor(self._left + box.x * self._unit + 0.5), floor(box.y * self._unit + 0.5)


def _halves(bone: LaidBone, near_first: bool) -> tuple[int, int]:
    return (bone.near, bone.far) if near_first else (bone.far, bone.near)
