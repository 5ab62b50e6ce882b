"""Draws the part of a board in use with its bones, and everybody's points above it."""

from functools import lru_cache

from PIL import ImageDraw

from renderers.board import ornaments
from renderers.board.ground import Plan, ground, plan, window_of
from renderers.board.inlays import PAIR, SCALE, Inlay, Packed, blank, inlay, whole
from renderers.board.panel import Panel
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import BLEED, SPREAD, disc, pip_grid
from renderers.ink.themes import Theme
from renderers.scene.bones import BoardBone, BoardScene


class Board:
    """A board laid out for a picture `width` pixels wide; `height` is its height in pixels."""

    def __init__(self, scene: BoardScene, width: int) -> None:
        self._scene = scene
        window = window_of(scene)
        self._panel = Panel(scene, window, width)
        self.plan = plan(window, width, self._panel.height)
        self.height = self.plan.height

    def draw(self, theme: Theme, height: int) -> Packed:
        scene, plan = self._scene, self.plan
        canvas = ground(plan, height, theme, scene)
        if self._panel.height:
            self._panel.draw(canvas)
        points = {(each.column, each.row): each.points for each in scene.diamonds}
        for each in scene.spots:
            at = each.column, each.row
            canvas.put(ornaments.spot(theme, plan.unit, each.label, points.get(at)), *plan.at(*at))
        for bone in scene.bones:
            ends = (bone.first, bone.second)
            first, second = ends if bone.at <= bone.other else ends[::-1]
            face = board_bone(theme, plan.unit, first, second, upright=_is_upright(bone))
            canvas.put(face, *_corner(plan, bone))
        for newest in scene.newest:
            bone = scene.bones[newest]
            ring = board_ring(theme, plan.unit, upright=_is_upright(bone))
            canvas.put(ring, *_corner(plan, bone))
        return canvas


def _corner(plan: Plan, bone: BoardBone) -> tuple[int, int]:
    return plan.at(*min(bone.at, bone.other))


def _is_upright(bone: BoardBone) -> bool:
    return bone.at[0] == bone.other[0]


def draw_board(scene: BoardScene, width: int, theme: Theme) -> Packed:
    board = Board(scene, width)
    return board.draw(theme, board.height)


def draw_board_above(scene: BoardScene, width: int, theme: Theme, below: int) -> Canvas:
    board = Board(scene, width)
    height = board.height + below
    return Canvas(width, height, theme, board.draw(theme, height).picture)


CORNER = 0.16
"""The radius of a bone's corners, in units: sharper than elsewhere, to compress better."""


@lru_cache(maxsize=1024)
def board_bone(theme: Theme, unit: int, first: int, second: int, *, upright: bool) -> Inlay:
    size = SCALE * unit
    large, draw = blank(*((unit, 2 * unit) if upright else (2 * unit, unit)))
    gap, edge = whole(unit, 0.03), whole(unit, 0.03)
    for inset, colour in ((gap, theme.ivory_edge), (gap + edge, theme.ivory)):
        box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
        draw.rounded_rectangle(box, max(0, CORNER * size - inset), fill=colour)
    _divider(draw, unit, upright, theme)
    # Pips at even places: halves of one number all look alike and compress well.
    middle, spread = size // 2, SCALE * PAIR * round(SPREAD * unit / PAIR)
    for pips, start in ((first, 0), (second, size)):
        for column, row in pip_grid(pips, upright):
            x, y = middle + column * spread, middle + row * spread
            at = (x, y + start) if upright else (x + start, y)
            disc(draw, *at, whole(unit, 0.113), theme.pips[pips])
    return inlay(large, theme, under=theme.felt)


def _divider(draw: ImageDraw.ImageDraw, unit: int, upright: bool, theme: Theme) -> None:
    size, half, reach = SCALE * unit, whole(unit, 0.016), whole(unit, 0.36)
    bar = (size - half, size // 2 - reach, size + half - 1, size // 2 + reach - 1)
    draw.rectangle((bar[1], bar[0], bar[3], bar[2]) if upright else bar, fill=theme.ivory_edge)
    x, y = (size // 2, size) if upright else (size, size // 2)
    disc(draw, x, y, whole(unit, 0.09), theme.brass)


@lru_cache(maxsize=64)
def board_ring(theme: Theme, unit: int, *, upright: bool) -> Inlay:
    pad = PAIR * round(BLEED * unit / PAIR)
    width, height = (unit, 2 * unit) if upright else (2 * unit, unit)
    large, draw = blank(width + 2 * pad, height + 2 * pad)
    line, band = whole(unit, 0.025), whole(unit, 0.07)
    # The inner dark line covers the bone's own edge, and no ring reaches a neighbour's pips.
    bands = ((band + line, theme.letter), (band, theme.flag), (0, theme.letter), (-line, None))
    for out, colour in bands:
        inset = SCALE * pad - out
        box = (inset, inset, large.width - 1 - inset, large.height - 1 - inset)
        fill = (*colour, 255) if colour else (0, 0, 0, 0)
        draw.rounded_rectangle(box, CORNER * SCALE * unit + out, fill=fill)
    return inlay(large, theme, pad)
