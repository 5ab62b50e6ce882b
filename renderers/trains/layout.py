"""The layout of trains, without pixels: one unit is half a bone.

The hub is at the left. From there a track goes to every train, whose bones lie along it from left
to right, doubles across. All bones of a match are as large: the picture is `WIDTH` units wide. A
train that reaches the right edge goes on in its next row, like a text; without one, its first bones
give way to their number. Where a bone lies depends only on its own train.
"""

from bisect import bisect_left
from typing import NamedTuple

from renderers.geometry.places import Box, Heading
from renderers.geometry.snake import (
    ACROSS,
    ALONG,
    FLAG_GAP,
    FLAG_HEIGHT,
    FLAG_WIDTH,
    FLAG_WIDTH_LABELLED,
)
from renderers.scene.trains import Train, TrainsScene

WIDTH = 18.0
"""The width of the picture: half a bone is 22 pixels wide where 400 pixels show all of it."""
ROW = 2.15  # the distance from one row of bones to the next; a double across is two units high
ROWS = 10  # the most rows of all trains together, so that the picture is not much higher than wide
MARGIN = 0.35  # the felt along the edges
TRUNK = 1.0  # the place of the track from which all trains' tracks turn off, and of the hub
LABEL, BRANCH = 1.0, 2.2  # the side of a train's label, and its middle, where further rows turn off
START, END = 3.2, WIDTH - MARGIN  # where rows of bones begin, and where flags end
MARKER = (1.2, 0.8)  # the width and height of a marker
MORE = 1.3  # the room for the number of bones that are not shown
BELOW = 0.3  # the felt between the hub and the boneyard below it


class PlacedTrain(NamedTuple):
    """Where a train's label, its marker if any, its bones and its flag are.

    `hidden` is the number of the first bones that are not shown, given in the box `more`. `rows`
    has the middle of every row, from the top. A double is higher than wide.
    """

    rows: tuple[float, ...]
    label: Box
    marker: Box | None
    hidden: int
    more: Box
    bones: tuple[Box, ...]
    flag: Box


class Yard(NamedTuple):
    """All trains from the top down, the engine in the hub, and the boneyard below it."""

    height: float
    hub: Box
    boneyard: Box | None
    trains: tuple[PlacedTrain, ...]


def lay_out_trains(scene: TrainsScene) -> Yard:
    most = ROWS // max(1, len(scene.trains)) or 1
    trains, top = list[PlacedTrain](), MARGIN
    for train, rows in zip(scene.trains, scene.rows or (1,) * len(scene.trains), strict=True):
        trains.append(_placed(train, top, most, rows))
        top += ROW * len(trains[-1].rows)
    height = max(top, MARGIN + 2 * ROW) + MARGIN
    pile = scene.boneyard is not None
    hub = Box(TRUNK - 0.5, height / 2 - (2 + BELOW / 2 if pile else 1), 1, 2)
    return Yard(height, hub, hub.moved(0, 2 + BELOW) if pile else None, tuple(trains))


def _placed(train: Train, top: float, most: int, least: int) -> PlacedTrain:
    hidden, lines = 0, _wrapped(train, 0)
    if len(lines) > most:  # the fewest bones are hidden with which the others have room
        numbers = range(len(train.bones))
        hidden = bisect_left(numbers, -most, 1, key=lambda n: -len(_wrapped(train, n)))
        lines = _wrapped(train, hidden)
    rows = tuple([top + ROW * (row + 0.5) for row in range(max(least, len(lines)))])
    bones = tuple(
        [
            Box.ahead(x, y, Heading.EAST, *_size(bone))
            for y, line in zip(rows, lines, strict=False)
            for x, bone in line
        ]
    )
    first, x = rows[0], bones[-1].right if bones else START + (MORE if hidden else 0)
    last = rows[len(lines) - 1]
    flag = Box.ahead(x + FLAG_GAP, last, Heading.EAST, _flag_width(train), FLAG_HEIGHT)
    marked = train.marker or train.shared
    label = Box(BRANCH - LABEL / 2, first - (LABEL + 0.03 if marked else LABEL / 2), LABEL, LABEL)
    marker = Box(BRANCH - MARKER[0] / 2, label.bottom + 0.05, *MARKER) if marked else None
    more = Box(START, first - 0.5, MORE - 0.15, 1)
    return PlacedTrain(rows, label, marker, hidden, more, bones, flag)


_Line = list[tuple[float, tuple[int, int]]]  # the bones of a row, each with its left edge


def _wrapped(train: Train, hidden: int) -> list[_Line]:
    """Return the rows of a train without its first bones; the last has room for the flag."""
    lines: list[_Line] = [[]]
    x = START + (MORE if hidden else 0)
    flag = FLAG_GAP + _flag_width(train)
    for at, bone in enumerate(train.bones[hidden:], hidden + 1):
        length, _ = _size(bone)
        if x + length > END - (flag if at == len(train.bones) else 0):
            lines.append([])
            x = START
        lines[-1].append((x, bone))
        x += length
    return lines


def _flag_width(train: Train) -> float:
    return FLAG_WIDTH_LABELLED if train.cover else FLAG_WIDTH


def _size(bone: tuple[int, int]) -> tuple[float, float]:
    """Return the width and the height of a bone; a double lies across."""
    return (ACROSS, 2.0) if bone[0] == bone[1] else (ALONG, 1.0)
