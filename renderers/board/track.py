"""The layout of a board. One unit is the side of one of its squares.

From the inside out: the squares, with a rim above for their letters and one on the left for their
numbers; the ring of the score track's spaces; and a lane of felt in which the score pieces stand
beside their spaces. The track starts in the lower left corner and runs clockwise.
"""

from dataclasses import dataclass

from renderers.geometry.places import Box, Heading

RIM = 0.6
"""The breadth of the rim, in units."""
RING = 0.62
"""The breadth of the ring, in units."""
LANE = 0.78
"""The distance from the ring to the edge of the picture, in units."""
RAIL = 0.2
"""The part of the lane kept free for the rail, where the start is, in units."""
MORE_START = 0.5
"""The extra length of the start over a corner, in units: it has to hold everybody's piece."""

SIDES = (Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST)
"""The directions of the track, from the lower left corner on."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the track, and the direction in which the track continues from it."""

    box: Box
    heading: Heading

    @property
    def middle(self) -> float:
        """The middle's position along its side: its x, or its y where the track is vertical."""
        box = self.box
        return box.x + box.width / 2 if self.heading.dx else box.y + box.height / 2


@dataclass(frozen=True, slots=True)
class Track:
    """A board of `size` by `size` squares, and the `spaces` of the track in their order.

    `start` is the place before the first space. `corners` are the other corners of the ring, each
    with the direction of the track from there.
    """

    size: int
    start: Box
    spaces: tuple[Space, ...]
    corners: tuple[Space, ...]
    board: Box
    """The box of all squares."""

    @property
    def side(self) -> float:
        """The width and height of everything, in units."""
        return self.size + RIM + 2 * (RING + LANE)

    @property
    def rim(self) -> Box:
        """The box of the squares and the rim."""
        return Box(LANE + RING, LANE + RING, self.size + RIM, self.size + RIM)

    @property
    def ring(self) -> Box:
        """The box of the squares, the rim, and the ring around them."""
        return Box(LANE, LANE, self.side - 2 * LANE, self.side - 2 * LANE)

    def square(self, column: int, row: int) -> Box:
        """Return the box of a square of the board."""
        return Box(self.board.x + column, self.board.y + row, 1, 1)


def place_track(size: int, count: int) -> Track:
    """Lay out a track of `count` spaces around a board, as many on each side, or nearly so."""
    near, inner = LANE, size + RIM
    far = near + RING + inner
    half = RING / 2
    start = Box(RAIL, far, near + RING + MORE_START - RAIL, near + RING - RAIL)
    runs = (
        (near + half, far, inner),
        (near + RING, near + half, inner),
        (far + half, near + RING, inner),
        (far, far + half, inner - MORE_START),
    )
    spaces: list[Space] = []
    for turn, (heading, (x, y, length)) in enumerate(zip(SIDES, runs, strict=True)):
        here = (count + 3 - turn) // 4
        for place in range(here):
            step = length / here
            box = Box.ahead(x, y, heading, step, RING)
            along = place * step
            spaces.append(Space(box.moved(heading.dx * along, heading.dy * along), heading))
    corners = tuple(
        Space(Box(x, y, RING, RING), heading)
        for heading, x, y in zip(SIDES[1:], (near, far, far), (near, near, far), strict=True)
    )
    board = Box(near + RING + RIM, near + RING + RIM, size, size)
    return Track(size, start, tuple(spaces), corners, board)
