"""A published board of Double Double Dominoes, and random bones on it."""

from dataclasses import replace
from random import Random

from renderers.scene.bones import BoardBone, BoardScene, Diamond, ScorePiece

SIZE = 15
"""The number of squares along each side of the board."""
_CORNER = {
    5: [(0, 0)],
    4: [(0, 3), (3, 0), (1, 5), (5, 1)],
    3: [(0, 7), (7, 0), (1, 2), (2, 1), (3, 3)],
    2: [(2, 4), (4, 2), (3, 5), (5, 3)],
    1: [(4, 4), (4, 6), (6, 4), (5, 5)],
}
DIAMONDS = tuple(
    Diamond(column, row, points)
    for points, squares in _CORNER.items()
    for column, row in sorted(
        {
            (c, r)
            for row, column in squares
            for c in (column, SIZE - 1 - column)
            for r in (row, SIZE - 1 - row)
        }
    )
)
EMPTY = BoardScene(SIZE, (7, 7), DIAMONDS)
"""The board before the first bone."""


def random_bones(rng: Random, count: int) -> tuple[BoardBone, ...]:
    """Return that many bones side by side from the star on; touching numbers need not match."""
    taken: set[tuple[int, int]] = set()
    bones: list[BoardBone] = []
    while len(bones) < count:
        x, y = (7, 7) if not bones else (rng.randrange(SIZE), rng.randrange(SIZE))
        dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        squares = {(x, y), (x + dx, y + dy)}
        inside = all(0 <= n < SIZE for square in squares for n in square)
        beside = {(a + d, b + e) for a, b in squares for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if inside and not squares & taken and (not bones or len(beside & taken) in (1, 2)):
            taken |= squares
            bones.append(BoardBone(rng.randrange(7), (x, y), rng.randrange(7), (x + dx, y + dy)))
    return tuple(bones)


def crowded(rng: Random) -> BoardScene:
    """Return a board with 40 bones, the last one ringed, and four pieces on the track."""
    pieces = tuple(
        ScorePiece(seat, rng.randrange(1, 101), rng.randrange(7), seat == "A") for seat in "ABCD"
    )
    bones = random_bones(rng, 40)
    return replace(EMPTY, bones=bones, newest=(39,), pieces=pieces, goal=50)
