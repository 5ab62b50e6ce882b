"""The layout of everybody's square pieces in racks, shallow trays in the felt.

One unit is half the side of a piece. A rack keeps its size while its row grows shorter, and every
row begins at the left end of its rack.
"""

from math import ceil

from renderers.geometry.places import Box
from renderers.rows.racks import (
    BETWEEN,
    LIP,
    MARGIN,
    RAISE,
    SIDE,
    PlacedRow,
    Racks,
    Side,
    front_sign,
)
from renderers.scene.squares import SquareSeat

SLOTS, FEWEST_SLOTS = 9, 6
"""The number of pieces that a rack has room for in one line, if no row is longer, and the least."""
GAP = 0.14  # the felt between two pieces, in units
LETTER = 1.14  # the width and height of a seat's letter, in units
LEAD = LETTER + 0.52  # the distance from the left edge of a seat's letter to its rack, in units
CROWN = 0.96  # the width and height of the winner's crown, in units


def place_seats(rows: tuple[SquareSeat, ...], tallest: float, *, shown: bool = False) -> Racks:
    """Lay out all seats' racks, one below the other.

    A rack has `SLOTS` pieces in a line. If rows are longer or `shown`, it has the number that makes
    pieces largest in a frame that is shown at most `tallest` times as high as wide.
    """
    longest = max((max(row.room, len(row.pieces)) for row in rows), default=0)
    if longest <= SLOTS and not shown:
        return _stack(rows, SLOTS)
    ways = (_stack(rows, slots) for slots in range(FEWEST_SLOTS, max(FEWEST_SLOTS, longest) + 1))
    return min(ways, key=lambda way: max(way.width, way.height / tallest))


def _stack(rows: tuple[SquareSeat, ...], slots: int) -> Racks:
    placed, top = [], MARGIN
    for row in rows:
        seat, height = _lay(row, slots, top)
        placed.append(seat)
        top += height + BETWEEN
    return Racks(2 * MARGIN + LEAD + _width(slots), top - BETWEEN + MARGIN, tuple(placed))


def _width(slots: int) -> float:
    return slots * (2 + GAP) - GAP + 2 * SIDE


def _lay(row: SquareSeat, slots: int, top: float) -> tuple[PlacedRow, float]:
    """Return a row with the upper edge of its racks at `top`, and the height of its racks."""
    left, count = MARGIN + LEAD, len(row.pieces)
    lines, down = max(1, ceil(max(count, row.room) / slots)), 2 + 2 * LIP + BETWEEN
    boxes = []
    for place in range(max(1, count)):
        line, column = divmod(place, slots)
        x, y = left + SIDE + column * (2 + GAP), top + LIP + line * down
        boxes.append(Box(x, y, 2, 2))
    signs: dict[Side, Box] = {}
    for front in row.fronts if count else ():
        place = 0 if front == "left" else -1
        if count > 1 or not signs:
            boxes[place] = boxes[place].moved(0, -RAISE)
        signs[front] = front_sign(boxes[place], on_left=front == "left")
    height = lines * down - BETWEEN
    middle = top + (height - LETTER) / 2 + (CROWN / 2 if row.winner else 0)
    seat = PlacedRow(
        letter=Box(MARGIN, middle, LETTER, LETTER),
        racks=tuple(
            Box(left, top + line * down, _width(slots), down - BETWEEN) for line in range(lines)
        ),
        pieces=tuple(boxes) if count else (),
        signs=signs,
        holder=None if count else boxes[0],
        crown=Box(MARGIN + (LETTER - CROWN) / 2, middle - CROWN, CROWN, CROWN)
        if row.winner
        else None,
    )
    return seat, height
