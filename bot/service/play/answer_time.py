"""When a computer answers: at moments that tell nothing about how long it thought."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
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
    """Seconds of a step."""
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
