"""What is above a board: everybody's points, a map of the whole board, and the track ahead.

Of the score track of a hundred spaces, a picture shows what matters: how far everybody is on the
way to the goal, the number that each score piece stands on, and, to a player, the next numbers.
"""

from dataclasses import dataclass
from math import ceil

from renderers.board import ornaments
from renderers.board.ground import Edges, even, margin, put_middle
from renderers.board.inlays import PAIR, Packed
from renderers.geometry.places import Box
from renderers.scene.bones import BoardScene, ScorePiece

FULL = 900  # the width of a picture, in pixels, at which the sizes below are meant
MAP = 180  # the side of the map, in pixels
ROW = 78  # the height of a line of scores without a map beside it, in pixels
AHEAD = 92  # the height of the track ahead, in pixels
GAP = 16  # the felt between two parts, in pixels


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of a scene, in a picture `width` pixels wide that shows `window` of the board."""

    scene: BoardScene
    window: Box
    width: int

    @property
    def height(self) -> int:
        """The height of the panel, with the felt around it, in pixels; 0 if there is nothing."""
        parts = [each for each in (self._head, self._ahead) if each]
        return margin(self.width) + sum(parts) + self._px(GAP) * len(parts) if parts else 0

    @property
    def _has_map(self) -> bool:
        whole = (self.scene.size, self.scene.size) == (self.window.width, self.window.height)
        return not whole and not self.scene.close

    @property
    def _head(self) -> int:
        if self._has_map:
            return self._map_square * self.scene.size
        return self._px(ROW) * ceil(len(self.scene.pieces) / self._columns)

    @property
    def _ahead(self) -> int:
        return self._px(AHEAD) if self.scene.ahead else 0

    @property
    def _columns(self) -> int:
        seats = len(self.scene.pieces)
        return 2 if seats > 3 or (seats > 1 and not self._has_map) else 1

    @property
    def _map_square(self) -> int:
        return max(PAIR, self._px(MAP / self.scene.size))

    def _px(self, size: float) -> int:
        return even(size * self.width / FULL)

    def draw(self, canvas: Packed) -> None:
        edge = margin(self.width)
        right = self.width - edge
        if self._has_map:
            right -= self._head
            self._draw_map(canvas, right, edge)
            right -= 2 * self._px(GAP)
        lines = ceil(len(self.scene.pieces) / self._columns)
        for n, piece in enumerate(self.scene.pieces):
            line, column = divmod(n, self._columns)
            wide, high = even((right - edge) / self._columns), self._head // lines
            left, top = edge + column * wide, edge + line * high
            cell = (left, top, left + wide - self._px(GAP), top + high)
            self._draw_score(canvas, piece, cell)
        if self.scene.ahead:
            self._draw_ahead(canvas, edge, edge + self._head + self._px(GAP))

    def _draw_score(self, canvas: Packed, piece: ScorePiece, cell: Edges) -> None:
        theme, (left, top, right, bottom) = canvas.theme, cell
        bar = self._px(8)
        side = min(self._px(56), even(0.86 * (bottom - top - bar)))
        middle = (top + bottom - bar - self._px(4)) // 2
        disc = ornaments.disc(theme, side, piece.seat, active=piece.active)
        canvas.put(disc, left, middle - side // 2)
        x = left + side + self._px(GAP)
        self._draw_tile(canvas, piece.number, (x, middle - side // 2, x + side, middle + side // 2))
        told = f"{piece.space}/{self.scene.goal}" if self.scene.goal else str(piece.space)
        points = ornaments.text(theme, told, 0.76 * side, theme.letter_ink, theme.felt)
        canvas.put(points, x + side + self._px(GAP), middle - points.height // 2)
        if not self.scene.goal:
            return
        low = bottom - bar - self._px(4)
        canvas.fill((left, low, right, low + bar), theme.letter)
        reach = left + even((right - left) * min(1, piece.space / self.scene.goal))
        canvas.fill((left, low, reach, low + bar), theme.flag if piece.active else theme.ivory)

    def _draw_tile(
        self, canvas: Packed, number: int | None, box: Edges, *, goal: bool = False
    ) -> None:
        """Draw a space of the track; one without a number is an empty frame."""
        theme, line = canvas.theme, max(PAIR, self._px(4 if goal else 2))
        left, top, right, bottom = box
        canvas.fill(box, theme.flag if goal else theme.letter)
        inside = (left + line, top + line, right - line, bottom - line)
        canvas.fill(inside, theme.felt if number is None else theme.ivory)
        if number is not None:
            size = 0.72 * (bottom - top)
            sign = ornaments.text(theme, str(number), size, theme.pips[number], theme.ivory)
            put_middle(canvas, sign, box)

    def _draw_ahead(self, canvas: Packed, left: int, top: int) -> None:
        """Draw the next spaces of the track, each with the points that lead there."""
        theme = canvas.theme
        own = next(piece for piece in self.scene.pieces if piece.seat == self.scene.own)
        step = even((self.width - 2 * left) / (len(self.scene.ahead) + 1))
        step, high = min(step, self._px(64)), self._px(58)
        side = min(step - self._px(8), high)
        canvas.put(
            ornaments.disc(theme, side, own.seat, active=own.active), left, top + (high - side) // 2
        )
        for n, number in enumerate(self.scene.ahead, 1):
            x = left + n * step
            is_goal = own.space + n == self.scene.goal
            self._draw_tile(
                canvas, number, (x, top, x + step - self._px(6), top + high), goal=is_goal
            )
            told = ornaments.text(theme, f"+{n}", 0.42 * high, theme.letter_ink, theme.felt)
            low = (x, top + high, x + step - self._px(6), top + self._px(AHEAD))
            put_middle(canvas, told, low)

    def _draw_map(self, canvas: Packed, left: int, top: int) -> None:
        theme, unit, scene = canvas.theme, self._map_square, self.scene
        side = unit * scene.size
        canvas.fill((left, top, left + side, top + side), theme.letter)
        for each in scene.diamonds:
            sign = ornaments.map_diamond(theme, unit, each.points)
            canvas.put(sign, left + each.column * unit, top + each.row * unit)
        for at, bone in enumerate(scene.bones):
            colour = theme.flag if at in scene.newest else theme.ivory
            for column, row in (bone.at, bone.other):
                x, y = left + column * unit, top + row * unit
                canvas.fill((x, y, x + unit, y + unit), colour)
        line, shown = max(PAIR, self._px(2)), self.window
        x, y = left + int(shown.x) * unit, top + int(shown.y) * unit
        right, bottom = x + int(shown.width) * unit, y + int(shown.height) * unit
        for box in (
            (x, y, right, y + line),
            (x, bottom - line, right, bottom),
            (x, y, x + line, bottom),
            (right - line, y, right, bottom),
        ):
            canvas.fill(box, theme.flag)
