"""Draws how many players reached which result, and across that the same of strong computers."""

from renderers.ink.canvas import Canvas
from renderers.ink.themes import Theme
from renderers.scene.scores import DistributionScene
from renderers.scores.charts import Room
from renderers.scores.figures import bold_text, column, number_plate, panel

MARGIN = 0.034  # the felt around the panel, in widths
CORNER = 0.014  # the radius of the panel's corners, in widths
HEIGHT = 0.34  # the height of the panel, in widths
SIZE = 0.034  # the size of the numbers below the columns, in widths
GAP = 0.16  # the gap between two columns, in columns
WIDEST = 0.1  # the most for a column, in widths
THICK = 0.003  # half the thickness of a level of strong computers, in widths


def draw_distribution(scene: DistributionScene, width: int, theme: Theme) -> Canvas:
    margin, size = round(MARGIN * width), SIZE * width
    wide, high = width - 2 * margin, round(HEIGHT * width)
    canvas = Canvas(width, high + 2 * margin, theme)
    canvas.put(panel(theme, wide, high, round(CORNER * width)), margin, margin)
    room = Room(
        margin + round(size),
        margin + round(0.9 * size),
        width - margin - round(size),
        margin + high - round(2.3 * size),
    )
    line = max(1, round(size / 18))
    canvas.fill((room.left, room.bottom, room.right, room.bottom + line), theme.seam)
    if scene.columns:
        room = _narrowed(room, round(WIDEST * width) * len(scene.columns))
        _draw_columns(canvas, room, scene, max(1, round(THICK * width)))
        _draw_numbers(canvas, room, scene, size)
    return canvas


def _narrowed(room: Room, most: int) -> Room:
    """Return the middle of a room, at most that wide."""
    spare = max(0, room.right - room.left - most) // 2
    return Room(room.left + spare, room.top, room.right - spare, room.bottom)


def _draw_columns(canvas: Canvas, room: Room, scene: DistributionScene, thick: int) -> None:
    """Draw a bar for each column, the own one on a line of gold, and strong computers' level."""
    most = max(max(each.players, each.strong) for each in scene.columns) or 1.0
    step = (room.right - room.left) / len(scene.columns)
    line = max(2, round(0.06 * step))
    for nth, each in enumerate(scene.columns):
        left = round(room.left + (nth + GAP / 2) * step)
        right = round(room.left + (nth + 1 - GAP / 2) * step)
        top, level = room.y(each.players / most), room.y(each.strong / most)
        if top < room.bottom:
            canvas.put(column(canvas.theme, right - left, room.bottom - top), left, top)
        if nth == scene.own:
            canvas.fill((left, room.bottom, right, room.bottom + 2 * line), canvas.theme.ring)
        if each.strong:
            begin, end = (round(room.left + at * step) for at in (nth, nth + 1))
            canvas.fill((begin, level - thick, end, level + thick), canvas.theme.curves[1])


def _draw_numbers(canvas: Canvas, room: Room, scene: DistributionScene, size: float) -> None:
    """Write the label of each column below it, or on gold the own result, if there is room."""
    theme, free = canvas.theme, room.left - round(size)
    step = (room.right - room.left) / len(scene.columns)
    order = sorted(range(len(scene.columns)), key=lambda nth: (nth != scene.own, nth))
    taken: list[tuple[int, int]] = []
    for nth in order:
        text = str(scene.result if nth == scene.own else scene.columns[nth].label)
        told = (
            number_plate(theme, round(1.4 * size), text)
            if nth == scene.own
            else bold_text(theme, text, 0.85 * size, theme.letter, theme.groove)
        )
        left = round(room.left + (nth + 0.5) * step - told.width / 2)
        right, apart = left + told.width, round(0.5 * size)
        if left >= free and all(right + apart <= a or left >= b + apart for a, b in taken):
            taken.append((left, right))
            canvas.put(told, left, room.bottom + round(1.2 * size) - told.height // 2)
