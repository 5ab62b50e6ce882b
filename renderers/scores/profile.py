"""Draws a player's profile: their rating curve, games, streaks and achievements."""

from math import ceil

from renderers.ink import flags
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.scores import GameBar, ProfileScene
from renderers.scores.badges import badge, rising
from renderers.scores.bars import bar, panel
from renderers.scores.charts import Chart, draw_chart
from renderers.scores.figures import figures
from renderers.scores.medals import no_bone

MARGIN = 0.034
"""The felt around everything and between panels, in widths."""
CORNER = 0.014
"""The radius of a panel's corners, in widths."""
CHART = 0.34
"""The height of the chart, in widths."""
LINE = 0.044
"""The height of a game's line, in widths."""
STREAKS = 0.27
"""The width of the panel of streaks, in widths."""
LEAST_LINES = 5
"""The fewest lines that the games' panel has room for."""
A_ROW = 17
"""The most achievements in one row."""


def draw_profile(scene: ProfileScene, width: int, theme: Theme) -> Canvas:
    """Draw the chart, games and streaks below it, and a tile for each achievement at the foot."""
    margin, corner = round(MARGIN * width), round(CORNER * width)
    room = width - 2 * margin
    chart, line = round(CHART * width), round(LINE * width)
    games = line * max(LEAST_LINES, len(scene.games)) + line
    tiles = _Tiles(len(scene.earned), room)
    height = 3 * margin + chart + games + (tiles.height + margin if scene.earned else 0)
    canvas = Canvas(width, height, theme)
    draw_chart(canvas, Chart(margin, margin, room, chart, corner), scene.curve)
    top, aside = 2 * margin + chart, round(STREAKS * width)
    wide = room - aside - margin
    canvas.put(panel(theme, wide, games, corner), margin, top)
    _draw_games(canvas, scene.games, (margin, top, wide, games))
    canvas.put(panel(theme, aside, games, corner), width - margin - aside, top)
    _draw_streaks(canvas, scene, (width - margin - aside, top, aside, games))
    tiles.draw(canvas, scene.earned, margin, top + games + margin)
    return canvas


def _draw_games(canvas: Canvas, games: tuple[GameBar, ...], box: tuple[int, int, int, int]) -> None:
    """Draw for each game its letter, a bar of matches with one of wins on it, and both numbers."""
    theme, (left, top, wide, high) = canvas.theme, box
    line = round(LINE * canvas.picture.width)
    if not games:
        none = no_bone(theme, line)
        canvas.put(none, left + (wide - none.width) // 2, top + (high - none.height) // 2)
    side, size = round(0.8 * line), 0.56 * line
    gap = round(0.4 * line)
    told = [
        figures(theme, f"{each.wins}/{each.matches}", size, theme.letter, theme.letter_ink)
        for each in games
    ]
    right = left + wide - gap - round(0.2 * line)
    start = left + 2 * gap + side
    room = right - gap - max((each.width for each in told), default=0) - start
    most = max((each.matches for each in games), default=1)
    first = top + (high - line * len(games)) // 2
    thick = round(0.56 * line)
    for nth, (game, number) in enumerate(zip(games, told, strict=True)):
        y = first + nth * line
        letter = flags.seat_letter(theme, side, game.letter)
        canvas.put(letter, left + gap, y + (line - side) // 2)
        for many, bright in ((game.matches, False), (game.wins, True)):
            if many:
                long = max(thick // 2, round(room * many / most))
                canvas.put(bar(theme, long, thick, bright=bright), start, y + (line - thick) // 2)
        canvas.put(number, right - number.width, y + (line - number.height) // 2)


def _draw_streaks(canvas: Canvas, scene: ProfileScene, box: tuple[int, int, int, int]) -> None:
    """Draw the current streak of wins, under an arrow, and the longest, under a crown."""
    theme, (left, top, wide, high) = canvas.theme, box
    size = 0.072 * canvas.picture.width
    side = round(0.9 * size)
    signs = (rising(theme, side), flags.crown(theme, side))
    for nth, (sign, number) in enumerate(zip(signs, (scene.streak, scene.longest), strict=True)):
        colour = theme.letter_ink if number else theme.outline
        told = figures(theme, str(number), size, theme.letter, colour)
        middle = left + (2 * nth + 1) * wide // 4
        y = top + (high - side - round(0.4 * size) - told.height) // 2
        canvas.put(sign, middle - sign.width // 2, y)
        canvas.put(told, middle - told.width // 2, y + side + round(0.4 * size))
    line = max(1, round(canvas.picture.width / 600))
    middle, inset = left + wide // 2, round(0.9 * size)
    canvas.fill((middle, top + inset, middle + line, top + high - inset), theme.seam)


class _Tiles:
    """A tile for each achievement: a star in ivory, or an outline if it is not earned yet."""

    def __init__(self, count: int, room: int) -> None:
        rows = max(1, ceil(count / A_ROW))
        self._across = max(8, ceil(count / rows))
        self._pitch, self._room = room / max(self._across, 10), room
        self._side = round(0.8 * self._pitch)
        self.height = round((rows - 1) * self._pitch) + self._side

    def draw(self, canvas: Canvas, earned: tuple[bool, ...], left: int, top: int) -> None:
        theme, side = canvas.theme, self._side
        across = min(self._across, len(earned))
        start = left + (self._room - (across - 1) * self._pitch - side) / 2
        for nth, is_earned in enumerate(earned):
            row, column = divmod(nth, self._across)
            x, y = start + column * self._pitch, top + row * self._pitch
            canvas.put(badge(theme, side, earned=is_earned), round(x), round(y))
