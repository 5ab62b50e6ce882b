"""Pictures of tables and hands: `render` turns a scene into the bytes of a PNG."""

from renderers.paint import render
from renderers.scene import (
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    RowScene,
    RowsScene,
    Scene,
    SeatHand,
    SeatRow,
    Side,
)

__all__ = [
    "HandBone",
    "HandScene",
    "LaidBone",
    "LineScene",
    "OpenEnd",
    "RoundScene",
    "RowScene",
    "RowsScene",
    "Scene",
    "SeatHand",
    "SeatRow",
    "Side",
    "render",
]
