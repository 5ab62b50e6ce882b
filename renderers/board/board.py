"""Draws a board with its bones, and the score track around it."""

from renderers.board import bones, ornaments, piece_sprites
from renderers.board.ground import ground, plan, put_middle
from renderers.board.packed import Packed
from renderers.board.piece_layout import place_at_start, place_groups
from renderers.board.track import SIDES
from renderers.board.used_part import used_part
from renderers.geometry.places import Box
from renderers.hands.everyone import Hands
from renderers.ink.bare_felt import rail_and_shadow
from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.bones import BoardBone, BoardRoundScene, BoardScene


class Board:
    """A board laid out for a picture `width` pixels wide; `height` is its height in pixels."""

    def __init__(self, scene: BoardScene, width: int) -> None:
        self._scene = scene
        self._plan = plan(scene.size, len(scene.track), width)
        self.height = self._plan.height

    def draw(self, theme: Theme, height: int) -> Packed:
        """Return a canvas of this height, in pixels, with the board at its top."""
        scene, plan = self._scene, self._plan
        canvas = ground(plan, height, theme, scene.star, scene.diamonds, scene.track).copy()
        self._spots(canvas)
        self._spaces(canvas)
        boxes = [self._box(bone) for bone in scene.bones]
        for bone, box in zip(scene.bones, boxes, strict=True):
            ends = (bone.first, bone.second)
            first, second = ends if bone.at <= bone.other else ends[::-1]
            face = bones.bone(theme, plan.unit, first, second, upright=box.height > box.width)
            canvas.put(face, *plan.at(box))
        for newest in scene.newest:
            box = boxes[newest]
            canvas.put(bones.ring(theme, plan.unit, upright=box.height > box.width), *plan.at(box))
        self._pieces(canvas)
        return canvas

    def edges(self, box: Box) -> tuple[int, int, int, int]:
        """Return a box's left, top, right and bottom in pixels."""
        return self._plan.edges(box)

    def _box(self, bone: BoardBone) -> Box:
        (x, y), (other_x, other_y) = bone.at, bone.other
        corner = self._plan.track.square(min(x, other_x), min(y, other_y))
        return Box(corner.x, corner.y, 1 + abs(x - other_x), 1 + abs(y - other_y))

    def _spots(self, canvas: Packed) -> None:
        points = {(each.column, each.row): each.points for each in self._scene.diamonds}
        plan = self._plan
        for each in self._scene.spots:
            square = plan.track.square(each.column, each.row)
            worth = points.get((each.column, each.row))
            canvas.put(ornaments.spot(canvas.theme, plan.unit, each.label, worth), *plan.at(square))

    def _spaces(self, canvas: Packed) -> None:
        """Mark the spaces of score pieces in the colours of the pieces."""
        plan, theme, pieces = self._plan, canvas.theme, self._scene.pieces
        active = {piece.space for piece in pieces if piece.active}
        for space in {piece.space for piece in pieces}:
            if not 0 < space <= len(self._scene.track):  # at the start, or beyond the last space
                continue
            face, colour = (theme.letter, theme.letter_ink)
            if space in active:
                face, colour = (theme.flag, theme.flag_ink)
            box, number = plan.track.spaces[space - 1].box, self._scene.track[space - 1]
            canvas.fill(plan.edges(box), face)
            numeral = ornaments.name(theme, str(number), 0.54 * plan.unit, colour)
            put_middle(canvas, plan, numeral, box)

    def _pieces(self, canvas: Packed) -> None:
        plan, theme = self._plan, canvas.theme
        waiting = place_at_start(plan.track, self._scene.pieces)
        if not waiting:
            way = ornaments.way(theme, plan.unit, SIDES[0])
            put_middle(canvas, plan, way, plan.track.start)
        for piece, box in waiting:
            face = piece_sprites.waiting(theme, plan.unit, piece.seat, active=piece.active)
            canvas.put(face, *plan.at(box))
        for group in place_groups(plan.track, self._scene.pieces):
            seats = "".join(piece.seat for piece in group.pieces)
            active = "".join(piece.seat for piece in group.pieces if piece.active)
            aim = round(group.aim * plan.unit)
            sign = piece_sprites.group(theme, plan.unit, seats, active, group.heading, aim)
            canvas.put(sign, *plan.at(group.box))


def draw_board(scene: BoardScene, width: int, theme: Theme) -> Packed | Canvas:
    """Draw the board, or what is in use of it."""
    if scene.close:
        return _draw_close(scene, width, theme)
    board = Board(scene, width)
    return board.draw(theme, board.height)


def _draw_close(scene: BoardScene, width: int, theme: Theme) -> Canvas:
    """Draw the part of the board with bones and score pieces, in a frame of its own."""
    track = plan(scene.size, len(scene.track), width).track
    used = used_part(scene, track)
    edge = rail_and_shadow(width)
    board = Board(scene, int((width - 2 * edge) * track.side / used.width))
    part = board.draw(theme, board.height).picture.crop(board.edges(used))
    canvas = Canvas(width, part.height + 2 * edge, theme)
    canvas.picture.paste(part, ((width - part.width) // 2, edge))
    return canvas


def draw_board_above(scene: BoardScene, width: int, theme: Theme, below: int) -> Canvas:
    """Draw the board, with `below` pixels of felt below it."""
    board = Board(scene, width)
    height = board.height + below
    return Canvas(width, height, theme, board.draw(theme, height).picture)


def draw_board_round(scene: BoardRoundScene, width: int, theme: Theme) -> Canvas:
    """Draw the board with everybody's hand below it."""
    hands = Hands(scene.hands, width, scene.room)
    canvas = draw_board_above(scene.board, width, theme, hands.height)
    hands.draw(canvas, canvas.height - hands.height)
    return canvas
