"""The part of a board that is in use: where its bones and the score pieces are."""

from renderers.board.piece_layout import place_at_start, place_groups
from renderers.board.track import LANE, RING, Track
from renderers.geometry.places import Box
from renderers.scene.bones import BoardScene

AROUND = 1
"""The squares shown around the bones and pieces."""


def used_part(scene: BoardScene, track: Track) -> Box:
    """Return the box of all bones and pieces, with a square around it where there is one.

    A side that would cut through the score track is at the edge of the picture instead.
    """
    boxes = [track.square(*cell) for bone in scene.bones for cell in (bone.at, bone.other)]
    boxes += [group.box for group in place_groups(track, scene.pieces)]
    boxes += [box for _, box in place_at_start(track, scene.pieces)]
    boxes = boxes or [track.ring]
    first_x, first_y = min(box.x for box in boxes), min(box.y for box in boxes)
    last_x, last_y = max(box.right for box in boxes), max(box.bottom for box in boxes)
    left, top = _start(first_x), _start(first_y)
    right, bottom = (track.side - _start(track.side - each) for each in (last_x, last_y))
    return Box(left, top, right - left, bottom - top)


def _start(first: float) -> float:
    """Return where the picture starts, if what has to be in it starts at `first`."""
    start = first - AROUND
    return min(first, LANE / 2) if start < LANE + RING else start
