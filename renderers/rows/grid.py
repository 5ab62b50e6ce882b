"""Lays out and draws bones in a grid, with the names of its columns and rows.

Bones lie face down or face up, and stand or lie, whichever makes them larger in the frame. One unit
is half a bone.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from renderers.geometry.places import Box, Units
from renderers.ink import backs, sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import SCALE, Sprite, blank, short_text, sprite, write
from renderers.ink.themes import Theme
from renderers.scene.bones import GridScene, GridTile

GAP = 0.2  # the felt between two bones side by side, in units
GAP_BELOW = 0.36  # the felt between two rows, which badges of seats reach into, in units
HEAD = 0.5  # the breadth of the felt with the names of columns and rows, in units
RING = 0.1  # the felt between the columns' names and the bones, for a ring, in units
MARGIN = 0.3  # the felt along the edges, in units
MARGIN_BELOW = 0.45  # the felt below the last row, in units
TALLEST = 1.7  # the largest height of the picture, as a multiple of its width


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid in a frame of `width` by `height` units; `bones` lie row by row from the top.

    `columns` and `rows` are the places of the columns' names and of the rows' names.
    """

    width: float
    height: float
    bones: tuple[Box, ...]
    columns: tuple[Box, ...]
    rows: tuple[Box, ...]

    def unit(self, width: int) -> int:
        """Return half the length of a bone in a picture of this width, both in pixels."""
        return int(min(width / self.width, TALLEST * width / self.height))


def place_cells(columns: int, count: int, width: int) -> Cells:
    ways = (_cells(columns, count, upright=upright) for upright in (True, False))
    return max(ways, key=lambda cells: cells.unit(width))


def _cells(columns: int, count: int, *, upright: bool) -> Cells:
    wide, high = (1, 2) if upright else (2, 1)
    rows = max(1, ceil(count / columns))
    across, down = wide + GAP, high + GAP_BELOW
    left, top = MARGIN + HEAD, MARGIN + HEAD + RING
    bones = tuple(
        Box(left + n % columns * across, top + n // columns * down, wide, high)
        for n in range(count)
    )
    return Cells(
        left + columns * across - GAP + MARGIN,
        top + rows * down - GAP_BELOW + MARGIN_BELOW,
        bones,
        tuple(Box(left + n * across, MARGIN, wide, HEAD) for n in range(columns)),
        tuple(Box(MARGIN, top + n * down, HEAD, high) for n in range(rows)),
    )


BELOW = 0.36
"""The distance that a badge reaches below its bone, in units; it begins where the pips end."""


def draw_grid(scene: GridScene, width: int, theme: Theme) -> Canvas:
    cells = place_cells(scene.columns, len(scene.tiles), width)
    unit = cells.unit(width)
    grid = Units(unit, (width - unit * cells.width) / 2, 0)
    canvas = Canvas(width, round(unit * cells.height), theme)
    names = [(_letter(n), box) for n, box in enumerate(cells.rows)]
    names += [(str(n + 1), box) for n, box in enumerate(cells.columns)]
    for text, box in names:
        sign = short_text(theme, text, 0.52 * unit, theme.felt, theme.felt_ink)
        (x, y), (room_x, room_y) = grid.at(box), grid.size(box)
        canvas.put(sign, x + (room_x - sign.width) // 2, y + (room_y - sign.height) // 2)
    for place, (tile, box) in enumerate(zip(scene.tiles, cells.bones, strict=True)):
        call = f"{_letter(place // scene.columns)}{place % scene.columns + 1}"
        _put(canvas, tile, call, grid, box)
    for tile, box in zip(scene.tiles, cells.bones, strict=True):
        if tile is not None and tile.seats:
            badge, (x, y), size = seat_badge(theme, unit, tile.seats), grid.at(box), grid.size(box)
            lowest = y + size[1] + round(BELOW * unit)
            canvas.put(badge, x + (size[0] - badge.width) // 2, lowest - badge.height)
    return canvas


def _put(canvas: Canvas, tile: GridTile | None, call: str, grid: Units, box: Box) -> None:
    theme, unit, at, upright = canvas.theme, grid.unit, grid.at(box), box.height > box.width
    if tile is None:
        canvas.put(place_holder(theme, unit, upright), *at)
        return
    if tile.face is None:
        canvas.put(backs.back(theme, unit, upright=upright, name=call), *at)
    else:
        canvas.put(sprites.bone(theme, unit, *tile.face, upright=upright), *at)
    if tile.ringed:
        canvas.put(sprites.ring(theme, unit, upright), *at)


def _letter(row: int) -> str:
    return chr(ord("A") + row)


BADGE_HEIGHT = 0.46  # the height of a badge with up to three letters, in units
BADGE_STEP = 0.62  # the distance between two letters, as a part of the badge's height
BROADEST_BADGE = 1.1  # the largest width of a badge, in units: one with many letters is less high
BADGE_EDGE = 0.04  # the width of the bright edge, in units


@lru_cache(maxsize=128)
def seat_badge(theme: Theme, unit: int, seats: str) -> Sprite:
    length = 1 + BADGE_STEP * (len(seats) - 1)
    height = SCALE * round(min(BADGE_HEIGHT, BROADEST_BADGE / length) * unit)
    width = SCALE * round(length * height / SCALE)
    large, draw = blank((width, height), theme.ring)
    for inset, colour in ((0, theme.ring), (max(1, BADGE_EDGE * SCALE * unit), theme.letter)):
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, height / 2 - inset, fill=colour)
    for place, seat in enumerate(seats):
        x = height * (0.5 + BADGE_STEP * place)
        write(draw, x, height / 2, seat, 0.68 * height, theme.letter_ink)
    return sprite(large, theme, theme.letter)
