"""Observations and events turned into scenes for the renderers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Observation
from bot.games.events import Closing
from bot.present.views import round_seen, view_of, view_of_ending
from renderers import Scene


def table_scene(seen: Observation, news: Sequence[Event] = ()) -> Scene:
    """The table as everybody sees it, after ``news``."""
    return view_of(seen).table(round_seen(seen), news)


def hand_scene(seen: Observation) -> Scene:
    """The hand of the observation's seat, what can be played raised."""
    return view_of(seen).hand(round_seen(seen))


def round_scene(over: Closing) -> Scene:
    """The end of a round: the table and all hands."""
    return view_of_ending(over).ended(over)
