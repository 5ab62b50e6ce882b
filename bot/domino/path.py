"""A path of square pieces on a lattice, which grows at its two ends.

The starter lies in the cell (0, 0); x increases to the east, y to the south.
"""

from functools import cache

from msgspec import Struct

from bot.domino.square import MATCHING, SIDES, Pair, Square, opposite

Cell = tuple[int, int]
STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The steps to the neighbouring cells in the north, east, south and west."""
MARKS = 20
"""The number of different marks of spots; no path has more than six spots at once."""


class LaidPiece(Struct, frozen=True, gc=False):
    piece: Square
    cell: Cell
    turn: int
    """The number of quarter turns clockwise."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols as the piece lies, clockwise from the top left."""
        return self.piece.turned(self.turn)


class Placement(Struct, frozen=True, gc=False):
    cell: Cell
    turn: int
    scores: tuple[int, int]
    """The numbers on the side opposite the matched one (SQ-13)."""
    outside: tuple[str, str]
    """The symbols on that side, clockwise."""


class Spot(Struct, frozen=True, gc=False):
    """An empty cell that touches one end and nothing else (SQ-7)."""

    cell: Cell
    end: int
    """The index of the end it touches."""
    side: int
    """The side of the end that the cell touches."""
    shown: Pair
    """The two small squares that the end shows on that side."""
    mark: int = 0
    """A number below :data:`MARKS` that the spot keeps while it is free; no other spot has it."""


class Path(Struct, frozen=True, gc=False):
    """Pieces in the order laid; each touches exactly one that lay before it (SQ-I2)."""

    laid: tuple[LaidPiece, ...] = ()
    ends: tuple[int, ...] = ()
    """The indices of the pieces with fewer than two neighbours (SQ-6): the starter, or two."""
    spots: tuple[Spot, ...] = ()
    """The cells where the next piece may lie, in the order of ends and sides."""
    next_mark: int = 0
    """The mark for the next new spot, unless another spot still has it."""

    def start(self, piece: Square, turn: int = 0) -> "Path":
        """Return a path with only the starter, which lies as it is spelled, unless turned."""
        return _with_spots(Path(), (LaidPiece(piece, (0, 0), turn),), (0,))

    def ways(self, piece: Square) -> tuple[Placement, ...]:
        """Return every cell and turn at which ``piece`` matches an end (SQ-3)."""
        found = []
        for spot in self.spots:
            for side in MATCHING[spot.shown][piece]:
                turn, free = (opposite(spot.side) - side) % SIDES, opposite(side)
                outside = piece.symbols[free], piece.symbols[(free + 1) % SIDES]
                found.append(Placement(spot.cell, turn, piece.scores[free], outside))
        return tuple(found)

    def fits(self, piece: Square) -> bool:
        return bool(self.ways(piece))

    def lay(self, piece: Square, cell: Cell, turn: int) -> "Path":
        """Lay ``piece`` in one of the spots; raises ``ValueError`` for any other cell."""
        end = next((spot.end for spot in self.spots if spot.cell == cell), None)
        if end is None:
            raise ValueError(f"nothing can be laid at {cell_name(cell)}")
        alone = len(self.laid) == 1
        ends = self.ends if alone else tuple(each for each in self.ends if each != end)
        laid = (*self.laid, LaidPiece(piece, cell, turn))
        return _with_spots(self, laid, (*ends, len(self.laid)))

    def mark(self, cell: Cell) -> int:
        """Return the mark of the spot in a cell; raises ``ValueError`` if there is none."""
        for spot in self.spots:
            if spot.cell == cell:
                return spot.mark
        raise ValueError(f"nothing can be laid at {cell_name(cell)}")


def _with_spots(before: Path, laid: tuple[LaidPiece, ...], ends: tuple[int, ...]) -> Path:
    """Return the path with its spots, which keep the marks that they had ``before``.

    New ones get the next marks in turn, so that a mark is used again as late as possible.
    """
    taken = {each.cell for each in laid}
    marks = {spot.cell: spot.mark for spot in before.spots}
    new, spots = before.next_mark, []
    for end in ends:
        (x, y), turn, sides = laid[end].cell, laid[end].turn, laid[end].piece.sides
        for side, (dx, dy) in enumerate(STEPS):
            cell = (east, south) = x + dx, y + dy
            touched = (
                ((east, south - 1) in taken)
                + ((east + 1, south) in taken)
                + ((east, south + 1) in taken)
                + ((east - 1, south) in taken)
            )
            if touched == 1 and cell not in taken:
                if cell not in marks:
                    while new in marks.values():
                        new = (new + 1) % MARKS
                    marks[cell], new = new, (new + 1) % MARKS
                spots.append(Spot(cell, end, side, sides[(side - turn) % SIDES], marks[cell]))
    return Path(laid, ends, tuple(spots), new)


@cache
def cell_name(cell: Cell) -> str:
    """Return a cell's name: ``n2e1`` is two to the north and one to the east of the starter."""
    x, y = cell
    north = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    east = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    return north + east or "start"
