"""Draws rows of bones that lie on the table: everybody's below the line, or one for its owner."""

from renderers.geometry.places import Units
from renderers.ink import backs, flags, sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.line.table import TALLEST_ABOVE_HANDS, TablePainter
from renderers.rows.racks import GAP, Racks, place_row, place_rows
from renderers.scene.bones import RowScene, RowsScene, SeatRow

LARGEST = 18  # half a bone in a row below the table is at most the picture's width divided by this
TALLEST, TALLEST_SHOWN = 0.31, 0.5
"""The largest height of all rows below the table, in widths of the picture, and that of rows that
are shown."""
CORNER = 0.24  # the radius of a rack's corners, in units (half bones)


def draw_rows(scene: RowsScene, width: int, theme: Theme) -> Canvas:
    table = TablePainter(scene.line, width, TALLEST_ABOVE_HANDS)
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
    theme, unit = canvas.theme, grid.unit
    for row, placed in zip(rows, racks.rows, strict=True):
        rack = backs.rack(theme, *grid.size(placed.rack), round(CORNER * unit))
        canvas.put(rack, *grid.at(placed.rack))
        for bone, box in zip(row.bones, placed.bones, strict=True):
            upright = box.height > box.width
            if bone is None:
                face = backs.back(theme, unit, upright=upright)
            else:
                face = sprites.bone(theme, unit, *bone, upright=upright)
            canvas.put(face, *grid.at(box))
        if placed.holder is not None:
            upright = placed.holder.height > placed.holder.width
            canvas.put(place_holder(theme, unit, upright), *grid.at(placed.holder))
        for end, box in placed.signs.items():
            sign = backs.front_sign(theme, *grid.size(box), on_left=end == "left")
            canvas.put(sign, *grid.at(box))
        side = grid.size(placed.letter)[0]
        flags.put_letter(canvas, side, row.seat, *grid.at(placed.letter), active=row.active)
