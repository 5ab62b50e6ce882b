"""Turn observations and events into pictures: scenes for the renderers, and the same in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.engine.contract import Event, Observation
from bot.engine.story import Moment
from bot.games.common.events import RoundEndEvent
from bot.model.preferences import ThemeChoice
from bot.present.i18n import Words
from bot.present.screen import Picture
from bot.present.text.seats import letter, lettered
from bot.present.text.shortening import fitting
from bot.present.views import view_of, view_of_ending
from renderers.ink.themes import Theme, theme_of
from renderers.paint import render
from renderers.scene.bones import BoardScene, RoundScene, Scene, TableAndHandScene
from renderers.scene.squares import SquareRowsScene, SquaresScene

MAX_PAINTED = 128
"""The most PNGs of samples kept in memory, about 20 KB each."""


def table_scene(seen: Observation, events: Sequence[Event] = ()) -> Scene:
    view, table = view_of(seen)
    return view.table(table, events)


def table_alt(seen: Observation, say: Words, *, ended: bool = False) -> str:
    """Say whose turn it is, and describe the whole table.

    It is nobody's turn if somebody plays alone, or the match has ``ended`` early.
    """
    view, table = view_of(seen)
    to_act = sorted(seen.to_act) if table.setup.seat_count > 1 and not ended else ()
    waiting = say.listed(lettered(seat, say) for seat in to_act)
    turn = say("Waiting for {who}.", who=waiting) if waiting else ""
    return fitting((turn, *view.describe_table(table, say)))


def table_picture(
    seen: Observation,
    say: Words,
    events: Sequence[Event] = (),
    name: str = "table.png",
    *,
    ended: bool = False,
) -> Picture:
    return Picture(table_scene(seen, events), table_alt(seen, say, ended=ended), name)


def hand_scene(seen: Observation) -> Scene:
    view, table = view_of(seen)
    return view.hand(table)


def hand_alt(seen: Observation, say: Words) -> str:
    view, table = view_of(seen)
    return fitting(view.describe_hand(table, say))


def hand_picture(seen: Observation, say: Words, name: str = "hand.png") -> Picture:
    return Picture(hand_scene(seen), hand_alt(seen, say), name)


def end_of_round(events: Sequence[Event]) -> RoundEndEvent | None:
    return next((event for event in events if isinstance(event, RoundEndEvent)), None)


def round_scene(over: RoundEndEvent) -> Scene:
    return view_of_ending(over).ended(over)


def round_alt(over: RoundEndEvent, say: Words) -> str:
    return fitting(view_of_ending(over).describe_end(over, say))


def round_picture(over: RoundEndEvent, say: Words, name: str = "round.png") -> Picture:
    return Picture(round_scene(over), round_alt(over, say), name)


def replay_scene(now: Moment) -> Scene:
    """Return a moment of a finished match, with all hands face up."""
    room = {letter(seat): room for seat, room in enumerate(now.room)}
    if (over := end_of_round(now.events)) is not None:
        return _in_place(round_scene(over), room)
    view, table = view_of(now.seen)
    return _in_place(view.all_hands(table, now.held, now.events), room)


def replay_alt(now: Moment, say: Words) -> str:
    if (over := end_of_round(now.events)) is not None:
        return round_alt(over, say)
    view, table = view_of(now.seen)
    return fitting(view.describe_all_hands(table, now.held, say))


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
        case RoundScene():
            hands = tuple(replace(hand, room=room[hand.seat]) for hand in scene.hands)
            return replace(scene, hands=hands)
        case SquareRowsScene():
            rows = tuple(replace(row, room=room[row.seat]) for row in scene.rows)
            return replace(scene, table=replace(scene.table, close=False), rows=rows)
        case _:
            return scene


@dataclass(frozen=True, slots=True)
class SamplePicture(Picture):
    """A picture that is always the same, so it is drawn only once in each theme."""

    width: int = 1200

    def paint(self, theme: ThemeChoice) -> bytes:
        return _painted(self.scene, self.width, theme_of(theme.felt, theme.bones))


@lru_cache(maxsize=MAX_PAINTED)
def _painted(scene: Scene, width: int, theme: Theme) -> bytes:
    return render(scene, width=width, theme=theme)
