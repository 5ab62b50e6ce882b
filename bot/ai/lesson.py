"""Play a lesson: a person's choices, and computers' answers, which are always the same.

A lesson is played again from its first shuffle for each choice, so nothing of it is stored.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.ai.players import LEVELS
from bot.ai.solo_round import SoloRound
from bot.engine.chance import MatchRandomness
from bot.engine.contract import Event, Move, Observation
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
    return LessonMoment(match.seen, match.events, len(choices), point, placeholders, match.is_over)


class _LessonMatch:
    """A lesson's match, always at a choice of the learner or at its end."""

    def __init__(self, rules: Rules[Any, Any], lesson: Lesson) -> None:
        info, deal = rules.info, lesson.deal
        rng = Random(f"{info.id} {deal}")  # noqa: S311 (the same for everybody)
        level = LEVELS[COMPUTERS]
        self._lesson = lesson
        self._round = SoloRound(
            rules,
            prepare(info, lesson.seats),
            LEARNER,
            MatchRandomness(SECRET, (info.id, str(deal))),
            lambda _seat, seen, _ply: level.choose(rules, seen, rng),
        )
        self._chosen = 0

    @property
    def seen(self) -> Observation:
        return self._round.seen

    @property
    def legal(self) -> tuple[Move, ...]:
        return self._round.legal

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since the learner's last choice."""
        return tuple(self._round.events)

    @property
    def is_over(self) -> bool:
        if self._round.is_over or self._chosen >= LONGEST:
            return True
        others = self._lesson.seats == 1 or any(
            getattr(each, "seat", LEARNER) != LEARNER for each in self.events
        )
        return self._chosen >= self._lesson.moves and others

    def point(self, told: Sequence[Point]) -> tuple[Point, Placeholders]:
        seen: Any = self.seen
        table = seen.round if isinstance(seen, MatchSeen) else seen
        return self._lesson.point(LessonStep(table, self.events), told)

    def choose(self, move: Move) -> None:
        self._chosen += 1
        self._round.choose(move)
