"""Conditions of points that all games share: they look at the events of a lesson's step."""

from typing import Any, Protocol, TypeVar

from bot.engine.contract import Seat
from bot.engine.lesson import LEARNER, LessonStep, Placeholders, PlayerOf
from bot.games.common.events import HandsCounted


class _BySeat(Protocol):
    @property
    def seat(self) -> Seat: ...


EventT = TypeVar("EventT", bound=_BySeat)


def always(step: LessonStep[Any]) -> Placeholders:
    """Always fit, with no values for the sentence."""
    del step
    return {}


def _ended(step: LessonStep[Any]) -> HandsCounted | None:
    return next((each for each in step.events if isinstance(each, HandsCounted)), None)


def i_am_out(step: LessonStep[Any]) -> Placeholders | None:
    """Fit when the learner has gone out."""
    over = _ended(step)
    return {} if over is not None and over.out == LEARNER else None


def other_is_out(step: LessonStep[Any]) -> Placeholders | None:
    """Fit when another player has gone out, and name them."""
    over = _ended(step)
    return None if over is None or over.out in {None, LEARNER} else {"who": PlayerOf(over.out)}


def blocked(step: LessonStep[Any]) -> Placeholders | None:
    """Fit when the round has ended because nobody could go on."""
    over = _ended(step)
    return {} if over is not None and over.out is None else None


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
