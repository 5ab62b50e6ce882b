"""Draws any scene and returns the bytes or the pixels of its picture."""

from collections.abc import Callable
from typing import Any

from PIL import Image

from renderers.board.board import draw_board, draw_board_round
from renderers.board.packed import Packed
from renderers.framing import framed
from renderers.hands.hand import draw_hand
from renderers.ink.canvas import Canvas
from renderers.ink.theme import FELT, Theme
from renderers.line.table import draw_round, draw_table
from renderers.rows.grid import draw_grid
from renderers.rows.rows import draw_row, draw_rows
from renderers.rows.solitaire import draw_patience
from renderers.scene.bones import (
    BoardRoundScene,
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
)
from renderers.scene.scores import ChanceScene, PodiumScene, ProfileScene, RankingScene
from renderers.scene.squares import SquareHandScene, SquareRowScene, SquareRowsScene, SquaresScene
from renderers.scores.chances import draw_chances
from renderers.scores.podium import draw_podium
from renderers.scores.profile import draw_profile
from renderers.scores.rankings import draw_ranking
from renderers.squares.hand import draw_square_hand
from renderers.squares.rows import draw_square_row, draw_square_rows
from renderers.squares.table import draw_squares

PAINTERS: dict[type, Callable[[Any, int, Theme], Canvas | Packed]] = {
    LineScene: draw_table,
    HandScene: draw_hand,
    RoundScene: draw_round,
    RowsScene: draw_rows,
    RowScene: draw_row,
    SquaresScene: draw_squares,
    SquareHandScene: draw_square_hand,
    SquareRowsScene: draw_square_rows,
    SquareRowScene: draw_square_row,
    BoardScene: draw_board,
    BoardRoundScene: draw_board_round,
    GridScene: draw_grid,
    PatienceScene: draw_patience,
    RankingScene: draw_ranking,
    ProfileScene: draw_profile,
    PodiumScene: draw_podium,
    ChanceScene: draw_chances,
}
"""The function that draws each kind of scene."""
MIN_WIDTH = 160
"""The narrowest picture, in pixels: below that, pips run together."""


def render(scene: Scene, *, width: int = 1200, theme: Theme = FELT) -> bytes:
    """Return a scene's picture as PNG bytes, `width` pixels wide and as high as the scene needs.

    The same scene, width and theme give the same bytes. Raises `ValueError` for a width below
    `MIN_WIDTH`, and `renderers.geometry.lineage.BrokenScene` for pieces that cannot lie as the
    scene says.
    """
    if width < MIN_WIDTH:
        raise ValueError(f"a picture is at least {MIN_WIDTH} pixels wide, not {width}")
    return PAINTERS[type(scene)](scene, width, theme).png()


def _draw_framed(scene: FramedScene, width: int, theme: Theme) -> Canvas:
    def draw(drawn_width: int) -> Image.Image:
        return pixels(scene.scene, drawn_width, theme)

    return framed(draw, scene.ratio, width, MIN_WIDTH, theme)


PAINTERS[FramedScene] = _draw_framed


def pixels(scene: Scene, width: int, theme: Theme = FELT) -> Image.Image:
    """Return a scene's picture as an `"L"` picture of indices in the theme's palette."""
    return PAINTERS[type(scene)](scene, width, theme).picture
