"""Draws everybody's hand, face up, below the table or the board."""

from dataclasses import dataclass
from math import ceil

from renderers.ink import flags, sprites
from renderers.ink.canvas import Canvas
from renderers.ink.empty import place_holder
from renderers.scene.bones import SeatHand

PITCH = 1.14
"""The distance from one bone to the next, in units (half bones of the hands)."""
LEAD = 1.35
"""The width of the seat's letter and the winner's crown above it, in units."""
ROW = 2.6
"""The distance from one seat to the one below it, in units."""
MARGIN = 0.5
"""The felt along the edges and between two columns, in units."""
LARGEST = 18
"""Half a bone in a hand is at most the picture's width divided by this."""


class Hands:
    """Hands for a picture of `width` pixels; `height` is the height they take, in pixels.

    Short hands are drawn two side by side. Each hand has room for `room` bones, or for more if one
    of them is longer.
    """

    def __init__(self, hands: tuple[SeatHand, ...], width: int, room: int = 0) -> None:
        self._hands = hands
        longest = max((len(hand.bones) for hand in hands), default=0)
        self._grid = _Grid.of(len(hands), max(longest, room), width)
        self.height = self._grid.height

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the hands with a line above them, downwards from `top`, in pixels."""
        canvas.rule(top)
        first = top + round(MARGIN * self._grid.unit)
        for place, hand in enumerate(self._hands):
            _draw_seat(canvas, hand, self._grid.unit, *self._grid.corner(place, first))


@dataclass(frozen=True, slots=True)
class _Grid:
    """Seats in one or two columns; `unit`, `width` and `height` in pixels."""

    columns: int
    rows: int
    unit: int
    width: int

    @classmethod
    def of(cls, hands: int, longest: int, width: int) -> "_Grid":
        columns = 2 if longest <= 8 else 1
        across = columns * (MARGIN + LEAD + PITCH * max(longest, 1)) + MARGIN
        unit = int(min(width / across, width / LARGEST))
        return cls(columns, ceil(hands / columns), unit, width)

    @property
    def height(self) -> int:
        return round((ROW * self.rows - (ROW - 2) + 2 * MARGIN) * self.unit)

    def corner(self, place: int, top: int) -> tuple[int, int]:
        row, column = divmod(place, self.columns)
        margin = MARGIN * self.unit
        left = margin + column * (self.width - margin) / self.columns
        return round(left), top + round(ROW * row * self.unit)


def _draw_seat(canvas: Canvas, hand: SeatHand, unit: int, left: int, top: int) -> None:
    theme = canvas.theme
    side = round(0.95 * unit)
    middle = top + (2 * unit - side if hand.winner else unit - side // 2)
    if hand.active:
        canvas.put(flags.turn_sign(theme, side), left, middle)
    canvas.put(flags.lettered_disc(theme, side, hand.seat), left, middle)
    if hand.winner:
        canvas.put(flags.crown(theme, side), left, top + round(0.05 * unit))
    spots = [left + round((LEAD + PITCH * n) * unit) for n in range(len(hand.bones))]
    for x, (high, low) in zip(spots, hand.bones, strict=True):
        canvas.put(sprites.bone(theme, unit, high, low, upright=True), x, top)
    if not hand.bones:
        canvas.put(place_holder(theme, unit, upright=True), left + round(LEAD * unit), top)
