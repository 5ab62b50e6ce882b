"""Gives all tables of an animation one frame, so that no bone in it moves or changes its size."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from renderers.board.ground import window_of
from renderers.geometry.places import Box, around
from renderers.line.layout import extent_of, lay_out
from renderers.rows.lines import LINE
from renderers.scene.bones import BoardScene, LineScene, PatienceScene, RoundScene, RowsScene, Scene
from renderers.scene.trains import TrainsScene
from renderers.trains.layout import lay_out_trains

Table = LineScene | BoardScene | TrainsScene


def in_one_frame(scenes: Sequence[Scene]) -> list[Scene]:
    """Return an animation's scenes, each with room for all bones of its round.

    All boards show the same squares. Every round of lines has its own place in the frame, whose
    size is that of the largest round. Every train has the rows that it needs when it is longest.
    """
    tables = [_table_of(scene) for scene in scenes]
    boards = [table for table in tables if isinstance(table, BoardScene)]
    window = around([window_of(each) for each in boards]) if boards else None
    yards = [lay_out_trains(table).trains for table in tables if isinstance(table, TrainsScene)]
    rows = tuple(max(len(each.rows) for each in train) for train in zip(*yards, strict=True))
    rounds = list(_rounds([table for table in tables if isinstance(table, LineScene)]))
    boxes = [around([extent_of(line, lay_out(line)) for line in each]) for each in rounds]
    width = max((box.width for box in boxes), default=0.0)
    height = max((box.height for box in boxes), default=0.0)
    extents = iter(
        _widened(box, width, height) for box, each in zip(boxes, rounds, strict=True) for _ in each
    )
    return [
        _in_frame(scene, next(extents) if isinstance(table, LineScene) else window, rows)
        for scene, table in zip(scenes, tables, strict=True)
    ]


def _table_of(scene: Scene) -> Table | None:
    table = scene.table if isinstance(scene, RoundScene | RowsScene) else scene
    return table if isinstance(table, Table) else None


def _in_frame(scene: Scene, extent: Box | None, rows: tuple[int, ...]) -> Scene:
    """Return the scene with its table in an extent or rows, or a row with room for a whole line.

    Other scenes keep their places by themselves.
    """
    match scene:
        case LineScene() | BoardScene() | TrainsScene():
            return _with_room(scene, extent, rows)
        case RoundScene():
            return replace(scene, table=_with_room(scene.table, extent, rows))
        case RowsScene():
            return replace(scene, table=replace(scene.table, extent=extent))
        case PatienceScene():
            return replace(scene, room=LINE)
        case _:
            return scene


def _with_room(table: Table, extent: Box | None, rows: tuple[int, ...]) -> Table:
    if isinstance(table, TrainsScene):
        return replace(table, rows=rows)
    return replace(table, extent=extent)


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
