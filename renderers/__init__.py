"""Pictures of tables and hands: `render` turns a scene into the bytes of a PNG."""

from renderers.paint import render
from renderers.scene import (
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    Scene,
    SeatHand,
    Side,
)

__all__ = [
    "HandBone",
    "HandScene",
    "LaidBone",
    "LineScene",
    "OpenEnd",
    "RoundScene",
    "Scene",
    "SeatHand",
    "Side",
    "render",
]
