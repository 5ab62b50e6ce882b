"""Draws a player's profile: their rating curve, games, streaks and achievements."""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from renderers.ink import flags
from renderers.ink.backs import place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import SCALE, Sprite, blank, blank_face, over_shadow, star
from renderers.ink.themes import Theme
from renderers.scene.scores import Badge, GameBar, ProfileScene
from renderers.scores.charts import Place, draw_chart
from renderers.scores.figures import bar, bold_text, panel, tinted, tray
from renderers.scores.names import fitted_text, sign
from renderers.squares.sprites import no_square

MARGIN = 0.032  # the felt around everything and between panels, in widths
CORNER = 0.014  # the radius of a panel's corners, in widths
CHART = 0.27  # the height of the chart, in widths
LINE = 0.044  # the height of a game's line, in widths
NAMES = 0.46  # the most of the games' panel that their names take up, as a share of its width
STREAKS = 0.08  # the height of the panel of streaks, in widths
LABEL = 0.031  # the size of labels and of the games' names, in widths
LEAST_LINES = 3  # the fewest lines that the games' panel has room for
A_ROW = 13  # the most achievements in one row


def draw_profile(scene: ProfileScene, width: int, theme: Theme) -> Canvas:
    margin, corner = round(MARGIN * width), round(CORNER * width)
    room = width - 2 * margin
    chart, streaks = round(CHART * width), round(STREAKS * width)
    title = _label(theme, scene.labels.games, width, theme.letter, room)
    lines = max(LEAST_LINES, len(scene.games)) + (0.5 if title is None else 1.3)
    games = round(LINE * width * lines)
    shown = _Badges(scene, width, room, theme)
    height = 4 * margin + chart + games + streaks + (shown.height + margin if scene.badges else 0)
    canvas = Canvas(width, height, theme)
    boxes = [
        Place(margin, margin, room, chart),
        Place(margin, 2 * margin + chart, room, games),
        Place(margin, 3 * margin + chart + games, room, streaks),
    ]
    for box in boxes:
        canvas.put(panel(theme, box.width, box.height, corner), box.left, box.top)
    draw_chart(canvas, boxes[0], scene.curve, scene.labels.rating)
    _draw_games(canvas, scene.games, boxes[1], title)
    _draw_streaks(canvas, scene, boxes[2])
    shown.draw(canvas, scene.badges, margin, boxes[2].top + streaks + margin)
    return canvas


def _label(
    theme: Theme, text: str, width: int, under: tuple[int, int, int], room: float
) -> Sprite | None:
    return fitted_text(theme, text, LABEL * width, under, theme.letter_ink, room=room)


