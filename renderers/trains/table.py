"""Draws trains of bones around a hub."""

from renderers.geometry.places import Box, Heading, Units
from renderers.geometry.snake import FLAG_GAP
from renderers.ink import backs, flags, sprites
from renderers.ink.bands import BandedCanvas
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Theme
from renderers.scene.trains import Train, TrainsScene
from renderers.trains import layout, signs
from renderers.trains.layout import PlacedTrain, Yard

RAIL = 0.1  # the thickness of a track, in units
TEXT = 0.66  # the size of the number of bones that are not shown, in units


def draw_trains(scene: TrainsScene, width: int, theme: Theme, below: int = 0) -> Canvas:
    yard, unit = layout.lay_out_trains(scene), int(width / layout.WIDTH)
    height = round(yard.height * unit) + below
    cut, step = round(layout.MARGIN * unit), round(layout.ROW * unit)
    canvas = BandedCanvas(width, height, theme, cut=cut, step=step)
    painter = _Painter(canvas, Units(unit, (width - unit * layout.WIDTH) / 2, 0))
    painter.draw_tracks(scene, yard)
    painter.draw_hub(scene, yard)
    for at, (train, placed) in enumerate(zip(scene.trains, yard.trains, strict=True)):
        painter.draw_train(train, placed, ringed=at == scene.newest)
    return canvas


class _Painter:
    def __init__(self, canvas: Canvas, grid: Units) -> None:
        self._canvas, self._grid = canvas, grid
        self._theme, self._unit = canvas.theme, grid.unit

    def _put(self, sprite: Sprite, box: Box) -> None:
        self._canvas.put(sprite, *self._grid.at(box))

    def _track(self, x: float, y: float, right: float, bottom: float) -> None:
        line, box = max(1, round(RAIL * self._unit)), Box(x, y, right - x, bottom - y)
        left, top = self._grid.at(box.moved(-RAIL / 2, -RAIL / 2))
        wide, high = self._grid.size(box)
        self._canvas.fill((left, top, left + wide + line, top + high + line), self._theme.seam)

    def draw_tracks(self, scene: TrainsScene, yard: Yard) -> None:
        """Draw tracks from the hub to all trains and on from their ends, beside bones and signs."""
        foot = (yard.boneyard or yard.hub).bottom
        starts = [train.rows[0] for train in yard.trains]
        self._track(layout.TRUNK, min([*starts, yard.hub.y]), layout.TRUNK, yard.hub.y)
        self._track(layout.TRUNK, foot, layout.TRUNK, max([*starts, foot]))
        for shown, train in zip(scene.trains, yard.trains, strict=True):
            first, last = train.rows[0], train.flag.y + train.flag.height / 2
            if not yard.hub.y < first < foot:
                self._track(layout.TRUNK, first, train.label.x, first)
            end = train.flag.x if shown.end == "none" else train.flag.right + FLAG_GAP
            if end < layout.END:
                self._track(end, last, layout.END, last)
            foot_of_label = (train.marker or train.label).bottom + RAIL
            for row in (each for each in train.rows[1:] if each <= last):
                self._track(layout.BRANCH, foot_of_label, layout.BRANCH, row)
                self._track(layout.BRANCH, row, layout.START - FLAG_GAP, row)

    def draw_hub(self, scene: TrainsScene, yard: Yard) -> None:
        theme, unit, engine = self._theme, self._unit, scene.engine
        if engine is None:
            self._put(backs.place_holder(theme, unit, upright=True), yard.hub)
        else:
            self._put(sprites.bone(theme, unit, engine, engine, upright=True), yard.hub)
        if yard.boneyard is not None:
            self._put(backs.numbered_back(theme, unit, str(scene.boneyard), 0.55), yard.boneyard)

    def draw_train(self, train: Train, placed: PlacedTrain, *, ringed: bool) -> None:
        theme, unit = self._theme, self._unit
        side = round(placed.label.width * unit)
        if train.active:
            self._put(flags.turn_sign(theme, side), placed.label)
        self._put(signs.label(theme, side, train.label, shared=train.shared), placed.label)
        if placed.marker is not None:
            self._put(signs.marker(theme, *self._grid.size(placed.marker)), placed.marker)
        if placed.hidden:
            self._draw_number(f"+{placed.hidden}", placed.more)
        for (near, far), box in zip(train.bones[placed.hidden :], placed.bones, strict=True):
            self._put(sprites.bone(theme, unit, near, far, upright=near == far), box)
        if ringed and placed.bones:
            newest = placed.bones[-1]
            self._put(sprites.ring(theme, unit, newest.height > newest.width), newest)
        if train.end != "none":
            called = ("!" if train.cover == 1 else str(train.cover),) if train.cover else ()
            size, said = (placed.flag.width, placed.flag.height), (*called, str(train.pips))
            greyed = train.end == "greyed"
            flag = flags.flag(theme, unit, said, Heading.EAST, size, greyed=greyed)
            self._put(flag, placed.flag)

    def _draw_number(self, text: str, box: Box) -> None:
        """Write the number of bones that are not shown at the right of its box."""
        theme, unit, (x, y) = self._theme, self._unit, self._grid.at(box)
        told = sprites.text_line(theme, text, TEXT * unit, theme.felt, theme.felt_ink)
        right = x + self._grid.size(box)[0]
        self._canvas.put(told, right - told.width, y + (unit - told.height) // 2)
