"""Forgetting: what a player of Memory still knows of the tiles that were shown."""

from dataclasses import replace

from bot.engine.contract import Event
from bot.games.memory.events import TurnedBack, TurnedUp
from bot.games.memory.observation import MemorySeen


def recalled(seen: MemorySeen, span: int) -> MemorySeen:
    """Return what a player knows who remembers only the last ``span`` tiles turned face down again.

    The history no longer shows the other ones. Taken tiles, one that is face up and those that are
    still in view (MEM-9) stay known; the latter count among the last ``span``.
    """
    lying = {at for at, lies in enumerate(seen.left) if lies} - {at for at, _ in seen.up}
    turned = [each.place for each in reversed(seen.history) if isinstance(each, TurnedUp)]
    face_down = [place for place in dict.fromkeys(turned) if place in lying]
    shown = {place for attempt in seen.in_view for place in attempt.places}
    forgotten = frozenset(face_down[span:]) - shown
    if not forgotten:
        return seen
    history = tuple(each for each in seen.history if not _shows(each, forgotten))
    return replace(seen, history=history)


def _shows(event: Event, places: frozenset[int]) -> bool:
    """Return whether the event showed a tile at one of these places."""
    match event:
        case TurnedUp(place=place):
            return place in places
        case TurnedBack(places=both):
            return not places.isdisjoint(both)
        case _:
            return False
