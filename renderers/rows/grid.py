"""Draws bones in a grid, face down or face up, with the names of its columns and rows."""

from renderers.geometry.places import Box
from renderers.geometry.units import Units
from renderers.ink import backs, sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.ink.lettering import name
from renderers.ink.seat_badge import seat_badge
from renderers.ink.theme import Theme
from renderers.rows.cells import Cells, place_cells
from renderers.scene.bones import GridScene, GridTile

BELOW = 0.36
"""The distance that a badge reaches below its bone, in units; it begins where the pips end."""


def draw_grid(scene: GridScene, width: int, theme: Theme) -> Canvas:
    cells = place_cells(scene.columns, len(scene.tiles), width)
    unit = cells.unit(width)
    grid = Units(unit, (width - unit * cells.width) / 2, 0)
    canvas = Canvas(width, round(unit * cells.height), theme)
    for text, box in _names(cells):
        sign = name(theme, text, 0.52 * unit, theme.felt, theme.felt_ink)
        (x, y), (room_x, room_y) = grid.at(box), grid.size(box)
        canvas.put(sign, x + (room_x - sign.width) // 2, y + (room_y - sign.height) // 2)
    for place, (tile, box) in enumerate(zip(scene.tiles, cells.bones, strict=True)):
        call = f"{_letter(place // scene.columns)}{place % scene.columns + 1}"
        _put(canvas, tile, call, unit, grid.at(box), upright=cells.upright)
    for tile, box in zip(scene.tiles, cells.bones, strict=True):
        if tile is not None and tile.seats:
            _put_badge(canvas, tile.seats, unit, grid.at(box), grid.size(box))
    return canvas


def _put_badge(
    canvas: Canvas, seats: str, unit: int, at: tuple[int, int], size: tuple[int, int]
) -> None:
    """Put the letters of seats on the lower edge of a bone, and partly below it."""
    badge = seat_badge(canvas.theme, unit, seats)
    lowest = at[1] + size[1] + round(BELOW * unit)
    canvas.put(badge, at[0] + (size[0] - badge.width) // 2, lowest - badge.height)


def _put(
    canvas: Canvas,
    tile: GridTile | None,
    call: str,
    unit: int,
    at: tuple[int, int],
    *,
    upright: bool,
) -> None:
    theme = canvas.theme
    if tile is None:
        canvas.put(place_holder(theme, unit, upright), *at)
        return
    if tile.face is None:
        canvas.put(backs.back(theme, unit, upright=upright, name=call), *at)
    else:
        canvas.put(sprites.bone(theme, unit, *tile.face, upright=upright), *at)
    if tile.ringed:
        canvas.put(sprites.ring(theme, unit, upright), *at)


def _names(cells: Cells) -> list[tuple[str, Box]]:
    letters = [(_letter(n), box) for n, box in enumerate(cells.rows)]
    return letters + [(str(n + 1), box) for n, box in enumerate(cells.columns)]


def _letter(row: int) -> str:
    return chr(ord("A") + row)
