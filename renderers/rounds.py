"""Draws the table with everybody's hand below it."""

from __future__ import annotations

from renderers.canvas import Canvas
from renderers.hands import Hands
from renderers.scene import RoundScene
from renderers.table import Table
from renderers.theme import Theme


def draw_round(scene: RoundScene, width: int, theme: Theme) -> Canvas:
    """Draw the table with the hands below it."""
    table, hands = Table(scene.line, width), Hands(scene.hands, width, scene.room)
    canvas = Canvas(width, table.height + hands.height, theme)
    table.draw(canvas)
    hands.draw(canvas, table.height)
    return canvas
