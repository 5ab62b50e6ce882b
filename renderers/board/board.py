"""Draws the part of a board in use with its bones, and everybody's points above it."""

from renderers.board import bones, ornaments
from renderers.board.ground import Plan, ground, plan
from renderers.board.packed import Packed
from renderers.board.panel import Panel
from renderers.board.window import window_of
from renderers.hands.everyone import Hands
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.bones import BoardBone, BoardRoundScene, BoardScene


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
        canvas = ground(plan, height, theme, scene.size, scene.star, scene.diamonds)
        if self._panel.height:
            self._panel.draw(canvas)
        points = {(each.column, each.row): each.points for each in scene.diamonds}
        for each in scene.spots:
            at = each.column, each.row
            canvas.put(ornaments.spot(theme, plan.unit, each.label, points.get(at)), *plan.at(*at))
        for bone in scene.bones:
            ends = (bone.first, bone.second)
            first, second = ends if bone.at <= bone.other else ends[::-1]
            face = bones.bone(theme, plan.unit, first, second, upright=_is_upright(bone))
            canvas.put(face, *_corner(plan, bone))
        for newest in scene.newest:
            bone = scene.bones[newest]
            ring = bones.ring(theme, plan.unit, upright=_is_upright(bone))
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


def draw_board_round(scene: BoardRoundScene, width: int, theme: Theme) -> Canvas:
    hands = Hands(scene.hands, width)
    canvas = draw_board_above(scene.board, width, theme, hands.height)
    hands.draw(canvas, canvas.height - hands.height)
    return canvas
