"""Draws trains of bones around a hub."""

from renderers.geometry.places import Box, Heading, Units
from renderers.geometry.snake import FLAG_GAP
from renderers.ink import backs, flags, sprites
from renderers.ink.bands import BandedCanvas
from renderers.ink.canvas import Canvas
from renderers.ink.themes import Theme
from renderers.scene.trains import Train, TrainsScene
from renderers.trains import signs
from renderers.trains.layout import (
    END,
    MARGIN,
    ROW,
    START,
    TRUNK,
    WIDTH,
    PlacedTrain,
    Yard,
    lay_out_trains,
)

RAIL = 0.1  # the thickness of a track, in units
TEXT = 0.66  # the size of the number of bones that are not shown, in units


def draw_trains(scene: TrainsScene, width: int, theme: Theme, below: int = 0) -> Canvas:
    yard = lay_out_trains(scene)
    unit = int(width / WIDTH)
    grid = Units(unit, (width - unit * WIDTH) / 2, 0)
    height = round(yard.height * unit) + below
    cut, step = round(MARGIN * unit), round(ROW * unit)
    canvas = BandedCanvas(width, height, theme, cut=cut, step=step)
    _draw_tracks(canvas, scene, yard, grid)
    _draw_hub(canvas, scene, yard, grid)
    for at, (train, placed) in enumerate(zip(scene.trains, yard.trains, strict=True)):
        _draw_train(canvas, train, placed, grid, ringed=at == scene.newest)
    return canvas


def _draw_tracks(canvas: Canvas, scene: TrainsScene, yard: Yard, grid: Units) -> None:
    """Draw tracks from the hub to all trains and on from their ends, free of bones and signs."""
    line = max(1, round(RAIL * grid.unit))

    def track(x: float, y: float, right: float, bottom: float) -> None:
        left, top = grid.at(Box(x - RAIL / 2, y - RAIL / 2, 0, 0))
        wide, high = grid.size(Box(0, 0, right - x, bottom - y))
        canvas.fill((left, top, left + wide + line, top + high + line), canvas.theme.seam)

    foot = yard.boneyard.bottom if yard.boneyard is not None else yard.hub.bottom
    starts = [train.rows[0] for train in yard.trains]
    track(TRUNK, min([*starts, yard.hub.y]), TRUNK, yard.hub.y)
    track(TRUNK, foot, TRUNK, max([*starts, foot]))
    for shown, train in zip(scene.trains, yard.trains, strict=True):
        first, last = train.rows[0], train.flag.y + train.flag.height / 2
        if not yard.hub.y < first < foot:
            track(TRUNK, first, train.label.x, first)
        end = train.flag.x if shown.end == "none" else train.flag.right + FLAG_GAP
        if end < END:
            track(end, last, END, last)
        foot_of_label = (train.marker or train.label).bottom + RAIL
        for row in (each for each in train.rows[1:] if each <= last):
            track(train.middle, foot_of_label, train.middle, row)
            track(train.middle, row, START - FLAG_GAP, row)


def _draw_hub(canvas: Canvas, scene: TrainsScene, yard: Yard, grid: Units) -> None:
    theme, unit, at = canvas.theme, grid.unit, grid.at(yard.hub)
    if scene.engine is None:
        canvas.put(backs.place_holder(theme, unit, upright=True), *at)
    else:
        canvas.put(sprites.bone(theme, unit, scene.engine, scene.engine, upright=True), *at)
    if yard.boneyard is not None:
        pile = backs.numbered_back(theme, unit, str(scene.boneyard), 0.55)
        canvas.put(pile, *grid.at(yard.boneyard))


def _draw_train(
    canvas: Canvas, train: Train, placed: PlacedTrain, grid: Units, *, ringed: bool
) -> None:
    theme, unit = canvas.theme, grid.unit
    side, at = round(placed.label.width * unit), grid.at(placed.label)
    if train.active:
        canvas.put(flags.turn_sign(theme, side), *at)
    canvas.put(signs.label(theme, side, train.label, shared=train.shared), *at)
    if placed.marker is not None:
        canvas.put(signs.marker(theme, *grid.size(placed.marker)), *grid.at(placed.marker))
    if placed.hidden:
        told = sprites.text_line(
            theme, f"+{placed.hidden}", TEXT * unit, theme.felt, theme.felt_ink
        )
        x, y = grid.at(placed.more)
        canvas.put(told, x + grid.size(placed.more)[0] - told.width, y + (unit - told.height) // 2)
    bone = None
    for (near, far), bone in zip(train.bones[placed.hidden :], placed.bones, strict=True):
        canvas.put(sprites.bone(theme, unit, near, far, upright=bone.across), *grid.at(bone.box))
    if ringed and bone is not None:
        canvas.put(sprites.ring(theme, unit, bone.upright), *grid.at(bone.box))
    if train.end != "none":
        called = ("!" if train.cover == 1 else str(train.cover),) if train.cover else ()
        size = placed.flag.width, placed.flag.height
        flag = flags.flag(
            theme,
            unit,
            (*called, str(train.pips)),
            Heading.EAST,
            size,
            greyed=train.end == "greyed",
        )
        canvas.put(flag, *grid.at(placed.flag))
