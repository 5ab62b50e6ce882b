"""How long the bot waits with what it could do at once, so that its timing is natural."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil
from time import monotonic

UNHURRIED = 3
"""Answers in a row that take their full time; people wait for the rest of a longer row."""
HURRIED_SHARE = 1 / 3
"""The share of the time that later answers take."""


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """Puts a computer's answers at whole steps from the beginning of its turn.

    So a choice that was found at once looks like one that took most of a step, and three computers
    in a row take at most four seconds.
    """

    step: float = 1.1
    spread: float = 0.2
    """The most seconds that a random number, which depends on nothing else, adds to a step."""
    chance: Callable[[], float] = random.SystemRandom().random
    """Returns a number in [0, 1)."""
    now: Callable[[], float] = monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    async def wait(self, begun: float, number: int) -> None:
        """Wait for the end of a step of the turn that began at ``begun``.

        ``number`` counts the computers' turns in a row, from 0.
        """
        step = self.step + self.spread * self.chance()
        if number >= UNHURRIED:
            step *= HURRIED_SHARE
        if step > 0:
            thought = self.now() - begun
            await self.sleep(max(1, ceil(thought / step)) * step - thought)


AT_ONCE = AnswerTime(step=0, spread=0)
"""Answers as soon as they are found."""


@dataclass(frozen=True, slots=True)
class QuietTime:
    """How long people are not called after a move, where moves take days.

    It has the same distribution whoever is to move, and moves that are planned or forced are made
    within it. So they look like those of somebody who was quick, and a chain of them is shown as
    one new table.
    """

    least: float = 60
    """Seconds."""
    most: float = 180

    def length(self, chance: float) -> timedelta:
        """Return the length for a number in [0, 1) that nothing else depends on."""
        return timedelta(seconds=self.least + (self.most - self.least) * chance)


NO_QUIET_TIME = QuietTime(0, 0)


@dataclass(frozen=True, slots=True)
class Delays:
    answers: AnswerTime = field(default_factory=AnswerTime)
    calls: QuietTime = field(default_factory=QuietTime)


NO_DELAYS = Delays(AT_ONCE, NO_QUIET_TIME)