def _draw_games(
    canvas: Canvas, games: tuple[GameBar, ...], box: Place, title: Sprite | None
) -> None:
    theme, line = canvas.theme, round(LINE * canvas.width)
    gap = round(0.5 * line)
    if title is not None:
        canvas.put(title, box.right - gap - title.width, box.top + round(0.4 * line))
    if not games:
        none = place_holder(theme, line, upright=False)
        at = box.left + (box.width - none.width) // 2, box.top + (box.height - none.height) // 2
        canvas.put(none, *at)
        return
    told = [
        bold_text(theme, f"{each.wins}/{each.matches}", 0.6 * line, theme.letter, theme.letter_ink)
        for each in games
    ]
    names = [
        _label(theme, each.name, canvas.width, theme.letter, NAMES * box.width)
        or flags.lettered_disc(theme, round(0.8 * line), each.letter)
        for each in games
    ]
    start = box.left + 2 * gap + max(each.width for each in names)
    room = box.right - 2 * gap - max(each.width for each in told) - start
    most = max(each.matches for each in games)
    first = box.top + round((0.25 if title is None else 1.05) * line)
    thick = round(0.56 * line)
    for nth, (game, name, number) in enumerate(zip(games, names, told, strict=True)):
        middle = first + nth * line + line // 2
        canvas.put(name, box.left + gap, middle - name.height // 2)
        long, top = max(thick, round(room * game.matches / most)), middle - thick // 2
        canvas.put(tray(theme, long, thick), start, top)
        if game.wins:
            won = max(thick // 2, round(long * game.wins / game.matches))
            canvas.put(bar(theme, won, thick), start, top)
        canvas.put(number, box.right - gap - number.width, middle - number.height // 2)


def _draw_streaks(canvas: Canvas, scene: ProfileScene, box: Place) -> None:
    theme, half = canvas.theme, box.width // 2
    side = round(0.55 * box.height)
    marks = (streak_sign(theme, side), flags.crown(theme, side))
    labels = (scene.labels.streak, scene.labels.longest)
    numbers = (scene.streak, scene.longest)
    for nth, (mark, number, text) in enumerate(zip(marks, numbers, labels, strict=True)):
        colour = theme.letter_ink if number else theme.outline
        told = bold_text(theme, str(number), 0.6 * box.height, theme.letter, colour)
        gap, middle = round(0.35 * side), box.top + box.height // 2
        room = half - mark.width - told.width - 4 * gap
        label = _label(theme, text, canvas.width, theme.letter, room)
        parts = [each for each in (mark, told, label) if each is not None]
        wide = sum(each.width for each in parts) + gap * (len(parts) - 1)
        x = box.left + nth * half + (half - wide) // 2
        for each in parts:
            canvas.put(each, x, middle - each.height // 2)
            x += each.width + gap
    line, inset = max(1, round(canvas.width / 600)), round(0.25 * box.height)
    middle = box.left + half
    canvas.fill((middle, box.top + inset, middle + line, box.top + box.height - inset), theme.seam)


class _Badges:
    """A sign for each achievement: on ivory, or a faint one if it is not earned yet."""

    def __init__(self, scene: ProfileScene, width: int, room: int, theme: Theme) -> None:
        rows = max(1, ceil(len(scene.badges) / A_ROW))
        self._across = max(8, ceil(len(scene.badges) / rows))
        self._pitch, self._room = room / max(self._across, 10), room
        self._side = round(0.84 * self._pitch)
        self._title = _label(theme, scene.labels.badges, width, theme.felt, room)
        self._below = 0 if self._title is None else round(1.35 * LABEL * width)
        self.height = self._below + round((rows - 1) * self._pitch) + self._side

    def draw(self, canvas: Canvas, badges: tuple[Badge, ...], left: int, top: int) -> None:
        theme, side = canvas.theme, self._side
        if self._title is not None:
            canvas.put(self._title, left, top)
        across = min(self._across, len(badges))
        start = left + (self._room - (across - 1) * self._pitch - side) / 2
        for nth, each in enumerate(badges):
            row, column = divmod(nth, self._across)
            x, y = start + column * self._pitch, top + self._below + row * self._pitch
            canvas.put(badge(theme, side, each.sign, earned=each.earned), round(x), round(y))


SIGN = 0.84  # the size of an achievement's sign, as a share of its square
WAIST = 0.44  # the radius of a star's inner corners, as a share of that of its points


@lru_cache(maxsize=256)
def badge(theme: Theme, side: int, text: str, *, earned: bool) -> Sprite:
    """Return an ivory square with an achievement's sign, or a faint sign if it is not `earned`.

    A star is drawn for a sign that the font doesn't have, and an outline if it is not earned.
    """
    unit = side // 2
    inner = round(SIGN * 2 * unit)
    if not earned:
        return sign(theme, text, 2 * unit, theme.felt, theme.outline) or no_square(theme, unit)
    large, draw = blank((SCALE * 2 * unit, SCALE * 2 * unit), theme.ivory_edge)
    blank_face(draw, large.size, unit, theme)
    drawn = sign(theme, text, inner, theme.ivory, theme.back)
    if drawn is None:
        middle, radius = SCALE * unit, 0.76 * SCALE * unit
        for share, colour in ((1.0, theme.brass_dark), (0.87, theme.brass)):
            draw.polygon(star(middle, middle, share * radius, WAIST), fill=colour)
        return over_shadow(large, unit, theme)
    square = over_shadow(large, unit, theme)
    at = (square.picture.width - inner) // 2, (square.picture.height - inner) // 2
    square.picture.paste(drawn.picture, at, drawn.mask)
    return square


@lru_cache(maxsize=8)
def streak_sign(theme: Theme, side: int) -> Sprite:
    """Return two arrowheads that point up, in a square of `side` pixels on dark ground."""
    size = SCALE * side
    mask = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(mask)
    for top in (0.12, 0.46):
        low, high = top + 0.4, top + 0.22
        over = ((0.1, low - 0.02), (0.5, top), (0.9, low - 0.02))
        under = ((0.9, low + 0.14), (0.5, high - 0.04), (0.1, low + 0.14))
        draw.polygon([(x * size, y * size) for x, y in (*over, *under)], fill=255)
    return tinted(mask.reduce(SCALE), theme, theme.letter, theme.flag)
