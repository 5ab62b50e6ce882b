"""Draws rows of bones that lie on the table: everybody's below the line, or one for its owner."""

from collections.abc import Sequence

from renderers.geometry.places import Box, Units
from renderers.ink import backs, flags, sprites
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Theme
from renderers.line.table import TALLEST_ABOVE_HANDS, TablePainter
from renderers.rows.racks import GAP, PlacedRow, Racks, place_row, place_rows
from renderers.scene.bones import RowScene, RowsScene, SeatRow
from renderers.scene.squares import SquareSeat

LARGEST = 18  # half a bone in a row below the table is at most the picture's width divided by this
TALLEST, TALLEST_SHOWN = 0.31, 0.5
"""The largest height of all rows below the table, in widths of the picture, and that of rows that
are shown."""
CORNER = 0.24  # the radius of a rack's corners, in units (half bones)


def draw_rows(scene: RowsScene, width: int, theme: Theme) -> Canvas:
    table = TablePainter(scene.table, width, TALLEST_ABOVE_HANDS)
    racks = place_rows(scene.rows, shown=scene.shown)
    tallest = TALLEST_SHOWN if scene.shown else TALLEST
    unit = int(min(width / racks.width, width / LARGEST, tallest * width / racks.height))
    racks = place_rows(scene.rows, _gap(unit), shown=scene.shown)
    canvas = Canvas(width, table.height + round(racks.height * unit), theme)
    table.draw(canvas)
    canvas.rule(table.height)
    _draw(canvas, scene.rows, racks, Units(unit, (width - unit * racks.width) / 2, table.height))
    return canvas


class Row:
    """A single row for a picture `width` pixels wide; `height` is the height it takes in pixels."""

    def __init__(self, scene: RowScene, width: int) -> None:
        self._row = scene.row
        self._unit = int(width / place_row(scene.row).width)
        self._racks = place_row(scene.row, _gap(self._unit))
        self._left = (width - self._unit * self._racks.width) / 2
        self.height = round(self._racks.height * self._unit)

    def draw(self, canvas: Canvas, top: int) -> None:
        _draw(canvas, (self._row,), self._racks, Units(self._unit, self._left, top))


def _gap(unit: int) -> float:
    """Return the felt between bones, in units: whole pixels, as even spacing compresses better."""
    return int(GAP * unit) / unit


def _draw(canvas: Canvas, rows: tuple[SeatRow, ...], racks: Racks, grid: Units) -> None:
    def face(bone: tuple[int, int] | None, box: Box) -> Sprite:
        upright = box.height > box.width
        if bone is None:
            return backs.back(canvas.theme, grid.unit, upright=upright)
        return sprites.bone(canvas.theme, grid.unit, *bone, upright=upright)

    for row, placed in zip(rows, racks.rows, strict=True):
        faces = [face(*each) for each in zip(row.bones, placed.pieces, strict=True)]
        if (holder := placed.holder) is not None:
            upright = holder.height > holder.width
            faces = [backs.place_holder(canvas.theme, grid.unit, upright=upright)]
        draw_row(canvas, row, placed, faces, grid)


def draw_row(
    canvas: Canvas,
    row: SeatRow | SquareSeat,
    placed: PlacedRow,
    faces: Sequence[Sprite],
    grid: Units,
) -> None:
    """Draw a row's racks, its pieces, or what is in their place, and the signs beside them."""
    theme = canvas.theme
    for box in placed.racks:
        rack = backs.rack(theme, *grid.size(box), round(CORNER * grid.unit))
        canvas.put(rack, *grid.at(box))
    boxes = [placed.holder] if placed.holder is not None else placed.pieces
    for face, box in zip(faces, boxes, strict=True):
        canvas.put(face, *grid.at(box))
    for end, box in placed.signs.items():
        sign = backs.front_sign(theme, *grid.size(box), on_left=end == "left")
        canvas.put(sign, *grid.at(box))
    side = grid.size(placed.letter)[0]
    flags.put_letter(canvas, side, row.seat, *grid.at(placed.letter), active=row.active)
    if placed.crown is not None:
        canvas.put(flags.crown(theme, grid.size(placed.crown)[0]), *grid.at(placed.crown))
