"""Play a lesson: a person's choices, and computers' answers, which are always the same.

A lesson is played again from its first shuffle for each choice, so nothing of it is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.ai.players import LEVELS
from bot.engine.chance import MatchRandomness
from bot.engine.contract import NATURE, Actor, Event, Lot, Move, Observation, Shuffle
from bot.engine.errors import Refusal
from bot.engine.lesson import (
    COMPUTERS,
    LEARNER,
    Lesson,
    LessonMoment,
    LessonStep,
    Placeholders,
    Point,
)
from bot.engine.rounds import MatchSeen
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.engine.translatable import N_
from bot.games.common.events import RoundEndEvent

SECRET = b"Boneyard teaches dominoes."
"""The secret of the shuffles of all lessons, which is published here."""
LONGEST = 12
"""A lesson has no more choices than this, even in the middle of a turn."""


class LessonChanged(Refusal):
    """The choices do not fit the lesson, as after a change of the game or the lesson."""

    sentence = N_("This lesson has changed. Please start it again.")


def lesson_moment(rules: Rules[Any, Any], lesson: Lesson, choices: Sequence[int]) -> LessonMoment:
    """Return a lesson after ``choices``, each the index of one of the learner's legal moves.

    This takes some milliseconds of CPU time. Raises :class:`LessonChanged`.
    """
    match = _LessonMatch(rules, lesson)
    told: list[Point] = []
    for index in choices:
        legal = match.legal
        if match.is_over or not 0 <= index < len(legal):
            raise LessonChanged
        told.append(match.point(told)[0])
        match.choose(legal[index])
    point, placeholders = (None, {}) if match.is_over else match.point(told)
    events = tuple(match.events)
    return LessonMoment(match.seen, events, len(choices), point, placeholders, match.is_over)


@dataclass(slots=True)
class _LessonMatch:
    """A lesson's match, always at a choice of the learner or at its end."""

    rules: Rules[Any, Any]
    lesson: Lesson
    events: list[Event] = field(default_factory=list)
    """The events since the learner's last choice."""
    _state: Any = None
    _chance: MatchRandomness = field(init=False)
    _rng: Random = field(init=False)
    _chosen: int = 0
    _answered: int = 0

    def __post_init__(self) -> None:
        info, deal = self.rules.info, self.lesson.deal
        self._chance = MatchRandomness(SECRET, (info.id, str(deal)))
        self._rng = Random(f"{info.id} {deal}")  # noqa: S311 (the same for everybody)
        self._state = self.rules.start(prepare(info, self.lesson.seats))
        self._go_on()

    @property
    def seen(self) -> Observation:
        seen: Observation = self.rules.observe(self._state, LEARNER)
        return seen

    @property
    def legal(self) -> tuple[Move, ...]:
        return self.rules.legal_moves(self._state, LEARNER)

    @property
    def is_over(self) -> bool:
        if self._is_round_over or self._chosen >= LONGEST:
            return True
        others = self.lesson.seats == 1 or any(
            getattr(each, "seat", LEARNER) != LEARNER for each in self.events
        )
        return self._chosen >= self.lesson.moves and others

    @property
    def _is_round_over(self) -> bool:
        return any(isinstance(each, RoundEndEvent) for each in self.events)

    def point(self, told: Sequence[Point]) -> tuple[Point, Placeholders]:
        seen: Any = self.seen
        table = seen.round if isinstance(seen, MatchSeen) else seen
        return self.lesson.point(LessonStep(table, tuple(self.events)), told)

    def choose(self, move: Move) -> None:
        self.events.clear()
        self._chosen += 1
        self._apply(LEARNER, move)
        self._go_on()

    def _go_on(self) -> None:
        while not self._is_round_over:
            asked = self.rules.to_act(self._state)
            if isinstance(asked, Shuffle | Lot):
                self._apply(NATURE, self._chance.answer(asked, self._answered))
                self._answered += 1
            elif LEARNER not in asked:
                seat = min(asked)
                seen = self.rules.observe(self._state, seat)
                code = LEVELS[COMPUTERS].choose(self.rules, seen, self._rng)
                self._apply(seat, next(each for each in seen.legal if each.code == code))
            elif len(self.legal) == 1 and self.legal[0].automatic:
                self._apply(LEARNER, self.legal[0])
            else:
                return

    def _apply(self, actor: Actor, move: Move) -> None:
        step = self.rules.apply(self._state, actor, move)
        self._state = step.state
        self.events += [each.for_seat(LEARNER) for each in step.events]
