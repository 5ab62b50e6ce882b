"""Draws everybody's hand, face up, below the table or the board: long ones in several lines."""

from dataclasses import dataclass
from math import ceil

from renderers.ink import flags, sprites
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.scene.bones import SeatHand

PITCH = 1.05  # the distance from one bone to the next, in units (half bones of the hands)
LETTER = 0.82  # the width and height of a seat's letter, in units
LEAD = 1.16  # the distance from the left edge of a seat's letter to its bones, in units
DOWN = 2.1  # the distance from one line of a hand to the next, in units
BETWEEN = 0.4  # the felt between one seat and the seat below it, in units
MARGIN = 0.34  # the felt at the side edges and between two columns, in units
EDGE = 0.45  # the felt above and below all hands, in units
LARGEST = 18
"""Half a bone in a hand is the picture's width divided by this, so that seven bones fit side by
side twice, and less only if the hands would be too high."""
TALLEST = 0.57  # the largest height of all hands, in widths of the picture


class Hands:
    """Hands for a picture of `width` pixels.

    `height` is the height they take, and `unit` the width of a bone, in pixels.
    """

    def __init__(self, hands: tuple[SeatHand, ...], width: int) -> None:
        self._hands = hands
        rooms = [max(len(hand.bones), hand.room, 1) for hand in hands]
        self._grid = _grid(rooms, width)
        self.height, self.unit = self._grid.height, self._grid.unit

    def draw(self, canvas: Canvas, top: int) -> None:
        for place, hand in enumerate(self._hands):
            left, down = self._grid.corner(place)
            _draw_seat(canvas, hand, self._grid, left, top + down)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Seats in one or two columns, with `slots` bones in a line; `unit` and `width` in pixels.

    `lines` has for each row of seats the number of lines that the longer hand takes.
    """

    columns: int
    slots: int
    unit: int
    width: int
    lines: tuple[int, ...]

    @classmethod
    def of(cls, columns: int, unit: int, width: int, rooms: list[int]) -> "_Grid":
        across = (width / unit - MARGIN) / columns - MARGIN - LEAD
        slots = max(1, int((across - 1) / PITCH) + 1)
        rows = (rooms[first : first + columns] for first in range(0, len(rooms), columns))
        return cls(columns, slots, unit, width, tuple(ceil(max(row) / slots) for row in rows))

    @property
    def height(self) -> int:
        return round((self._down(len(self.lines)) - BETWEEN + EDGE) * self.unit)

    def corner(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, self.columns)
        margin = MARGIN * self.unit
        left = margin + column * (self.width - margin) / self.columns
        return round(left), round(self._down(row) * self.unit)

    def spot(self, number: int) -> tuple[int, int]:
        line, slot = divmod(number, self.slots)
        return round((LEAD + PITCH * slot) * self.unit), round(DOWN * line * self.unit)

    def _down(self, row: int) -> float:
        """Return the distance of a row of seats from the line above all hands, in units."""
        above = self.lines[:row]
        return EDGE + sum(DOWN * lines - (DOWN - 2) + BETWEEN for lines in above)


def _grid(rooms: list[int], width: int) -> _Grid:
    for unit in range(int(width / LARGEST), 0, -1):
        ways = [_Grid.of(columns, unit, width, rooms) for columns in (1, 2)]
        grid = min(ways, key=lambda way: sum(way.lines))
        if grid.height <= TALLEST * width:
            break
    return grid


def _draw_seat(canvas: Canvas, hand: SeatHand, grid: _Grid, left: int, top: int) -> None:
    theme, unit = canvas.theme, grid.unit
    side = round(LETTER * unit)
    middle = top + (2 * unit - side if hand.winner else unit - side // 2)
    flags.put_letter(canvas, side, hand.seat, left, middle, active=hand.active)
    if hand.winner:
        canvas.put(flags.crown(theme, side), left, top + round(0.1 * unit))
    for number, (high, low) in enumerate(hand.bones):
        x, y = grid.spot(number)
        canvas.put(sprites.bone(theme, unit, high, low, upright=True), left + x, top + y)
    if not hand.bones:
        x, y = grid.spot(0)
        canvas.put(place_holder(theme, unit, upright=True), left + x, top + y)
