"""Draws the bones on the table, alone or with everybody's hand below."""

from math import floor

from renderers.geometry.places import Box, PlacedFlag, Placement
from renderers.geometry.snake import PITCH
from renderers.ink import flags, sprites
from renderers.ink.backs import place_holder
from renderers.ink.bands import BandedCanvas
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Theme
from renderers.line.layout import FIRST, TALLEST, frame_of, lay_out
from renderers.scene.bones import LineScene, OpenEnd

TALLEST_ABOVE_HANDS = 1.1
"""The largest height of a table with hands or rows below it, as a multiple of its width: with one
row of a hand, the picture is less than one and a half times as high as wide."""


class TablePainter:
    """A table laid out for a picture `width` pixels wide; `height` is its height in pixels."""

    def __init__(self, scene: LineScene, width: int, tallest: float = TALLEST) -> None:
        """Lay it out; if the bones need more height than `tallest` widths, they are smaller."""
        self._scene = scene
        self._placement: Placement = lay_out(scene)
        frame = frame_of(scene, self._placement, tallest)
        self._unit = unit = int(width // frame.width)
        self._left = _whole((width - unit * frame.width) / 2 - unit * frame.x)
        self._top = _whole(-unit * frame.y)
        self.height = round(unit * frame.height)

    def canvas(self, width: int, height: int, theme: Theme) -> Canvas:
        """Return a canvas to draw the table on, in bands with a row of a line in each."""
        step = round(PITCH * self._unit)
        return BandedCanvas(width, height, theme, cut=self._top + step // 2, step=step)

    def draw(self, canvas: Canvas) -> None:
        theme, unit = canvas.theme, self._unit
        bones = self._placement.bones
        if not bones:
            canvas.put(place_holder(theme, unit, upright=False), *self._at(FIRST))
        for bone, placed in zip(self._scene.bones, bones, strict=True):
            near, far = bone.near, bone.far
            first, second = (near, far) if placed.near_first else (far, near)
            face = sprites.bone(theme, unit, first, second, upright=placed.upright)
            canvas.put(face, *self._at(placed.box))
        if self._scene.newest is not None:
            newest = bones[self._scene.newest]
            canvas.put(sprites.ring(theme, unit, newest.upright), *self._at(newest.box))
        for end, flag in zip(self._scene.ends, self._placement.flags, strict=True):
            if end.mark == "closed":
                sign = flags.closed_end(theme, unit, end.label or str(end.pips), flag.heading)
                x, y = flag.rear
                canvas.put(sign, *self._at(Box(x - 0.5, y - 0.5, 1, 1)))
            elif end.mark != "none":
                canvas.put(_sign(theme, unit, end, flag), *self._at(flag.box))

    def _at(self, box: Box) -> tuple[int, int]:
        x, y = _whole(box.x * self._unit), _whole(box.y * self._unit)
        return self._left + x, self._top + y


def draw_table(scene: LineScene, width: int, theme: Theme, below: int = 0) -> Canvas:
    table = TablePainter(scene, width, TALLEST_ABOVE_HANDS if below else TALLEST)
    canvas = table.canvas(width, table.height + below, theme)
    table.draw(canvas)
    return canvas


def _whole(pixels: float) -> int:
    """Return the nearest whole number of pixels, in the same direction for all halves."""
    return floor(pixels + 0.5)


def _sign(theme: Theme, unit: int, end: OpenEnd, flag: PlacedFlag) -> Sprite:
    signs = tuple(filter(None, (end.label, str(end.pips))))
    return flags.flag(
        theme,
        unit,
        signs[:1] if flag.single else signs,
        flag.heading,
        (flag.box.width, flag.box.height),
        aside=flag.aside,
        greyed=end.mark == "greyed",
    )
