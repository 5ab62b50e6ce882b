"""Draws the square pieces that somebody has: a hand, or everybody's in racks below the table.

One unit is half the side of a piece. A rack keeps its size while its row grows shorter, and every
row begins at the left end of its rack.
"""

from math import ceil

from renderers.geometry.places import Box, Units
from renderers.hands.hand import OVERLAP, Hand, Kind
from renderers.ink.canvas import Canvas
from renderers.ink.themes import Theme
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
from renderers.rows.rows import draw_row
from renderers.scene.squares import HandSquare, SquareHandScene, SquareRowsScene, SquareSeat
from renderers.squares.sprites import (
    NUMBER,
    dimmed_square,
    no_square,
    number_sign,
    square,
    square_back,
)
from renderers.squares.table import SquaresTable

LARGEST, LARGEST_SHOWN = 22, 18
"""Half a piece in a row below the table is at most the picture's width divided by this; the second
in rows that are shown."""
TALLEST, TALLEST_SHOWN = 0.4, 0.6
"""The largest height of all rows below the table, in widths of the picture; the same."""
TABLE = 0.85  # the largest height of the table above them, in widths of the picture
SLOTS, FEWEST_SLOTS = 9, 6
"""The number of pieces that a rack has room for in one line, if no row is longer, and the least."""
GAP = 0.14  # the felt between two pieces, in units
LETTER = 1.14  # the width and height of a seat's letter, in units
LEAD = LETTER + 0.52  # the distance from the left edge of a seat's letter to its rack, in units
CROWN = 0.96  # the width and height of the winner's crown, in units


def draw_square_rows(scene: SquareRowsScene, width: int, theme: Theme) -> Canvas:
    table = SquaresTable(scene.table, width, TABLE)
    largest, tallest = (LARGEST_SHOWN, TALLEST_SHOWN) if scene.shown else (LARGEST, TALLEST)
    racks = place_seats(scene.rows, tallest, shown=scene.shown)
    unit = int(min(width / racks.width, width / largest, tallest * width / racks.height))
    canvas = Canvas(width, table.height + round(racks.height * unit), theme)
    table.draw(canvas)
    canvas.rule(table.height)
    grid = Units(unit, (width - unit * racks.width) / 2, table.height)
    back, missing = square_back(theme, unit), no_square(theme, unit)
    for row, placed in zip(scene.rows, racks.rows, strict=True):
        faces = [back if each is None else square(theme, unit, each) for each in row.pieces]
        draw_row(canvas, row, placed, faces or [missing], grid)
    return canvas


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


SQUARES: Kind[HandSquare] = Kind(
    2,
    2.24,
    lambda theme, unit, piece: square(theme, unit, piece.symbols),
    lambda theme, unit, piece: dimmed_square(theme, unit, piece.symbols),
    no_square,
    number=number_sign,
    foot=2.3 + NUMBER - OVERLAP,
    tag=-0.34,
)
LENGTHS = ((10, 5), (21, 7), (48, 10))
"""Pairs of a hand's largest size and the most pieces in one of its rows."""


def squares_in_hand(scene: SquareHandScene, width: int) -> Hand[HandSquare]:
    count = len(scene.pieces)
    longest = next((length for most, length in LENGTHS if count <= most), LENGTHS[-1][1])
    return Hand(scene.pieces, SQUARES, longest, width, scene.planned)
