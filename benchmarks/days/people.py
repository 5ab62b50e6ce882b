"""People at their matches: when they look at Discord, and what they do then."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

HOUR = timedelta(hours=1).total_seconds()
DAY = 24 * HOUR
WAKES = 7 * HOUR, 9 * HOUR
"""The time of day, in seconds, between which people get up."""
REACTS = 10.0, 60.0
"""Seconds until somebody looks who answers a call at once."""
STAYS = 60.0
"""Seconds that somebody who has moved still looks, in case the others answer."""
LONGEST = 10
"""The most times that somebody stays like that before they do something else."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a kind of people looks at Discord."""

    awake: float = 16
    """Hours a day."""
    gap: float = 2
    """Waking hours between two looks, on average; the time from one to the next is memoryless."""
    answers: float = 0.3
    """The share of calls that they answer at once, while they are awake."""

    def later(self, wakes: float, now: float, seconds: float) -> float:
        """Return the time at which somebody has been awake for ``seconds`` more."""
        length = self.awake * HOUR
        day, into = divmod(now - wakes, DAY)
        more, into = divmod(min(into, length) + seconds, length)
        return wakes + (day + more) * DAY + into

    def is_awake(self, wakes: float, now: float) -> bool:
        """Return whether somebody who ``wakes`` at that time of day is awake."""
        return (now - wakes) % DAY < self.awake * HOUR


KINDS = {
    "eager": Habits(awake=17, gap=0.75, answers=0.6),
    "usual": Habits(),
    "rare": Habits(awake=15, gap=6, answers=0.1),
}


@dataclass(slots=True)
class Person:
    """Somebody who plays one match; looks when they like to, and when they answer a call."""

    user_id: int
    habits: Habits
    rng: Random
    act: Callable[[int], Awaitable[bool]]
    """Does for the person what waits for them; returns whether they have moved."""
    looks: int = 0
    calls: int = 0
    _wakes: float = 0
    _is_looking: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def begin(self) -> None:
        """Begin to live."""
        self._wakes = self.rng.uniform(*WAKES)
        self._go(self._live())

    def end(self) -> None:
        """Do nothing any more."""
        for task in self._tasks:
            task.cancel()

    def called(self) -> None:
        """Hear a call, and maybe answer it at once."""
        self.calls += 1
        now = asyncio.get_running_loop().time()
        if self.habits.is_awake(self._wakes, now) and self.rng.random() < self.habits.answers:
            self._go(self._answer())

    def _go(self, doing: Awaitable[None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            pause = self.rng.expovariate(1 / (self.habits.gap * HOUR))
            now = loop.time()
            await asyncio.sleep(self.habits.later(self._wakes, now, pause) - now)
            await self._look()

    async def _answer(self) -> None:
        await asyncio.sleep(self.rng.uniform(*REACTS))
        await self._look()

    async def _look(self) -> None:
        """Play whatever waits, and stay for a moment after each move."""
        if self._is_looking:
            return
        self._is_looking = True
        self.looks += 1
        try:
            for _ in range(LONGEST):
                if not await self.act(self.user_id):
                    break
                await asyncio.sleep(STAYS)
        finally:
            self._is_looking = False
