"""The layout of score pieces: in the lane beside their spaces, those of one space as a group.

Groups that are too close to each other move apart along the lane; each group's point stays at its
space. One unit is a square of the board.
"""

from dataclasses import dataclass
from itertools import accumulate, groupby
from statistics import fmean

from renderers.board.track import LANE, SIDES, Track
from renderers.geometry.places import Box, Heading
from renderers.scene.bones import ScorePiece

DISC = 0.64
"""The diameter of a piece, in units."""
STEP = 0.52
"""The distance from one piece to the next in a group, in units."""
GAP = 0.05
"""The felt between two groups, in units."""
AWAY = 0.07
"""The distance from a piece to the ring, in units."""
DISC_AT_START = 0.56
"""The diameter of a piece at the start, in units: six of them fit there."""
ROW_AT_START = 3
"""The most pieces in a row at the start, while two rows are enough."""


@dataclass(frozen=True, slots=True)
class PlacedGroup:
    """The pieces at one space, in one capsule.

    `heading` is the direction from the pieces to their space, and `aim` the distance along the lane
    from the left (or upper) end of the capsule to the middle of the space, in units.
    """

    pieces: tuple[ScorePiece, ...]
    box: Box
    heading: Heading
    aim: float


def place_groups(track: Track, pieces: tuple[ScorePiece, ...]) -> list[PlacedGroup]:
    """Return the groups of all pieces that have left the start."""
    gone = sorted((piece for piece in pieces if piece.space), key=lambda piece: piece.space)
    groups = [(space, tuple(those)) for space, those in groupby(gone, lambda piece: piece.space)]
    placed = []
    for side in SIDES:
        here = [(s, those) for s, those in groups if track.spaces[s - 1].heading is side]
        here.sort(key=lambda group: track.spaces[group[0] - 1].middle)
        lengths = [DISC + (len(those) - 1) * STEP for _, those in here]
        aims = [track.spaces[space - 1].middle for space, _ in here]
        ends = _ends(track, side)
        for (_, those), length, aim, at in zip(
            here, lengths, aims, _apart(aims, lengths, *ends), strict=True
        ):
            placed.append(_group(track, side, those, length, aim, at))
    return placed


def place_at_start(track: Track, pieces: tuple[ScorePiece, ...]) -> list[tuple[ScorePiece, Box]]:
    """Return the pieces still at the start with their boxes: up to three in a row, or two rows."""
    waiting = [piece for piece in pieces if not piece.space]
    rows = 1 if len(waiting) <= ROW_AT_START else 2
    columns = max(1, -(-len(waiting) // rows))
    start, cut = track.start, DISC_AT_START / 2
    across, down = start.width / columns, start.height / rows
    return [
        (
            piece,
            Box(
                start.x + (n % columns + 0.5) * across - cut,
                start.y + (n // columns + 0.5) * down - cut,
                DISC_AT_START,
                DISC_AT_START,
            ),
        )
        for n, piece in enumerate(waiting)
    ]


def _ends(track: Track, side: Heading) -> tuple[float, float]:
    """Return the bounds of a side's groups: clear of the start and of the other sides' lanes."""
    first, last = LANE, track.side - LANE
    if side is Heading.NORTH:
        last = track.start.y
    elif side is Heading.WEST:
        first = track.start.right
    return first, last


def _apart(aims: list[float], lengths: list[float], first: float, last: float) -> list[float]:
    """Return the left (or upper) ends of groups, each as near to its aim as the others allow."""
    sizes = [length + GAP for length in lengths]
    before = list(accumulate(sizes, initial=0.0))
    # With the lengths before them taken off, groups may coincide, but never swap places.
    blocks: list[list[float]] = []
    for aim, size, space in zip(aims, sizes, before, strict=False):
        blocks.append([aim - size / 2 - space])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    free = [fmean(block) for block in blocks for _ in block]
    return [
        min(max(at, first), last - before[-1]) + space + GAP / 2
        for at, space in zip(free, before, strict=False)
    ]


def _group(
    track: Track,
    side: Heading,
    pieces: tuple[ScorePiece, ...],
    length: float,
    aim: float,
    at: float,
) -> PlacedGroup:
    near, far = LANE - AWAY - DISC, track.side - LANE + AWAY
    boxes = {
        Heading.NORTH: Box(near, at, DISC, length),
        Heading.EAST: Box(at, near, length, DISC),
        Heading.SOUTH: Box(far, at, DISC, length),
        Heading.WEST: Box(at, far, length, DISC),
    }
    inwards = SIDES[(SIDES.index(side) + 1) % 4]
    return PlacedGroup(pieces, boxes[side], inwards, aim - at)
