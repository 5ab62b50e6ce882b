"""Turn observations and events into scenes for the renderers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.engine.contract import Event, Observation
from bot.engine.story import Moment
from bot.games.common.events import RoundEndEvent
from bot.present.text.seats import letter
from bot.present.views import view_of, view_of_ending
from renderers.scene.bones import BoardRoundScene, BoardScene, RoundScene, Scene, TableAndHandScene
from renderers.scene.squares import SquareRowsScene, SquaresScene


def table_scene(seen: Observation, news: Sequence[Event] = ()) -> Scene:
    view, table = view_of(seen)
    return view.table(table, news)


def hand_scene(seen: Observation) -> Scene:
    view, table = view_of(seen)
    return view.hand(table)


def round_scene(over: RoundEndEvent) -> Scene:
    return view_of_ending(over).ended(over)


def opened_scene(now: Moment) -> Scene:
    ended = next((event for event in now.events if isinstance(event, RoundEndEvent)), None)
    room = {letter(seat): room for seat, room in enumerate(now.room)}
    if ended is not None:
        return _in_place(round_scene(ended), room)
    view, table = view_of(now.seen)
    return _in_place(view.opened(table, now.held, now.events), room)


def close_up(scene: Scene) -> Scene:
    """Return a scene without the felt and the squares that are kept for what may come."""
    match scene:
        case SquaresScene() | BoardScene():
            return replace(scene, close=True)
        case SquareRowsScene():
            return replace(scene, table=replace(scene.table, close=True))
        case TableAndHandScene(table=SquaresScene() as table):
            return replace(scene, table=replace(table, close=True))
        case _:
            return scene


def _in_place(scene: Scene, room: Mapping[str, int]) -> Scene:
    """Return the scene with everything where the round's other pictures have it.

    ``room`` is the number of pieces that a seat has room for, by its letter.
    """
    match scene:
        case RoundScene() | BoardRoundScene():
            hands = tuple(replace(hand, room=room[hand.seat]) for hand in scene.hands)
            return replace(scene, hands=hands)
        case SquareRowsScene():
            rows = tuple(replace(row, room=room[row.seat]) for row in scene.rows)
            return replace(scene, table=replace(scene.table, close=False), rows=rows)
        case _:
            return scene
