"""Draws any scene and returns the bytes or the pixels of its picture."""

from typing import assert_never

from PIL import Image

from renderers.board.board import draw_board, draw_board_round
from renderers.board.packed import Packed
from renderers.hands.hand import draw_hand
from renderers.ink.canvas import COMPRESSION, SWIFT, THOROUGH, Canvas
from renderers.ink.theme import FELT, Theme
from renderers.line.rounds import draw_round
from renderers.line.table import Table
from renderers.rows.grid import draw_grid
from renderers.rows.rows import draw_row, draw_rows
from renderers.rows.solitaire import draw_patience
from renderers.scene.bones import (
    BoardRoundScene,
    BoardScene,
    GridScene,
    HandScene,
    LineScene,
    PatienceScene,
    RoundScene,
    RowScene,
    RowsScene,
    Scene,
)
from renderers.scene.scores import PodiumScene, ProfileScene, RankingScene
from renderers.scene.squares import SquareHandScene, SquareRowScene, SquareRowsScene, SquaresScene
from renderers.scores.picture import draw_scores
from renderers.squares.picture import draw_squares

ENDS_OF_A_LINE = 2
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
    return _draw(scene, width, theme).png(_compression(scene))


def pixels(scene: Scene, width: int, theme: Theme = FELT) -> Image.Image:
    """Return a scene's picture as an `"L"` picture of indices in the theme's palette."""
    return _draw(scene, width, theme).picture


def _compression(scene: Scene) -> int:
    if isinstance(scene, BoardRoundScene):
        return SWIFT
    if isinstance(scene, ProfileScene):
        return THOROUGH
    many = isinstance(scene, LineScene) and len(scene.ends) > ENDS_OF_A_LINE
    return THOROUGH if many else COMPRESSION


def _draw(scene: Scene, width: int, theme: Theme) -> Canvas | Packed:
    canvas: Canvas | Packed
    match scene:
        case LineScene():
            canvas = _draw_table(scene, width, theme)
        case HandScene():
            canvas = draw_hand(scene, width, theme)
        case RoundScene():
            canvas = draw_round(scene, width, theme)
        case RowsScene():
            canvas = draw_rows(scene, width, theme)
        case RowScene():
            canvas = draw_row(scene, width, theme)
        case SquaresScene() | SquareHandScene() | SquareRowsScene() | SquareRowScene():
            canvas = draw_squares(scene, width, theme)
        case BoardScene():
            canvas = draw_board(scene, width, theme)
        case BoardRoundScene():
            canvas = draw_board_round(scene, width, theme)
        case GridScene():
            canvas = draw_grid(scene, width, theme)
        case PatienceScene():
            canvas = draw_patience(scene, width, theme)
        case RankingScene() | ProfileScene() | PodiumScene():
            canvas = draw_scores(scene, width, theme)
        case _:
            assert_never(scene)
    return canvas


def _draw_table(scene: LineScene, width: int, theme: Theme) -> Canvas:
    table = Table(scene, width)
    canvas = Canvas(width, table.height, theme)
    table.draw(canvas)
    return canvas
