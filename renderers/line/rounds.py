"""Draws the table with everybody's hand below it."""

from renderers.hands.everyone import Hands
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.line.table import Table
from renderers.scene.bones import RoundScene


def draw_round(scene: RoundScene, width: int, theme: Theme) -> Canvas:
    """Draw the table with the hands below it."""
    table, hands = Table(scene.line, width), Hands(scene.hands, width, scene.room)
    canvas = Canvas(width, table.height + hands.height, theme)
    table.draw(canvas)
    hands.draw(canvas, table.height)
    return canvas
