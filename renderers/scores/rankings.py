"""Draws a ranking: each line has its place, the bone of that place, a name, a bar and a number."""

from math import floor

from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Theme
from renderers.scene.scores import RankingScene, RankRow
from renderers.scores.figures import MEDALS, bar, bold_text, medal, place_bone, tray
from renderers.scores.names import fitted_text

UNIT = 18.5  # the width of the picture in units: half bones
LINE = 1.4  # the distance from one line to the next, in units
MARGIN = 0.6  # the felt around all lines, in units
GAP = 0.4  # the felt between the parts of a line, in units
PLACE = 0.62  # the size of the place's number, in units
VALUE = 0.62  # the size of the number at the end of a line, in units
BAR = 0.5  # the height of a bar, in units
NAME = 0.64  # the size of a name, in units
NAMED_BAR = 0.34  # the height of a bar below a name, in units
NOBODY = 3  # the number of places that an empty ranking shows


def draw_ranking(scene: RankingScene, width: int, theme: Theme) -> Canvas:
    unit = int(width / UNIT)
    rows = len(scene.rows) or NOBODY
    height = round(unit * (2 * MARGIN + (rows - 1) * LINE + 1))
    canvas = Canvas(width, height, theme)
    lines = _Lines(canvas, scene.rows, unit)
    for nth, row in enumerate(scene.rows):
        lines.draw(nth, row)
    for nth in range(len(scene.rows), rows):
        lines.free(nth)
    return canvas


class _Lines:
    def __init__(self, canvas: Canvas, rows: tuple[RankRow, ...], unit: int) -> None:
        self._canvas, self._theme, self._unit = canvas, canvas.theme, unit
        width = canvas.width
        places = [self._place(str(row.place)) for row in rows] or [self._place("1")]
        values = [self._value(row) for row in rows]
        self._first = round(MARGIN * unit)
        self._number = max(each.width for each in places)
        self._bone = self._first + self._number + round(GAP * unit)
        self._bar = self._bone + 2 * unit + round(1.2 * GAP * unit)
        self._end = width - self._first
        last = max((each.width for each in values), default=-round(GAP * unit))
        self._room = self._end - last - round(GAP * unit) - self._bar

    def draw(self, nth: int, row: RankRow) -> None:
        theme, unit, top = self._theme, self._unit, self._top(nth)
        self._number_at(str(row.place), top)
        self._canvas.put(place_bone(theme, unit, row.place), self._bone, top)
        if row.place <= MEDALS:
            self._canvas.put(medal(theme, unit, row.place), self._bone, top)
        name = fitted_text(
            theme, row.name, NAME * unit, theme.felt, theme.letter_ink, room=self._room
        )
        if name is None:
            self._strip(row.share, top + unit // 2, BAR)
        else:
            high = round(NAMED_BAR * unit)
            self._canvas.put(name, self._bar, top)
            self._strip(row.share, top + unit - high // 2, NAMED_BAR)
        value = self._value(row)
        self._canvas.put(value, self._end - value.width, self._centred(value, top))

    def free(self, nth: int) -> None:
        top, unit = self._top(nth), self._unit
        self._number_at(str(nth + 1), top)
        self._canvas.put(place_holder(self._theme, unit, upright=False), self._bone, top)
        self._tray(top + unit // 2, BAR)

    def _number_at(self, text: str, top: int) -> None:
        number = self._place(text)
        x = self._first + self._number - number.width
        self._canvas.put(number, x, self._centred(number, top))

    def _strip(self, share: float, middle: int, height: float) -> None:
        """Draw a bar in its tray around `middle` (pixels); `height` in units."""
        self._tray(middle, height)
        inset = max(2, round(0.06 * self._unit))
        high = max(2, round(height * self._unit) - 2 * inset)
        room = self._room - 2 * inset
        long = max(high // 2, floor(room * min(max(share, 0.0), 1.0)))
        self._canvas.put(bar(self._theme, long, high), self._bar + inset, middle - high // 2)

    def _tray(self, middle: int, height: float) -> None:
        groove = tray(self._theme, self._room, round(height * self._unit))
        self._canvas.put(groove, self._bar, middle - groove.height // 2)

    def _top(self, nth: int) -> int:
        return round(self._unit * (MARGIN + nth * LINE))

    def _centred(self, each: Sprite, top: int) -> int:
        return top + (self._unit - each.height) // 2

    def _place(self, text: str) -> Sprite:
        theme = self._theme
        return bold_text(theme, text, PLACE * self._unit, theme.felt, theme.letter_ink)

    def _value(self, row: RankRow) -> Sprite:
        theme = self._theme
        colour = theme.flag if row.gained else theme.letter_ink
        return bold_text(theme, row.value, VALUE * self._unit, theme.felt, colour)
