"""Pictures as tests use them: opened, compared, and held against approved ones."""

import io
import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageStat

from renderers.geometry.places import Box
from renderers.paint import render
from renderers.scene.bones import Scene

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
RECORD = "BONEYARD_RECORD"
"""Set this environment variable to record the golden pictures again."""
TOLERANCE = 12
"""The most that any 8 by 8 pixels may differ from the golden picture, of 255; a pip is more."""
TELLING = 60
"""The least difference in brightness, of 255, that tells two marks apart without colour."""
ROUNDING = 1e-9


def picture(scene: Scene, width: int = 1200) -> Image.Image:
    """Return a scene's picture, opened as a viewer would."""
    image = Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])
    image.load()
    return image


def assert_golden(name: str, scene: Scene) -> None:
    """Check that the scene looks as it did when its picture was recorded."""
    data = render(scene, width=400)
    assert render(replace(scene), width=400) == data, "the same scene gives the same bytes"
    assert_looks_golden(name, Image.open(io.BytesIO(data)))


def assert_looks_golden(name: str, drawn: Image.Image) -> None:
    """Check that a picture looks as it did when it was recorded."""
    path = GOLDEN / f"{name}.png"
    if RECORD in os.environ:
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn.save(path)
    golden, drawn = Image.open(path).convert("RGB"), drawn.convert("RGB")
    assert golden.size == drawn.size
    spots = ImageChops.difference(golden, drawn).convert("L").reduce(8)
    assert ImageStat.Stat(spots).extrema[0][1] <= TOLERANCE, (
        f"look at it; {RECORD}=1 records it again"
    )


def contrast(one: Image.Image, other: Image.Image) -> float:
    """Return the greatest difference in brightness between two pictures, of 255."""
    greys = [each.convert("L") for each in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1]


def assert_told_apart(one: Scene, other: Scene, width: int = 400) -> None:
    """Check that two scenes differ in more than colour, on a phone too."""
    assert contrast(picture(one, width), picture(other, width)) > TELLING, (one, other)


def colours(image: Image.Image) -> set[bytes]:
    """Return every colour of a true-colour picture."""
    data = image.tobytes()
    return {data[at : at + 3] for at in range(0, len(data), 3)}


def count_spots(mask: Image.Image) -> int:
    """Return the number of separate white areas."""
    spots = 0
    while (place := mask.tobytes().find(255)) >= 0:
        ImageDraw.floodfill(mask, (place % mask.width, place // mask.width), 0)
        spots += 1
    return spots


def gap(one: Box, other: Box) -> float:
    """Return the distance of two boxes along the axis where it is larger; overlaps are negative."""
    across = max(one.x - other.right, other.x - one.right)
    down = max(one.y - other.bottom, other.y - one.bottom)
    return max(across, down)


def seam(one: Box, other: Box) -> float:
    """Return the length of the edge that two touching boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(wide, high)


def apart(*boxes: Box) -> bool:
    """Return whether no two boxes overlap."""
    return all(gap(one, other) >= -ROUNDING for one, other in combinations(boxes, 2))


def assert_in_racks(racks: tuple[Box, ...], pieces: tuple[Box, ...], signs: list[Box]) -> None:
    """Check that a row's pieces and signs are in its racks, apart, and the pieces in order."""
    inside = [*pieces, *signs]
    assert all(any(within(box, rack) for rack in racks) for box in inside)
    assert apart(*inside)
    lines = [[piece for piece in pieces if within(piece, rack)] for rack in racks]
    assert list(pieces) == [each for line in lines for each in sorted(line, key=lambda box: box.x)]


def within(inner: Box, outer: Box, margin: float = 0) -> bool:
    """Return whether one box is inside another, and at least ``margin`` from its edges."""
    return (
        outer.x + margin <= inner.x + ROUNDING
        and outer.y + margin <= inner.y + ROUNDING
        and inner.right <= outer.right - margin + ROUNDING
        and inner.bottom <= outer.bottom - margin + ROUNDING
    )
