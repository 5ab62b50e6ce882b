"""Conditions of points that all games share: they look at the events of a lesson's step."""

from typing import Any, Protocol, TypeVar

from bot.engine.contract import Seat
from bot.engine.lesson import LEARNER, LessonStep, Placeholders


class _BySeat(Protocol):
    @property
    def seat(self) -> Seat: ...


EventT = TypeVar("EventT", bound=_BySeat)


def always(step: LessonStep[Any]) -> Placeholders:
    del step
    return {}


def mine(step: LessonStep[Any], kind: type[EventT]) -> EventT | None:
    """Return the learner's last event of that kind."""
    return _last(step, kind, own=True)


def of_others(step: LessonStep[Any], kind: type[EventT]) -> EventT | None:
    """Return the last event of that kind of another seat."""
    return _last(step, kind, own=False)


def _last(step: LessonStep[Any], kind: type[EventT], *, own: bool) -> EventT | None:
    for event in reversed(step.events):
        found: Any = event
        if isinstance(found, kind) and (found.seat == LEARNER) == own:
            return found
    return None
