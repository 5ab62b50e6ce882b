import io
import os
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageStat

from renderers.geometry.places import Box
from renderers.paint import render
from renderers.rows.racks import Racks
from renderers.scene.bones import Scene

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
RECORD = "BONEYARD_RECORD"  # set this environment variable to record the golden pictures again
TOLERANCE = 12
"""The most that any 8 by 8 pixels may differ from the golden picture, of 255; a pip is more."""
TELLING = 60
"""The least difference in brightness, of 255, that tells two marks apart without colour."""
ROUNDING = 1e-9


def picture(scene: Scene, width: int = 1200) -> Image.Image:
    image = Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])
    image.load()
    return image


def assert_golden(name: str, scene: Scene) -> None:
    data = render(scene, width=400)
    assert render(replace(scene), width=400) == data, "the same scene gives the same bytes"
    assert_looks_golden(name, Image.open(io.BytesIO(data)))


def assert_looks_golden(name: str, drawn: Image.Image) -> None:
    path = GOLDEN / f"{name}.png"
    if RECORD in os.environ:
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn.save(path)
    golden, drawn = Image.open(path).convert("RGB"), drawn.convert("RGB")
    assert golden.size == drawn.size
    spots = ImageChops.difference(golden, drawn).convert("L").reduce(8)
    most = ImageStat.Stat(spots).extrema[0][1]
    assert most <= TOLERANCE, f"look at it; {RECORD}=1 records it again"


def contrast(one: Image.Image, other: Image.Image) -> float:
    """Return the greatest difference in brightness between two pictures, of 255."""
    greys = [each.convert("L") for each in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1]


def assert_all_differ(images: Iterable[Image.Image]) -> None:
    """Check that no two pictures are as bright everywhere."""
    assert all(contrast(*pair) > TELLING for pair in combinations(images, 2))


def assert_told_apart(one: Scene, other: Scene, width: int = 400) -> None:
    """Check that two scenes differ in more than colour, on a phone too."""
    assert contrast(picture(one, width), picture(other, width)) > TELLING, (one, other)


def colours(image: Image.Image) -> set[bytes]:
    data = image.tobytes()
    return {data[at : at + 3] for at in range(0, len(data), 3)}


def amount(colour: tuple[int, int, int], image: Image.Image) -> int:
    """Return the number of pixels of exactly this colour."""
    drawn = image.convert("RGB")
    counted = drawn.getcolors(drawn.width * drawn.height) or []
    return sum(count for count, each in counted if each == colour)


def count_spots(mask: Image.Image) -> int:
    """Return the number of separate white areas."""
    spots = 0
    while (place := mask.tobytes().find(255)) >= 0:
        ImageDraw.floodfill(mask, (place % mask.width, place // mask.width), 0)
        spots += 1
    return spots


def gap(one: Box, other: Box) -> float:
    """Return the distance of two boxes along the axis where it is larger; overlaps are negative."""
    x, y, width, height = one
    left, top, wide, high = other
    return max(x - (left + wide), left - (x + width), y - (top + high), top - (y + height))


def seam(one: Box, other: Box) -> float:
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(wide, high)


def apart(*boxes: Box) -> bool:
    return all(gap(one, other) >= -ROUNDING for one, other in combinations(boxes, 2))


def assert_in_racks(placed: Racks, counts: list[int], most: float) -> None:
    """Check that each row has so many pieces, in racks, apart and in order, and pointed at."""
    frame = Box(0, 0, placed.width, placed.height)
    assert [len(row.pieces) for row in placed.rows] == counts
    solid = [box for row in placed.rows for box in (row.letter, *row.racks, row.crown) if box]
    assert all(within(box, frame) for box in solid)
    assert apart(*solid)
    for row in placed.rows:
        assert (row.holder is not None) == (not row.pieces)
        inside = [*row.pieces, *row.signs.values(), *filter(None, [row.holder])]
        assert all(any(within(box, rack) for rack in row.racks) for box in inside)
        assert apart(*inside)
        lines = [[piece for piece in row.pieces if within(piece, rack)] for rack in row.racks]
        order = [each for line in lines for each in sorted(line, key=lambda box: box.x)]
        assert list(row.pieces) == order
        for front, sign in row.signs.items():
            piece = row.pieces[0 if front == "left" else -1]
            assert abs(sign.y + sign.height / 2 - piece.y - piece.height / 2) < ROUNDING
            felt = piece.x - sign.right if front == "left" else sign.x - piece.right
            assert 0 < felt < most


def within(inner: Box, outer: Box, margin: float = 0) -> bool:
    """Return whether one box is inside another, and at least ``margin`` from its edges."""
    return outer.grown(ROUNDING - margin).holds(inner)
