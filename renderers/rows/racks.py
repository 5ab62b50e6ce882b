"""The layout of rows of bones in racks, shallow trays in the felt. One unit is half a bone.

A rack keeps its size while its row grows shorter. The back of the row stays at its end of the rack,
and played bones leave the front of it bare: no bone moves when another is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from renderers.geometry.places import Box
from renderers.scene.bones import SeatRow

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")

GAP = 0.07  # the usual felt between two bones, in units; a picture may take a little less
SIDE = 0.46
"""The felt in a rack on either side of its bones, in units: room for the sign at the front."""
LIP = 0.16  # the felt in a rack above and below its bones, in units
RAISE = 0.14  # the distance that the bone at the front is raised, in units
SIGN_WIDTH, SIGN_HEIGHT = 0.34, 0.68  # the width and height of the sign at the front, in units
LETTER = 0.86  # the width and height of a seat's letter, in units
LEAD = LETTER + 0.34  # the distance from the left edge of a seat's letter to its rack, in units
MARGIN = 0.42  # the felt along the edges and between two columns, in units
BETWEEN = 0.24  # the felt between one seat's rack and the rack below it, in units
OWN_SLOTS = 7  # the bones that the owner's rack has room for, at least


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """The layout of a seat's row of bones or of square pieces.

    `pieces` are in the order of the row. `signs` are the marks at its fronts, by their sides: none
    if no front is set or no piece is left, and both while the owner is to choose one. `holder` is
    the outline in place of the pieces of an empty row; `crown` is set for a winner.
    """

    letter: Box
    racks: tuple[Box, ...]
    pieces: tuple[Box, ...]
    signs: Mapping[Side, Box]
    holder: Box | None
    crown: Box | None = None


@dataclass(frozen=True, slots=True)
class Racks:
    """Rows in a frame of `width` by `height` units, in the order of the scene's rows."""

    width: float
    height: float
    rows: tuple[PlacedRow, ...]


def place_rows(rows: tuple[SeatRow, ...], gap: float = GAP, *, shown: bool = False) -> Racks:
    """Lay out the racks of all seats, each with room for its share of a double-six set.

    Two racks lie one below the other, four or more in two columns; three are too long for columns
    and too many for bones that stand, so their bones lie end to end unless the rows are `shown`.
    """
    slots = max([min(14, 28 // max(1, len(rows))), *(len(row.bones) for row in rows)])
    columns = 2 if len(rows) > 3 else 1
    rack = _Rack(slots, gap, upright=len(rows) != 3 or shown)
    across, down = LEAD + rack.width + MARGIN, rack.height + BETWEEN
    placed = []
    for place, row in enumerate(rows):
        line, column = divmod(place, columns)
        placed.append(rack.lay(row, MARGIN + column * across, MARGIN + line * down))
    lines = max(1, ceil(len(rows) / columns))
    return Racks(MARGIN + columns * across, 2 * MARGIN + lines * down - BETWEEN, tuple(placed))


def place_row(row: SeatRow, gap: float = GAP) -> Racks:
    """Lay out a single row; its owner is to choose the front if none is set and it is active."""
    rack = _Rack(max(OWN_SLOTS, len(row.bones)), gap)
    placed = rack.lay(row, MARGIN, MARGIN)
    if row.active and row.front is None and placed.pieces:
        ends = zip(SIDES, (placed.pieces[0], placed.pieces[-1]), strict=True)
        placed = replace(
            placed, signs={side: front_sign(bone, on_left=side == "left") for side, bone in ends}
        )
    return Racks(2 * MARGIN + LEAD + rack.width, 2 * MARGIN + rack.height, (placed,))


@dataclass(frozen=True, slots=True)
class _Rack:
    """A rack with room for `slots` bones, standing upright or lying on their sides."""

    slots: int
    gap: float
    upright: bool = True

    @property
    def bone(self) -> tuple[int, int]:
        return (1, 2) if self.upright else (2, 1)

    @property
    def width(self) -> float:
        return self.slots * (self.bone[0] + self.gap) - self.gap + 2 * SIDE

    @property
    def height(self) -> float:
        return self.bone[1] + 2 * LIP

    def lay(self, row: SeatRow, x: float, y: float) -> PlacedRow:
        """Place a row with its letter's left edge at `x` and the upper edge of its rack at `y`."""
        left, count = x + LEAD, len(row.bones)
        first = self.slots - max(1, count) if row.front == "left" else 0
        boxes = [self._slot(left, y, first + place) for place in range(max(1, count))]
        signs: dict[Side, Box] = {}
        if count and row.front is not None:
            front = 0 if row.front == "left" else -1
            boxes[front] = boxes[front].moved(0, -RAISE)
            signs = {row.front: front_sign(boxes[front], on_left=row.front == "left")}
        return PlacedRow(
            letter=Box(x, y + (self.height - LETTER) / 2, LETTER, LETTER),
            racks=(Box(left, y, self.width, self.height),),
            pieces=tuple(boxes) if count else (),
            signs=signs,
            holder=None if count else boxes[0],
        )

    def _slot(self, left: float, top: float, place: int) -> Box:
        width, height = self.bone
        return Box(left + SIDE + place * (width + self.gap), top + LIP, width, height)


def front_sign(piece: Box, *, on_left: bool) -> Box:
    """Return the sign's box, in the middle of the felt beside the piece at the front."""
    middle = piece.x - SIDE / 2 if on_left else piece.right + SIDE / 2
    y = piece.y + (piece.height - SIGN_HEIGHT) / 2
    return Box(middle - SIGN_WIDTH / 2, y, SIGN_WIDTH, SIGN_HEIGHT)
