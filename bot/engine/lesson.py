"""Lessons: what a game teaches in the first moves of a match, and a moment of such a match.

A game declares its points. Which of them is told, and when, follows from the table alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from bot.engine.contract import Event, Move, Observation, Seat, SeenT
from bot.engine.seating import STEADY

LEARNER: Seat = 0
"""The seat of the person who learns; computers have the others."""
COMPUTERS = STEADY
"""The level of the computers, which must choose quickly."""


@dataclass(frozen=True, slots=True)
class PlayerOf:
    """A seat in a sentence, where the name of its player is written."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternatives in a sentence: “2 or 5”."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """A list in a sentence: “2 and 5”."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece in a sentence, by its code."""

    code: str


@dataclass(frozen=True, slots=True)
class EndOf:
    """An open end of the table in a sentence, by its code."""

    code: str


Placeholders = Mapping[str, object]
"""The values for the placeholders of a sentence: a number, a text such as the arithmetic of a
score, :class:`PlayerOf`, :class:`AnyOf`, :class:`AllOf`, :class:`Piece` or :class:`EndOf`."""


@dataclass(frozen=True, slots=True)
class LessonStep(Generic[SeenT]):
    """Everything that a learner can learn from: the round as they see it, and the last events."""

    seen: SeenT
    """The round as the learner sees it, who is to choose now."""
    events: tuple[Event, ...]
    """The events since their last choice, as they saw them."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that a lesson teaches: a sentence, and when it is true and useful."""

    sentence: str
    fits: Callable[[LessonStep[Any]], Placeholders | None]
    """Returns the values for the sentence; ``None`` if it does not fit now.

    It gets only what the learner may know.
    """
    repeats: bool = False
    """True if it is worth telling whenever it fits, even if it was told before."""


Condition = Callable[[LessonStep[Any]], Placeholders | None]


class _SeatEvent(Protocol):
    @property
    def seat(self) -> Seat: ...


SeatEventT = TypeVar("SeatEventT", bound=_SeatEvent)


def always(_: LessonStep[Any]) -> Placeholders:
    """Fit at any time, with no values for the sentence."""
    return {}


def can(*kinds: type[Move]) -> Condition:
    """Return the condition that the learner has a move of one of these kinds."""
    return lambda step: {} if any(isinstance(each, kinds) for each in step.seen.legal) else None


def did(kind: type[_SeatEvent]) -> Condition:
    """Return the condition that something of that kind has just happened to the learner."""
    return lambda step: {} if last_own(step, kind) else None


def others_did(kind: type[_SeatEvent]) -> Condition:
    """Return the same for another seat, whose player the sentence names as ``{who}``."""

    def condition(step: LessonStep[Any]) -> Placeholders | None:
        found = last_of_others(step, kind)
        return {"who": PlayerOf(found.seat)} if found else None

    return condition


def last_own(step: LessonStep[Any], kind: type[SeatEventT]) -> SeatEventT | None:
    return _last(step, kind, own=True)


def last_of_others(step: LessonStep[Any], kind: type[SeatEventT]) -> SeatEventT | None:
    return _last(step, kind, own=False)


def _last(step: LessonStep[Any], kind: type[SeatEventT], *, own: bool) -> SeatEventT | None:
    for event in reversed(step.events):
        found: Any = event
        if isinstance(found, kind) and (found.seat == LEARNER) == own:
            return found
    return None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first match of a game, with its default options."""

    points: tuple[Point, ...]
    """The points, the most important first; the last one always fits."""
    seats: int = 2
    """The number of players, the learner included."""
    moves: int = 6
    """The number of the learner's choices, unless the round is over before. Their last turn is
    played to its end, which may take a few more."""
    deal: int = 0
    """A number that chooses the shuffles, which are the same for everybody."""

    def point(self, step: LessonStep[Any], told: Sequence[Point]) -> tuple[Point, Placeholders]:
        """Return the first point that fits and was not ``told`` before, with its values.

        If all that fit were told, the one is told again that was told the longest ago. A point
        that repeats counts as never told.
        """
        fitting = ((point, point.fits(step)) for point in self.points)
        found = [
            (point, placeholders) for point, placeholders in fitting if placeholders is not None
        ]
        last = {point: at for at, point in enumerate(told) if not point.repeats}
        return min(found, key=lambda each: last.get(each[0], -1))


@dataclass(frozen=True, slots=True)
class LessonMoment:
    """A lesson at one moment: a choice of the learner, or its end."""

    seen: Observation
    events: tuple[Event, ...]
    choices_made: int
    point: Point | None
    """What is taught; ``None`` at the end."""
    placeholders: Placeholders
    is_over: bool
