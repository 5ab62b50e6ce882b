"""The empty board: squares, rim, and the ring of the score track. It is drawn once and cached."""

from dataclasses import dataclass
from functools import lru_cache
from math import floor

from PIL import Image, ImageDraw

from renderers.board import ornaments
from renderers.board.inlays import PAIR, Inlay, ink
from renderers.board.packed import Packed
from renderers.board.track import RIM, Track, place_track
from renderers.geometry.places import Box
from renderers.ink.theme import Theme
from renderers.scene.bones import Diamond


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A board laid out for a picture `width` pixels wide; a square has sides of `unit` pixels.

    `left` and `top` are the corner of the board, and `height` is that of the board with its track.
    The unit and every x are even, because a byte of the picture holds two pixels. `plan` returns
    the same object for the same board, so that looking it up is quick.
    """

    track: Track
    width: int
    height: int
    unit: int
    left: int
    top: int

    def at(self, box: Box) -> tuple[int, int]:
        """Return the top left corner of a box in pixels."""
        return self.edges(box)[:2]

    def edges(self, box: Box) -> tuple[int, int, int, int]:
        """Return a box's left, top, right and bottom in pixels."""
        left, top = self._pixel(box.x, box.y)
        return left, top, *self._pixel(box.right, box.bottom)

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        # Measured from the board's own corner, so that squares are whole pixels.
        x, y = x - self.track.board.x, y - self.track.board.y
        return self.left + _even(x * self.unit), self.top + floor(y * self.unit + 0.5)


@lru_cache(maxsize=16)
def plan(size: int, count: int, width: int) -> Plan:
    """Lay out a board of `size` squares a side with `count` spaces around it."""
    track = place_track(size, count)
    unit = int(width / track.side) // PAIR * PAIR
    corner = _even((width - unit * track.side) / 2 + track.board.x * unit)
    return Plan(track, width, round(unit * track.side), unit, corner, round(track.board.y * unit))


@lru_cache(maxsize=32)
def ground(
    plan: Plan,
    height: int,
    theme: Theme,
    star: tuple[int, int],
    diamonds: tuple[Diamond, ...],
    track: tuple[int, ...],
) -> Packed:
    """Return the empty board at the top of a picture of this height. Draw on a copy of it."""
    canvas = _bare(plan.width, height, theme)
    _ring(canvas, plan, track)
    _rim(canvas, plan)
    _start(canvas, plan)
    _squares(canvas, plan)
    canvas.put(ornaments.star(theme, plan.unit), *plan.at(plan.track.square(*star)))
    for each in diamonds:
        sign = ornaments.diamond(theme, plan.unit, each.points)
        canvas.put(sign, *plan.at(plan.track.square(each.column, each.row)))
    return canvas


def _bare(width: int, height: int, theme: Theme) -> Packed:
    """Return felt in a narrow rail, with a dark line for the rail's shadow."""
    rail = max(6, width // 100)
    lines = ((rail, theme.letter), (rail + PAIR, theme.felt))
    inked = Image.new("L", (width, height), ink(theme, theme.rail))
    draw = ImageDraw.Draw(inked)
    for inset, colour in lines:
        box = (inset, inset, width - 1 - inset, height - 1 - inset)
        draw.rounded_rectangle(box, rail, fill=ink(theme, colour))
    return Packed.of(theme, inked)


def _ring(canvas: Packed, plan: Plan, numbers: tuple[int, ...]) -> None:
    theme, line, track = canvas.theme, _line(plan), plan.track
    canvas.fill(_grown(plan.edges(track.ring), line), theme.letter)
    for corner in track.corners:
        canvas.fill(plan.edges(corner.box), theme.back)
        put_middle(canvas, plan, ornaments.way(theme, plan.unit, corner.heading), corner.box)
    for space, number in zip(track.spaces, numbers, strict=True):
        left, top, right, bottom = plan.edges(space.box)
        canvas.fill((left, top, right, bottom), theme.ivory)
        end = (left + line, bottom) if space.heading.dx else (right, top + line)
        canvas.fill((left, top, *end), theme.groove)
        numeral = ornaments.name(theme, str(number), 0.54 * plan.unit, theme.pips[number])
        put_middle(canvas, plan, numeral, space.box)


def _rim(canvas: Packed, plan: Plan) -> None:
    """Draw the band beside the squares: their letters above them, their numbers on the left."""
    theme, board = canvas.theme, plan.track.board
    canvas.fill(plan.edges(plan.track.rim), theme.letter)
    for n in range(plan.track.size):
        for text, box in (
            (chr(ord("A") + n), Box(board.x + n, board.y - RIM, 1, RIM)),
            (str(n + 1), Box(board.x - RIM, board.y + n, RIM, 1)),
        ):
            sign = ornaments.name(theme, text, 0.44 * plan.unit, theme.letter_ink)
            put_middle(canvas, plan, sign, box)


def _start(canvas: Packed, plan: Plan) -> None:
    theme, start = canvas.theme, plan.edges(plan.track.start)
    canvas.fill(start, theme.brass)
    canvas.fill(_grown(start, -_line(plan)), theme.letter)


def _squares(canvas: Packed, plan: Plan) -> None:
    theme, line, board = canvas.theme, _line(plan), plan.track.board
    left, top, right, bottom = plan.edges(board)
    canvas.fill((left, top, right, bottom), theme.felt)
    for n in range(plan.track.size + 1):
        x, y = plan.at(Box(board.x + n, board.y + n, 1, 1))
        canvas.fill((x, top, x + line, bottom + line), theme.seam)
        canvas.fill((left, y, right + line, y + line), theme.seam)


def _line(plan: Plan) -> int:
    return PAIR * max(1, round(plan.unit / 64))


def _grown(box: tuple[int, int, int, int], by: int) -> tuple[int, int, int, int]:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def put_middle(canvas: Packed, plan: Plan, sign: Inlay, box: Box) -> None:
    """Put a sign in the middle of a box, as nearly as whole bytes allow."""
    left, top, right, bottom = plan.edges(box)
    x = _even((left + right - sign.width) / 2)
    canvas.put(sign, x, (top + bottom + 1 - sign.height) // 2)


def _even(x: float) -> int:
    """Return the nearest x at which a byte of the picture starts."""
    return PAIR * floor(x / PAIR + 0.5)
