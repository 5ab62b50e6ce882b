"""Pictures looked at by people, and kept to be compared with."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from renderers import Scene, render

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
RECORD = "BONEYARD_RECORD"
"""Set this variable to record the golden pictures anew."""
TOLERANCE = 12
"""How far any spot of 8 by 8 pixels may be from the golden picture's, of 255: a pip is more."""


def assert_golden(name: str, scene: Scene) -> None:
    """The scene looks as it did when its picture was recorded."""
    path = GOLDEN / f"{name}.png"
    data = render(scene, width=400)
    if RECORD in os.environ:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    golden, drawn = (Image.open(x).convert("RGB") for x in (path, io.BytesIO(data)))
    assert golden.size == drawn.size
    spots = ImageChops.difference(golden, drawn).convert("L").reduce(8)
    assert ImageStat.Stat(spots).extrema[0][1] <= TOLERANCE, (
        f"look at it; {RECORD}=1 records it anew"
    )
