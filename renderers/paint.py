"""Draws any scene and returns the bytes or the pixels of its picture."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from PIL import Image

from renderers.board.board import draw_board, draw_board_above
from renderers.board.inlays import Packed
from renderers.framing import framed
from renderers.hands.everyone import Hands
from renderers.hands.hand import bones_in_hand
from renderers.ink.canvas import Canvas
from renderers.ink.themes import DEFAULT_THEME, Theme, double_twelve
from renderers.line.table import draw_table
from renderers.rows.grid import draw_grid
from renderers.rows.rows import Row, draw_rows
from renderers.rows.solitaire import draw_patience
from renderers.scene.bones import (
    BoardScene,
    FramedScene,
    GridScene,
    HandScene,
    LineScene,
    PatienceScene,
    RoundScene,
    RowScene,
    RowsScene,
    Scene,
    TableAndHandScene,
)
from renderers.scene.scores import (
    ChanceScene,
    DistributionScene,
    PodiumScene,
    ProfileScene,
    RankingScene,
)
from renderers.scene.squares import SquareHandScene, SquareRowsScene, SquaresScene
from renderers.scene.trains import TrainsScene
from renderers.scores.chances import draw_chances
from renderers.scores.distribution import draw_distribution
from renderers.scores.podium import draw_podium
from renderers.scores.profile import draw_profile
from renderers.scores.rankings import draw_ranking
from renderers.squares.rows import draw_square_rows, squares_in_hand
from renderers.squares.table import draw_squares
from renderers.trains.table import draw_trains


class _HandPainter(Protocol):
    """A hand or a row, laid out for a picture; `height` is the height it takes, in pixels."""

    height: int

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw it downwards from `top`, in pixels."""


TABLES: dict[type, Callable[[Any, int, Theme, int], Canvas]] = {
    LineScene: draw_table,
    SquaresScene: draw_squares,
    BoardScene: draw_board_above,
    TrainsScene: draw_trains,
}
"""The function that draws each kind of table, with felt for a hand below it."""
HANDS: dict[type, Callable[[Any, int], _HandPainter]] = {
    HandScene: bones_in_hand,
    RowScene: Row,
    SquareHandScene: squares_in_hand,
}
"""The function that lays out what one seat has, for each kind of hand or row."""


def _draw_table_and_hands(
    scene: TableAndHandScene | RoundScene, width: int, theme: Theme
) -> Canvas:
    """Draw a table, and below it a hand or everybody's hands."""
    table: Scene
    hand: _HandPainter
    match scene:
        case TableAndHandScene(table, held):
            hand = HANDS[type(held)](held, width)
        case RoundScene(table, hands):
            hand = Hands(hands, width)
    canvas = TABLES[type(table)](table, width, theme, hand.height)
    top = canvas.height - hand.height
    canvas.rule(top)
    hand.draw(canvas, top)
    return canvas


def _draw_hand(scene: Scene, width: int, theme: Theme) -> Canvas:
    hand = HANDS[type(scene)](scene, width)
    canvas = Canvas(width, hand.height, theme)
    hand.draw(canvas, 0)
    return canvas


PAINTERS: dict[type, Callable[[Any, int, Theme], Canvas | Packed]] = {
    LineScene: draw_table,
    HandScene: _draw_hand,
    TableAndHandScene: _draw_table_and_hands,
    RoundScene: _draw_table_and_hands,
    RowsScene: draw_rows,
    RowScene: _draw_hand,
    SquaresScene: draw_squares,
    SquareHandScene: _draw_hand,
    SquareRowsScene: draw_square_rows,
    BoardScene: draw_board,
    GridScene: draw_grid,
    PatienceScene: draw_patience,
    TrainsScene: draw_trains,
}
SCORES: dict[type, Callable[[Any, int, Theme], Canvas]] = {
    RankingScene: draw_ranking,
    ProfileScene: draw_profile,
    PodiumScene: draw_podium,
    ChanceScene: draw_chances,
    DistributionScene: draw_distribution,
}
"""The function that draws each picture of scores, always in the default theme."""
MIN_WIDTH = 160  # the narrowest picture, in pixels: below that, pips run together
HIGHEST_OF_MOST = 9  # the highest number for which every theme has a colour
WIDTH, WIDTH_OF_BONES = 1200, 900
"""The usual width of pictures, in pixels, and that of tables of bones: those fill their frame, so
a bone has as many pixels in the smaller picture. A phone shows either about 900 pixels wide."""


def usual_width(scene: Scene) -> int:
    """Return the width in pixels at which a scene is posted."""
    table = scene.table if isinstance(scene, TableAndHandScene) else scene
    return (
        WIDTH_OF_BONES
        if isinstance(table, LineScene | RoundScene | RowsScene | BoardScene | TrainsScene)
        else WIDTH
    )


def render(scene: Scene, *, width: int | None = None, theme: Theme = DEFAULT_THEME) -> bytes:
    """Return a scene's picture as PNG bytes, `width` pixels wide and as high as the scene needs.

    Without a width it has the usual one. The same scene, width and theme give the same bytes.
    Raises `ValueError` for a width below `MIN_WIDTH`, and
    `renderers.geometry.lineage.BrokenScene` for pieces that cannot lie as the scene says.
    """
    width = usual_width(scene) if width is None else width
    if width < MIN_WIDTH:
        raise ValueError(f"a picture is at least {MIN_WIDTH} pixels wide, not {width}")
    return _drawn(scene, width, theme).png()


def _draw_framed(scene: FramedScene, width: int, theme: Theme) -> Canvas | Packed:
    if scene.highest:
        unframed = PAINTERS[type(scene.scene)](scene.scene, width, theme)
        if unframed.picture.height <= width * scene.ratio:
            return unframed
    return framed(
        lambda at: pixels(scene.scene, at, theme), scene.ratio, width, MIN_WIDTH, theme, scene.cut
    )


PAINTERS[FramedScene] = _draw_framed


def pixels(scene: Scene, width: int, theme: Theme = DEFAULT_THEME) -> Image.Image:
    """Return a scene's picture as an `"L"` picture of indices in the theme's palette."""
    return _drawn(scene, width, theme).picture


def theme_for(scenes: Iterable[Scene], theme: Theme) -> Theme:
    """Return the theme with colours for all the numbers that the scenes may show."""
    return double_twelve(theme) if any(map(_may_show_twelve, scenes)) else theme


def _may_show_twelve(scene: Scene) -> bool:
    match scene:
        case TrainsScene():
            return True
        case HandScene(bones):
            return any(bone.high > HIGHEST_OF_MOST for bone in bones)
        case TableAndHandScene(table) | RoundScene(table):
            return _may_show_twelve(table)
        case FramedScene(framed_scene):
            return _may_show_twelve(framed_scene)
        case _:
            return False


def _drawn(scene: Scene, width: int, theme: Theme) -> Canvas | Packed:
    theme = theme_for((scene,), theme)
    draw_scores = SCORES.get(type(scene))
    if draw_scores is not None:
        return draw_scores(scene, width, DEFAULT_THEME)
    return PAINTERS[type(scene)](scene, width, theme)
