"""The part of a board that a picture shows, empty: squares, star and diamonds in a rim with names.

This window has the squares in use and those that can be next. It grows with the board, some squares
at a time, and never shrinks, so that bones keep their places and sizes from most pictures to the
next.
"""

from dataclasses import dataclass
from functools import lru_cache, reduce
from math import floor

from PIL import Image, ImageDraw

from renderers.board import ornaments
from renderers.board.inlays import PAIR, Inlay, Packed, ink
from renderers.geometry.places import Box, around
from renderers.ink.themes import Theme
from renderers.scene.bones import BoardScene, Diamond

FIRST_COLUMNS, FIRST_ROWS = 9, 7  # the squares around the star that are shown at first
ROOM = 2  # the squares kept free around the bones: a bone laid at any of them is inside
MORE = 1  # the squares that a side moves further than it has to, so that it moves less often
CLOSE = 1  # the squares around the bones in a close picture
RIM = 0.6  # the breadth of the rim with the names of columns and rows, in squares
Edges = tuple[int, int, int, int]  # left, top, right and bottom, in pixels


def window_of(scene: BoardScene) -> Box:
    if scene.extent is not None:
        return Box(*scene.extent)
    bones = [around([Box(*bone.at, 1, 1), Box(*bone.other, 1, 1)]) for bone in scene.bones]
    if scene.close and bones:
        return _within(scene.size, around(bones).grown(CLOSE))
    x, y = scene.star
    first = Box(x - FIRST_COLUMNS // 2, y - FIRST_ROWS // 2, FIRST_COLUMNS, FIRST_ROWS)
    return reduce(
        lambda seen, bone: _grown(seen, bone, scene.size), bones, _within(scene.size, first)
    )


def _grown(window: Box, bone: Box, size: int) -> Box:
    """Return the window with room around a bone; it is at least as wide as high."""
    needed = _within(size, bone.grown(ROOM))
    if window.holds(needed):
        return window
    more = _within(size, needed.grown(MORE))
    left = more.x if needed.x < window.x else window.x
    top = more.y if needed.y < window.y else window.y
    right = more.right if needed.right > window.right else window.right
    bottom = more.bottom if needed.bottom > window.bottom else window.bottom
    if bottom - top > right - left:
        lacking = bottom - top - (right - left)
        left = max(0, min(left - lacking // 2, size - (bottom - top)))
        right = left + bottom - top
    return Box(left, top, right - left, bottom - top)


def _within(size: int, box: Box) -> Box:
    left, top = max(0, box.x), max(0, box.y)
    return Box(left, top, min(size, box.right) - left, min(size, box.bottom) - top)


@dataclass(frozen=True, slots=True)
class Plan:
    """Part of a board laid out for a picture `width` pixels wide.

    `window` is the part, in squares; a square has sides of `unit` pixels. `left` and `top` are the
    corner of the first square, and `height` is that of the board with what is above it. The unit
    and every x are even, because a byte of the picture holds two pixels.
    """

    window: Box
    width: int
    height: int
    unit: int
    left: int
    top: int

    def at(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left corner of a square in pixels."""
        x, y = column - int(self.window.x), row - int(self.window.y)
        return self.left + x * self.unit, self.top + y * self.unit

    @property
    def squares(self) -> Edges:
        wide, high = int(self.window.width) * self.unit, int(self.window.height) * self.unit
        return self.left, self.top, self.left + wide, self.top + high

    @property
    def rim(self) -> int:
        return even(RIM * self.unit)


def rail(width: int) -> int:
    return max(6, width // 100)


def margin(width: int) -> int:
    return even(2.2 * rail(width))


def plan(window: Box, width: int, head: int) -> Plan:
    edge = margin(width)
    unit = int((width - 2 * edge) / (window.width + RIM)) // PAIR * PAIR
    rim = even(RIM * unit)
    left = even((width - unit * window.width - rim) / 2) + rim
    top = head + (0 if head else edge) + rim
    return Plan(window, width, top + unit * int(window.height) + edge, unit, left, top)


def ground(plan: Plan, height: int, theme: Theme, scene: BoardScene) -> Packed:
    canvas = _bare(plan.width, height, theme).copy()
    left, top, right, bottom = plan.squares
    line, rim = _line(plan.unit), plan.rim
    canvas.fill((left - rim, top - rim, right + line, bottom + line), theme.letter)
    for n in range(int(plan.window.width)):
        x, _ = plan.at(int(plan.window.x) + n, 0)
        sign = _named(theme, chr(ord("A") + int(plan.window.x) + n), plan.unit)
        put_middle(canvas, sign, (x, top - rim, x + plan.unit, top))
    for n in range(int(plan.window.height)):
        _, y = plan.at(0, int(plan.window.y) + n)
        sign = _named(theme, str(int(plan.window.y) + n + 1), plan.unit)
        put_middle(canvas, sign, (left - rim, y, left, y + plan.unit))
    x, y = int(plan.window.x) * plan.unit, int(plan.window.y) * plan.unit
    part = (x, y, x + right - left + line, y + bottom - top + line)
    squares = _squares(theme, plan.unit, scene.size, scene.star, scene.diamonds)
    canvas.paste(squares.part(part), left, top)
    return canvas


def _named(theme: Theme, text: str, unit: int) -> Inlay:
    return ornaments.text(theme, text, 0.44 * unit, theme.letter_ink, theme.letter)


@lru_cache(maxsize=32)
def _bare(width: int, height: int, theme: Theme) -> Packed:
    """Return felt in a narrow rail, with a dark line for the rail's shadow."""
    edge = rail(width)
    lines = ((edge, theme.letter), (edge + PAIR, theme.felt))
    inked = Image.new("L", (width, height), ink(theme, theme.rail))
    draw = ImageDraw.Draw(inked)
    for inset, colour in lines:
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, edge, fill=ink(theme, colour))
    return Packed.of(theme, inked)


@lru_cache(maxsize=16)
def _squares(
    theme: Theme, unit: int, size: int, star: tuple[int, int], diamonds: tuple[Diamond, ...]
) -> Packed:
    line = _line(unit)
    side = size * unit + line
    canvas = Packed.of(theme, Image.new("L", (side, side), ink(theme, theme.felt)))
    for n in range(size + 1):
        canvas.fill((n * unit, 0, n * unit + line, side), theme.seam)
        canvas.fill((0, n * unit, side, n * unit + line), theme.seam)
    canvas.put(ornaments.star(theme, unit), star[0] * unit, star[1] * unit)
    for each in diamonds:
        sign = ornaments.diamond(theme, unit, each.points)
        canvas.put(sign, each.column * unit, each.row * unit)
    return canvas


def _line(unit: int) -> int:
    return PAIR * max(1, round(unit / 64))


def put_middle(canvas: Packed, sign: Inlay, box: Edges) -> None:
    left, top, right, bottom = box
    canvas.put(sign, even((left + right - sign.width) / 2), (top + bottom + 1 - sign.height) // 2)


def even(x: float) -> int:
    """Return the nearest x at which a byte of the picture starts."""
    return PAIR * floor(x / PAIR + 0.5)
