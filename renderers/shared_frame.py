"""Gives all tables of an animation one frame, so that no bone in it moves or changes its size."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from renderers.board.window import joined
from renderers.geometry.places import Box, around
from renderers.line.layout import extent_of, lay_out
from renderers.rows.lines import LINE
from renderers.scene.bones import (
    BoardRoundScene,
    BoardScene,
    LineScene,
    PatienceScene,
    RoundScene,
    RowsScene,
    Scene,
)


def in_one_frame(scenes: Sequence[Scene]) -> list[Scene]:
    """Return an animation's scenes, each with room for all bones of its round.

    Every round has its own place in the frame, whose size is that of the largest round.
    """
    scenes = _with_one_window(scenes)
    lines = [_line_of(scene) for scene in scenes]
    rounds = list(_rounds([line for line in lines if line is not None]))
    boxes = [around([extent_of(line, lay_out(line)) for line in each]) for each in rounds]
    width = max((box.width for box in boxes), default=0.0)
    height = max((box.height for box in boxes), default=0.0)
    extents = iter(
        _widened(box, width, height) for box, each in zip(boxes, rounds, strict=True) for _ in each
    )
    return [
        _with_room(scene)
        if line is None
        else _with_line(scene, replace(line, extent=next(extents)))
        for scene, line in zip(scenes, lines, strict=True)
    ]


def _with_one_window(scenes: Sequence[Scene]) -> list[Scene]:
    boards = [_board_of(scene) for scene in scenes]
    extent = joined(board for board in boards if board is not None) if any(boards) else None
    return [
        scene if board is None else _with_board(scene, replace(board, extent=extent))
        for scene, board in zip(scenes, boards, strict=True)
    ]


def _board_of(scene: Scene) -> BoardScene | None:
    match scene:
        case BoardScene():
            return scene
        case BoardRoundScene():
            return scene.board
        case _:
            return None


def _with_board(scene: Scene, board: BoardScene) -> Scene:
    return replace(scene, board=board) if isinstance(scene, BoardRoundScene) else board


def _with_room(scene: Scene) -> Scene:
    """Return a row with room for a whole line; other scenes keep their places by themselves."""
    return replace(scene, room=LINE) if isinstance(scene, PatienceScene) else scene


def _rounds(lines: Sequence[LineScene]) -> Iterator[list[LineScene]]:
    """Yield the tables of each round; in a round, bones are only added."""
    current: list[LineScene] = []
    for line in lines:
        if current and line.bones[: len(current[-1].bones)] != current[-1].bones:
            yield current
            current = []
        current.append(line)
    if current:
        yield current


def _widened(box: Box, width: float, height: float) -> Box:
    return Box(box.x - (width - box.width) / 2, box.y - (height - box.height) / 2, width, height)


def _line_of(scene: Scene) -> LineScene | None:
    match scene:
        case LineScene():
            return scene
        case RoundScene() | RowsScene():
            return scene.line
        case _:
            return None


def _with_line(scene: Scene, line: LineScene) -> Scene:
    return replace(scene, line=line) if isinstance(scene, RoundScene | RowsScene) else line
