"""A harness with virtual time: timers ring in order, and the test sets the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from typing import Any

from bot.model.match import Match
from bot.model.terms import Pace
from tests.service.harness import NOON, RecordingPublisher, ServiceHarness


@dataclass
class Timer:
    rings_at: float
    do: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class VirtualTime:
    """The service's clock, and the timers of its event loop."""

    seconds: float = 0
    """The seconds that the machine was awake."""
    set_by: timedelta = timedelta()
    """The time by which the machine's clock was set, or for which it slept."""
    timers: list[Timer] = field(default_factory=list)

    def now(self) -> datetime:
        return NOON + self.set_by + timedelta(seconds=self.seconds)

    def call_later(self, delay: float, do: Callable[..., None], *args: Any, **_: Any) -> Timer:
        timer = Timer(self.seconds + max(delay, 0), lambda: do(*args))
        self.timers.append(timer)
        return timer

    async def advance(self, how_long: timedelta, quiet: Callable[[], Awaitable[None]]) -> None:
        """Let time pass, in which all that there is to do is done before the next timer rings."""
        until = self.seconds + how_long.total_seconds()
        await quiet()
        while self.ring_next(until):
            await quiet()
        self.seconds = until

    def ring_next(self, until: float = inf) -> bool:
        """Let the first timer ring, if one does by ``until``; return whether one did."""
        timer = self.next_timer(until)
        if timer is not None:
            # In whole microseconds, as the clock tells them.
            self.seconds = round(max(self.seconds, timer.rings_at), 6)
            timer.do()
        return timer is not None

    def next_timer(self, until: float = inf) -> Timer | None:
        """Remove and return the first timer that rings by ``until``."""
        self.timers = [each for each in self.timers if not each.cancelled]
        first = min(self.timers, key=lambda each: each.rings_at, default=None)
        if first is None or first.rings_at > until:
            return None
        self.timers.remove(first)
        return first


async def turns(count: int = 30) -> None:
    """Let everybody else go on for this many turns of the event loop."""
    for _ in range(count):
        await asyncio.sleep(0)


class TimedHarness(ServiceHarness):
    def __init__(
        self,
        time: VirtualTime,
        store: Any = None,
        channel: RecordingPublisher | None = None,
        **parts: Any,
    ) -> None:
        super().__init__(store, channel, time, **parts)
        self.time, self.parts = time, parts
        self.service.resume()

    async def advance(self, **how_long: float) -> None:
        """Let this much time pass, with everything that happens in it."""
        await self.time.advance(timedelta(**how_long), self.quiet)

    async def until(self, moment: datetime) -> None:
        await self.advance(seconds=(moment - self.time.now()).total_seconds())

    async def quiet(self) -> None:
        """Wait until everything waits for a timer."""
        while tasks := self._under_way():
            await asyncio.wait(tasks)

    def _under_way(self) -> list[asyncio.Task[None]]:
        service = self.service
        tasks = [task for each in service.queues for task in each._tasks.values()]
        clock = service.scheduler._awake
        return tasks if clock is None or clock.done() else [*tasks, clock]

    async def again(self, **away: float) -> TimedHarness:
        """End the process, and start another a while later."""
        await self.service.close()
        self.time.seconds += timedelta(**away).total_seconds()
        timed = TimedHarness(self.time, self.store, self.channel, **self.parts)
        self.others.append(timed)
        await timed.quiet()
        return timed

    async def match(self, match_id: int = 1) -> Match:
        found: Match = await self.store.match(match_id)
        return found

    async def due(self, match_id: int = 1) -> datetime:
        (clock,) = (await self.match(match_id)).agenda.clocks
        assert clock.due_at is not None
        return clock.due_at

    async def begun(
        self, *people: int, pace: Pace = Pace.DAY, game_id: str = "block", computers: int = 0
    ) -> int:
        levels = ["steady"] * computers
        return await self.running(*people, pace=pace, computers=levels, game_id=game_id)

    async def play(self, match_id: int = 1, number: int = 0) -> int:
        """Let the person who is to act make one of their moves; return who it was."""
        user = await self.move(match_id, number)
        await self.quiet()
        return user

    async def play_until_turn_of(self, user: int, match_id: int = 1) -> None:
        while (await self.turn(match_id))[0] != user:
            await self.play(match_id)

    def missed(self, match: Match) -> dict[int | None, int]:
        return {each.user_id: each.missed for each in match.seats}
